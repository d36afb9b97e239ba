import type { Notice } from '@/server/contract/inbox'
import { SITES_PATH } from '@/server/contract/sites'
import { formatCredits } from '@/server/shared/money'
import { counted } from '@/server/words/amounts'
import { NOTICE_EVENTS, type NoticeEvent, type NoticeTopic, TOPIC_OF_EVENT } from '@/server/words/notices'
import { reasonInWords } from '@/server/words/tree'

/** A notice as a sentence with a title in it: `${before} “${title}” ${after}`. Used by pages and mails alike. */
export type NoticeWords = {
  before: string
  title: string | null
  after: string
  /** Why, or what came back; a sentence of its own. */
  detail: string | null
}

export function noticeInWords(notice: Notice): NoticeWords {
  const title = notice.context?.title ?? null
  const on = title === null ? '' : ' on'
  const own = ownOffers(notice)
  switch (notice.event) {
    case 'question.matched':
      return notice.count === 1 && title !== null
        ? words('A new question matches an alert of yours:', title)
        : words(
            `${counted(notice.count, 'new question')} ${notice.count === 1 ? 'matches' : 'match'} your alerts`,
          )
    case 'offer.read':
      return words(`An agent has begun to read ${own}${on}`, title)
    case 'offer.bought':
      return words(`Bought: ${own}${on}`, title, '', whyOf(notice))
    case 'offer.passed':
      return words(`Not bought: ${own}${on}`, title, '', whyOf(notice))
    case 'offer.bond-kept':
      return words(`The market keeps ${bondsOf(notice)}${on}`, title, '', bondKept(notice))
    case 'offer.quoted':
      return words(
        'The published answer to',
        title ?? 'a question',
        `quotes what ${notice.bot ? `your bot ${notice.bot.name}` : 'you'} sold`,
        'Its seller’s licence allows that; everybody can read it there.',
      )
    case 'offer.resold':
      return words(
        notice.count === 1
          ? `Bought at resale: ${own}${on}`
          : `Bought at resale ${notice.count} times: ${own}${on}`,
        title,
        '',
        'Yours at once, less the fee and the part of whoever asked first.',
      )
    case 'answer.resold':
      return words(
        `${notice.count === 1 ? 'A source' : counted(notice.count, 'source')} of your published answer${title === null ? '' : ' to'}`,
        title,
        notice.count === 1 ? 'was bought at resale' : 'were bought at resale',
        'You asked first, so a part of the price is yours.',
      )
    case 'quote.wanted':
      return words(
        `Who bought ${own} would quote it in public${on}`,
        title,
        '',
        'They would publish the answer. Allow it on the page of the question, or leave it as it is.',
      )
    case 'quote.allowed':
      return words(
        `You may quote ${counted(notice.count, 'source')} more of your question`,
        title,
        '',
        'Its seller allows it now. Look at what others would read, and publish the answer.',
      )
    case 'bot.paused':
      return words(
        'Your bot',
        notice.bot?.name ?? null,
        'is paused because it failed',
        'It answers nothing until you look at it and put it to work again.',
      )
    case 'question.offered':
      return words(`${counted(notice.count, 'new offer')} on your question`, title)
    case 'question.paused':
      return words(
        'Your question',
        title,
        'waits for you',
        'The model that inspects it does not answer. Resume it, or stop it and get the rest back.',
      )
    case 'question.answered':
      return words('Your question', title, 'has a provisional answer', STAYS_OPEN)
    case 'question.revised':
      return words(
        'The provisional answer to your question',
        title,
        notice.count === 1 ? 'was revised' : `was revised ${notice.count} times`,
        STAYS_OPEN,
      )
    case 'question.settled':
      return words('The reading of your question', title, 'has ended', returnedOf(notice))
    case 'question.cancelled':
      return words(
        'Your question',
        title,
        'was cancelled',
        ['It was paused for a week and nobody resumed it.', returnedOf(notice)].filter(Boolean).join(' '),
      )
    case 'sale.contested':
      return words(
        `A buyer complains about ${own}${on}`,
        title,
        '',
        'What you earned by it waits until this is decided. Say what you have to say to it.',
      )
    case 'sale.decided':
      return words(
        `A complaint about ${own}${on}`,
        title,
        'is decided',
        refundOf(notice, 'You keep all of it.'),
      )
    case 'complaint.decided':
      return words('Your complaint on', title, 'is decided', refundOf(notice, 'Nothing is refunded.'))
    case 'question.countered':
      return words(
        `${counted(notice.count, 'offer')} on your question that has ended`,
        title,
        '',
        'Somebody says that the matter stands otherwise. You can take the question up again and have it read.',
      )
    case 'spend.waiting':
      return words(
        notice.count === 1
          ? 'A program of yours asks for your yes'
          : `Programs of yours ask ${notice.count} times for your yes`,
        null,
        '',
        notice.amountMicros === null
          ? null
          : `${formatCredits(notice.amountMicros)} credits; nothing is spent until you say so.`,
      )
    case 'question.due':
      return words(
        'The outcome of your forecast',
        title,
        'can be told now',
        'Say on its page what came, and where it can be read: what was bought is scored by it.',
      )
    case 'flag.decided':
      return words(
        'What you flagged was looked at',
        null,
        '',
        'What came of it stands in your settings, under Rules.',
      )
    case 'thing.hidden':
      return words(
        'Something of yours was hidden by a moderator',
        null,
        '',
        'Why, and how to appeal once, stands in your settings, under Rules.',
      )
    case 'thing.shown':
      return words('Something of yours that was hidden is shown again')
    case 'right.suspended':
      return words(
        'A right of yours is suspended',
        null,
        '',
        'Which, why and until when stands in your settings, under Rules.',
      )
    case 'right.restored':
      return words('A right of yours that was suspended is yours again')
    case 'credits.corrected':
      return words(
        'An operator took a payment back',
        null,
        '',
        amountOf(notice, 'moved. Your wallet has the row.'),
      )
    case 'question.addressed':
      return words('You are asked by name:', title, '', 'Nobody else is kept from answering.')
    case 'claim.about-you':
      return words(
        'A claim is said to be about you:',
        title,
        '',
        'You may reply to it there, beside its verdict. Whoever reads it learns your name when you do.',
      )
    case 'note.shown':
      return words(
        `Your public note${on}`,
        title,
        'is shown',
        'People who usually disagree find it helpful. It stands beside the claim, where its page is shown.',
      )
    case 'note.not-shown':
      return words(
        `Your public note${on}`,
        title,
        'is not shown',
        'People who usually disagree do not both find it helpful. That may change as more of them rate it.',
      )
    case 'site.asked':
      return notice.count === 1
        ? words('About a page of your site, and waiting for your yes:', title)
        : words('Questions about pages of your sites wait for your yes')
    case 'question.raised':
      return words('More credits for', title, '', 'Its asker has put more into its budget.')
    case 'followed.asked':
      return notice.count === 1 && title !== null
        ? words('New in what you follow:', title)
        : words(`${counted(notice.count, 'new question')} in what you follow`)
    case 'followed.answered':
      return words(
        notice.count === 1 ? 'Answered, and to be read by everybody:' : 'The published answer was renewed:',
        title,
        '',
        'You follow this question.',
      )
    case 'followed.ended':
      return words('Ended without a published answer:', title, '', 'You follow this question.')
    case 'game.turn':
      return words(
        notice.bot
          ? `It is the turn of your bot ${notice.bot.name} in the game`
          : 'It is your turn in the game',
        notice.game?.title ?? null,
        '',
        'Who says nothing in time passes, which ends the game.',
      )
    case 'game.judging':
      return words(
        'The game',
        notice.game?.title ?? null,
        'waits for what you recommend now',
        'Without it the game ends when its time runs out, and the last turn has no reward.',
      )
    case 'game.ended':
      return words(
        'The game',
        notice.game?.title ?? null,
        'has ended',
        'What each turn was worth stands on its page.',
      )
    case 'credits.given':
      return words('An operator gave you credits', null, '', amountOf(notice, 'came into your wallet.'))
    case 'webhook.paused':
      return words(
        'A webhook of yours is paused because its address does not answer',
        null,
        '',
        'Nothing is sent there until you test it and let it go on, in your settings.',
      )
  }
}

function amountOf({ amountMicros }: Notice, rest: string): string | null {
  return amountMicros === null ? null : `${formatCredits(amountMicros)} credits ${rest}`
}

const STAYS_OPEN =
  'It stays open for better offers until its deadline. Say “enough” on its page to end it now and get the rest back.'

/** The whole as plain text, without the detail: a mail's line and what a screen reader hears. */
export function noticeAsText(notice: Notice): string {
  const { before, title, after } = noticeInWords(notice)
  return [before, title === null ? '' : `“${title}”`, after].filter((part) => part !== '').join(' ')
}

/** Where a notice leads. */
export function noticeHref(notice: Notice): string {
  if (notice.event === 'question.matched' && notice.count > 1) return '/selling/to-answer'
  if (notice.event === 'followed.asked' && notice.count > 1) return '/#home-following'
  if (notice.event === 'bot.paused') return notice.bot ? `/bots/${notice.bot.id}` : '/bots'
  if (notice.event === 'spend.waiting') return SPEND_REQUESTS_PATH
  if (notice.event === 'webhook.paused') return WEBHOOKS_PATH
  if (isOfComplaint(notice.event) && notice.offer) return `/offers/${notice.offer.id}/complaint`
  if (notice.event === 'site.asked') return SITES_PATH
  if (notice.event === 'credits.corrected' || notice.event === 'credits.given') return '/wallet'
  if (TOPIC_OF_EVENT[notice.event] === 'rules') return '/settings/rules'
  if (TOPIC_OF_EVENT[notice.event] === 'games') return notice.game ? `/games/${notice.game.id}` : '/games'
  // The button stands at the offer.
  if (notice.event === 'quote.wanted' && notice.context) return `/questions/${notice.context.id}?tab=offers`
  return notice.context ? `/questions/${notice.context.id}` : '/inbox'
}

/** Where somebody says yes or no to what programs would spend. */
export const SPEND_REQUESTS_PATH = '/settings/requests'

/** Where somebody says which of their servers are told of what. */
export const WEBHOOKS_PATH = '/settings/webhooks'

/** Events whose lines are about a question and lead to its page, so that whoever opens it has read them. */
export const TOLD_AT_QUESTION: readonly NoticeEvent[] = NOTICE_EVENTS.filter(
  (event) =>
    !isOfComplaint(event) &&
    event !== 'bot.paused' &&
    event !== 'spend.waiting' &&
    event !== 'webhook.paused' &&
    event !== 'site.asked' &&
    event !== 'credits.corrected' &&
    event !== 'credits.given' &&
    TOPIC_OF_EVENT[event] !== 'rules' &&
    TOPIC_OF_EVENT[event] !== 'games',
)

function isOfComplaint(event: NoticeEvent): boolean {
  return event === 'sale.contested' || event === 'sale.decided' || event === 'complaint.decided'
}

export const TOPIC_WORDS: Readonly<Record<NoticeTopic, { label: string; hint: string }>> = {
  matches: {
    label: 'Matches',
    hint: 'An alert of yours has found questions, somebody asks you by name, or such a question has more credits now.',
  },
  readings: { label: 'Readings', hint: 'An agent has read offers of yours, and why it did not buy.' },
  sales: {
    label: 'Sales',
    hint: 'An offer of yours, or of a bot of yours, was bought or resold, a source of your published answer was, the bond for one was kept, or a buyer complains.',
  },
  quotes: {
    label: 'Quotations',
    hint: 'A published answer quotes what you sold, or a buyer asks to quote it, or a seller lets you.',
  },
  bots: { label: 'Bots', hint: 'A bot of yours was paused because it failed.' },
  questions: {
    label: 'Your questions',
    hint: 'New offers, an answer or its revision, a reading that waits for you or has ended, a complaint that is decided, an outcome that is due.',
  },
  programs: {
    label: 'Programs',
    hint: 'A program of yours waits for your yes before it spends, or a webhook of yours is paused.',
  },
  rules: {
    label: 'Rules',
    hint: 'What became of your flags, what a moderator or an operator did to what is yours.',
  },
  follows: {
    label: 'Following',
    hint: 'New questions by people, about pages and under tags that you follow; answers to questions that you follow.',
  },
  games: {
    label: 'Games',
    hint: 'It is your turn, or your bot’s; a game waits for what you recommend; a game has ended.',
  },
  pages: {
    label: 'Pages',
    hint: 'What became of a public note of yours; questions about pages of a site of yours that wait for your yes.',
  },
}

function words(
  before: string,
  title: string | null = null,
  after = '',
  detail: string | null = null,
): NoticeWords {
  return { before, title, after, detail }
}

function ownOffers({ count, bot }: Notice): string {
  if (count > 1) return bot ? `${count} offers of your bot ${bot.name}` : `${count} of your offers`
  return bot ? `the offer of your bot ${bot.name}` : 'your offer'
}

function bondsOf(notice: Notice): string {
  return notice.count > 1 ? `the bonds for ${ownOffers(notice)}` : `the bond for ${ownOffers(notice)}`
}

/** Why a bond does not come back, and how much that is. */
function bondKept({ amountMicros, reason }: Notice): string {
  const why = BOND_REASONS.get(reason) ?? 'that it is off the subject, or that its teaser misleads'
  const lost = amountMicros === null ? '' : ` ${formatCredits(amountMicros)} credits do not come back.`
  return `An agent that read it judged ${why}.${lost}`
}

const BOND_REASONS: ReadonlyMap<Notice['reason'], string> = new Map([
  ['irrelevant', 'that it is off the subject'],
  ['misleading-teaser', 'that its teaser misleads'],
])

function whyOf({ reason, count, event }: Notice): string | null {
  if (reason === null) return count > 1 && event === 'offer.passed' ? 'For different reasons.' : null
  const why = reasonInWords(reason)
  return `${why.charAt(0).toUpperCase()}${why.slice(1)}.`
}

function refundOf({ amountMicros }: Notice, otherwise: string): string {
  return amountMicros !== null && amountMicros > 0n
    ? `${formatCredits(amountMicros)} credits are refunded.`
    : otherwise
}

function returnedOf({ amountMicros }: Notice): string | null {
  return amountMicros !== null && amountMicros > 0n
    ? `${formatCredits(amountMicros)} credits of its budget came back.`
    : null
}
