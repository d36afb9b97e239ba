import { OUTCOME_WORDS } from '../words/decisions'
import { RIGHT_WORDS, type SubjectKind, THING_WORDS } from '../words/moderation'
import type { AuditAct, AuditKind, AuditRow } from './audit'

export const KIND_WORDS: Readonly<Record<AuditKind, string>> = {
  money: 'Money',
  keys: 'Ways in and keys',
  settings: 'Settings',
  moderation: 'Moderation',
}

const ROLE_WORDS = {
  person: 'Role taken',
  moderator: 'Made a moderator',
  operator: 'Made an operator',
} as const

/** Of an ISO moment. */
const DAY_CHARS = 10

/** What was done, as the row of a log says it. */
export function actInWords(deed: AuditAct): string {
  switch (deed.act) {
    case 'question.asked':
      return 'Question asked, budget held'
    case 'question.raised':
      return 'Budget of a question raised'
    case 'question.cancelled':
      return 'Question ended early, the rest returned'
    case 'question.reopened':
      return 'Settled question taken up again, budget held'
    case 'answer.published':
      return 'Answer published'
    case 'answer.withdrawn':
      return 'Published answer taken back'
    case 'question.resolved':
      return `Outcome told: ${OUTCOME_WORDS[deed.outcome].word.toLowerCase()}`
    case 'question.corrected':
      return `Outcome corrected: ${OUTCOME_WORDS[deed.outcome].word.toLowerCase()}`
    case 'inspection.started':
      return 'Inspection started'
    case 'inspection.resumed':
      return 'Paused reading resumed'
    case 'inspection.ended':
      return 'Enough heard, no further sitting'
    case 'offer.bought-unseen':
      return 'Offer bought unseen'
    case 'game.opened':
      return 'Oversight game opened, pot laid down'
    case 'game.joined':
      return 'Oversight game joined, stake laid down'
    case 'game.moved':
      return 'Turn made in an oversight game'
    case 'game.judged':
      return 'Recommendation stated in an oversight game'
    case 'game.called-off':
      return 'Oversight game called off, pot returned'
    case 'offer.bought-at-resale':
      return 'Source of a published answer bought'
    case 'offer.quotable':
      return 'What was sold may be quoted in public'
    case 'resale.agreed':
      return 'Others may buy what a published answer rests on'
    case 'resale.ended':
      return 'Others may no longer buy what a published answer rests on'
    case 'complaint.filed':
      return 'Complaint about a purchase'
    case 'complaint.answered':
      return 'Complaint answered'
    case 'complaint.decided':
      return 'Complaint decided, refunded'
    case 'complaint.read':
      return 'Text read that a complaint is about'
    case 'account.corrected':
      return 'Account corrected'
    case 'person.registered':
      return 'Registered'
    case 'account.deleted':
      return 'Account deleted'
    case 'account.downloaded':
      return 'Own data downloaded'
    case 'password.changed':
      return 'Password changed'
    case 'password.reset':
      return 'Password set anew by a link in a mail'
    case 'email.proven':
      return 'E-mail proven'
    case 'passkey.added':
      return 'Passkey added'
    case 'passkey.removed':
      return 'Passkey removed'
    case 'key.created':
      return `Key made (${deed.scopes.replaceAll(' ', ', ')})${deed.amountMicros === undefined ? '' : ', a day at most'}`
    case 'key.changed':
      return `Program connected again (${deed.scopes.replaceAll(' ', ', ')})${deed.amountMicros === undefined ? '' : ', a day at most'}`
    case 'key.revoked':
      return 'Key revoked'
    case 'spending.approved':
      return 'Yes said to what a key would spend'
    case 'spending.declined':
      return 'No said to what a key would spend'
    case 'login.ended':
      return 'One browser signed out'
    case 'logins.ended':
      return 'Other browsers, or all, signed out'
    case 'bot.secret-rotated':
      return 'New secret for a bot’s address'
    case 'bot.created':
      return 'Bot made'
    case 'bot.changed':
      return 'Bot changed'
    case 'bot.paused':
      return 'Bot paused'
    case 'bot.resumed':
      return 'Bot put to work'
    case 'bot.removed':
      return 'Bot removed'
    case 'document.priced':
      return deed.amountMicros === undefined
        ? 'Document at its bot’s price again'
        : 'Document given its own price'
    case 'profile.changed':
      return 'Profile changed'
    case 'notices.switched':
      return 'Notices switched'
    case 'site.proven':
      return 'Site proven'
    case 'site.lapsed':
      return 'Site no longer proven'
    case 'site.changed':
      return 'Embeds of a site changed'
    case 'site.left':
      return 'Site given up'
    case 'site.decided':
      return deed.isShown === 'yes'
        ? 'Question shown in embeds of a site'
        : 'Question left out of embeds of a site'
    case 'webhook.added':
      return 'Webhook added for the inbox'
    case 'webhook.changed':
      return 'Webhook of the inbox changed'
    case 'webhook.removed':
      return 'Webhook of the inbox removed'
    case 'webhook.secret-rotated':
      return 'New secret for a webhook of the inbox'
    case 'role.given':
      return ROLE_WORDS[deed.role]
    case 'claim.parted':
      return 'Parted by a moderator from claims that it was shown with'
    case 'subject.named':
      return 'Named by a moderator as whom a claim is about'
    case 'thing.hidden':
      return `Hidden by a moderator: ${THING_WORDS[deed.thing]}`
    case 'thing.kept':
      return `Flagged and kept: ${THING_WORDS[deed.thing]}`
    case 'thing.shown':
      return `Shown again upon an appeal: ${THING_WORDS[deed.thing]}`
    case 'appeal.refused':
      return `Appeal refused, stays hidden: ${THING_WORDS[deed.thing]}`
    case 'right.suspended':
      return `Right suspended until ${deed.until.slice(0, DAY_CHARS)}: ${RIGHT_WORDS[deed.right]}`
    case 'right.restored':
      return `Right given back: ${RIGHT_WORDS[deed.right]}`
    case 'market.stopped':
      return `Stopped for everybody: ${deed.what}`
    case 'market.resumed':
      return `Goes on for everybody: ${deed.what}`
    case 'setting.changed':
      return `Setting ${deed.key}: ${deed.before} became ${deed.after}`
    case 'credits.given':
      return 'Credits given by an operator'
    case 'transfer.reversed':
      return 'Payment taken back by an operator'
  }
}

/** The page of what it was done to; null when there is none. */
export function actPath(deed: AuditAct): { href: string; label: string } | null {
  if ('thing' in deed) return thingPath(deed)
  if ('gameId' in deed) return { href: `/games/${deed.gameId}`, label: 'the game' }
  if ('questionId' in deed) return { href: `/questions/${deed.questionId}`, label: 'the question' }
  if ('botId' in deed && deed.botId !== undefined && deed.act !== 'bot.removed')
    return { href: `/bots/${deed.botId}`, label: 'the bot' }
  return null
}

function thingPath({ thing, thingId }: { thing: SubjectKind; thingId: string }) {
  if (thing === 'question' || thing === 'answer')
    return { href: `/questions/${thingId}`, label: 'the question' }
  return thing === 'bot' ? { href: `/bots/${thingId}`, label: 'the bot' } : null
}

const ACTOR_WORDS = {
  visitor: 'Before signing in',
  person: 'Somebody else',
  bot: 'A bot',
  key: 'A key',
  operator: 'An operator',
  market: 'The market',
} as const satisfies Record<AuditRow['actor']['kind'], string>

/** Who did it, as its reader may know. */
export function actorInWords({ kind, isYou, handle, keyName }: AuditRow['actor']): string {
  if (keyName !== null) return `Your key “${keyName}”`
  if (isYou) return kind === 'operator' ? 'You, as an operator' : 'You'
  return handle === null ? ACTOR_WORDS[kind] : `${ACTOR_WORDS[kind]} (${handle})`
}
