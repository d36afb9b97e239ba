import { deliveryFailureInWords } from '@/components/bots/webhook-words'
import { conditionsOf } from '@/components/matcher/matcher-words'
import type { MarketState } from '@/components/status/status'
import { BOT_FAILURES_MAX, type BotRunView, type BotView, type Price } from '@/server/contract/bots'
import type { MatcherQuery } from '@/server/contract/matching'
import {
  FALLS_TO_PERCENT,
  type PriceMove,
  READS_A_LOOK,
  RISES_FROM_PERCENT,
  STEP_PERCENT,
} from '@/server/contract/price-by-demand'
import type { Rehearsable, Rehearsal } from '@/server/contract/rehearsal'
import { formatCredits } from '@/server/shared/money'
import type { ModelFailure } from '@/server/words/failures'
import type { Audience, BotKind, PauseReason, PriceRule, Silence } from '@/server/words/sellers'
import { reasonInWords } from '@/server/words/tree'

/** The closed lists of the sellers' room in words a newcomer understands. Pure text: no picture, no React. */

export type BotRun = BotRunView

/** What a bot does, in a line: "offers one text". */
export const BOT_KIND_WORDS = {
  fixed: 'offers one text',
  llm: 'writes with a model',
  corpus: 'sells passages of documents',
  webhook: 'answers from a server of its own',
  queue: 'answers from a program that asks what waits',
} as const satisfies Record<BotKind, string>

/** A price as its rule makes it: "0.50 credits", "0.20 per 100 words, 0.10 to 2.00 credits". */
export function priceInWords({ rule, priceMicros, minMicros, maxMicros }: Price): string {
  const price = formatCredits(priceMicros)
  const bounds =
    minMicros === null || maxMicros === null
      ? null
      : minMicros === maxMicros
        ? `always ${formatCredits(minMicros)}`
        : `${formatCredits(minMicros)} to ${formatCredits(maxMicros)}`
  switch (rule) {
    case 'fixed':
      return `${price} credits`
    case 'chosen':
      return bounds === null ? 'chosen each time' : `chosen each time, ${bounds} credits`
    case 'per-document':
      return `by document, ${price} credits where none is set`
    case 'per-length':
      return bounds === null ? `${price} credits per 100 words` : `${price} per 100 words, ${bounds} credits`
    case 'follows-demand':
      return bounds === null ? `${price} credits now` : `${price} credits now, follows demand, ${bounds}`
  }
}

/** How a price follows demand, in a sentence or two. */
export const DEMAND_WORDS = `After every ${READS_A_LOOK} offers or more that were read: up ${STEP_PERCENT} % when at least ${RISES_FROM_PERCENT} % of them were bought, down ${STEP_PERCENT} % when at most ${FALLS_TO_PERCENT} % were, in whole hundredths of a credit.`

/** A price rule as a choice in a form. */
export const PRICE_RULE_WORDS = {
  fixed: { label: 'One price', hint: 'The same for every offer.' },
  chosen: { label: 'Chosen each time, within bounds', hint: 'Never below or above what you allow.' },
  'per-document': {
    label: 'A price for each document',
    hint: 'Set beside each document; this one stands where none is set.',
  },
  'per-length': {
    label: 'By length',
    hint: 'So much for a hundred words, within bounds.',
  },
  'follows-demand': {
    label: 'Follows demand, within bounds',
    hint: 'Rises while what is read is bought, falls while it is not.',
  },
} as const satisfies Record<PriceRule, { label: string; hint: string }>

/** What wakes a bot, as one line: "any of kidney beans, lectin · budget at least 1.00 credits". */
export function wakesInWords(query: MatcherQuery): string {
  return conditionsOf(query)
    .map(({ label, value }) => `${label.toLowerCase()}: ${value}`)
    .join(' · ')
}

/** Whose questions it answers, for its owner. */
export function audienceInWords({ who, handles }: { who: Audience; handles: readonly string[] }): string {
  const people = handles.map((handle) => `@${handle}`).join(', ')
  switch (who) {
    case 'everyone':
      return 'Everyone’s questions'
    case 'only':
      return people === '' ? 'Nobody’s questions: the list is empty' : `Only questions of ${people}`
    case 'except':
      return people === '' ? 'Everyone’s questions' : `Everyone’s questions except those of ${people}`
  }
}

/** How a bot stands, as a chip. */
export function standingOf(bot: Standing): { state: MarketState; word: string } {
  if (bot.removedAt) return { state: 'cancelled', word: 'removed' }
  if (!bot.isPaused) return { state: 'open', word: 'at work' }
  return bot.pausedFor === 'not-live'
    ? { state: 'waiting', word: 'not at work yet' }
    : { state: 'paused', word: 'paused' }
}

type Standing = Pick<BotView, 'isPaused' | 'pausedFor' | 'removedAt'>

export type PauseWords = {
  /** What happened. */
  title: string
  /** The way out. */
  wayOut: string
  /** What the button that does it says. */
  action: string
}

const PAUSES = {
  'not-live': {
    title: 'It is not at work yet.',
    wayOut: 'Only you see it. Try it on questions of others, then put it to work.',
    action: 'Put it to work',
  },
  owner: {
    title: 'You paused it.',
    wayOut: 'It answers nothing until you let it go on. It is then asked what is still open.',
    action: 'Let it go on',
  },
  failures: {
    title: `It failed ${BOT_FAILURES_MAX} times in a row, so it was paused.`,
    wayOut: 'The runs say what went wrong. Put that right, try it on a question, then let it go on.',
    action: 'Let it go on',
  },
  'dead-address': {
    title: 'Its server has not answered for too long, so it was paused.',
    wayOut: 'The deliveries say what came back. Once a test call succeeds, let it go on.',
    action: 'Let it go on',
  },
} as const satisfies Record<PauseReason, PauseWords>

/** What is deleted when a bot is removed, to its owner. */
export const DELETED_WITH = {
  fixed: 'which questions it answers, and the information it sells',
  llm: 'which questions it answers, its prompt, and the key of your model if you gave one',
  corpus: 'which questions it answers, all its documents, and the key of your model if you gave one',
  webhook:
    'which questions it answers, the address of your server, and the secret that its messages are signed with',
  queue: 'what wakes it, and what waits in its queue',
} as const satisfies Record<BotKind, string>

/** Why a paused bot stands still and what to do; null while it works and once it is removed. A pause without a reason is its owner's. */
export function pauseInWords(bot: Standing): PauseWords | null {
  return bot.isPaused && !bot.removedAt ? PAUSES[bot.pausedFor ?? 'owner'] : null
}

const SILENCES = {
  'nothing-to-say': 'It had nothing to say.',
  'over-budget': 'The budget was smaller than its price.',
  'too-many': 'You and your bots had as many offers there as one seller may.',
  closed: 'The question was closed before it answered.',
  duplicate: 'You offer the same passage there already, for no more.',
  'asker-cap': 'Its asker has tried more words on it today than one person may.',
  'day-cap': 'It had made as many offers as you allow in a day.',
  'token-cap': 'It had used the tokens you allow in a day.',
  'too-late': 'The answer came after the wait was over.',
  paused: 'It was paused or removed before it could answer.',
  'no-bond':
    'Your wallet holds less than the bond that an offer here takes. Add credits, or wait until other bonds return.',
} as const satisfies Record<Silence, string>

/** Why a bot said nothing, though nothing was wrong. */
export function silenceInWords(silence: Silence | null): string {
  return silence === null ? 'It had nothing to say.' : SILENCES[silence]
}

const FAILURES: Readonly<Record<ModelFailure | 'internal', string>> = {
  unavailable: 'The model could not be reached.',
  limited: 'The model’s server takes no more calls for now.',
  'server-failed': 'The model’s server failed.',
  timeout: 'The answer took too long.',
  refused: 'The model refused to answer.',
  malformed: 'The answer came in a form that could not be read.',
  truncated: 'The answer was cut off.',
  internal: 'Something went wrong on our side. It does not count against the bot.',
  'too-long': 'What it was to read did not fit into the model’s window.',
  'key-refused': 'The model’s server did not accept the key.',
  'model-missing': 'The model’s server does not know the model: look at its name.',
  quota: 'The account at the model’s server is used up.',
  misconfigured: 'The model is not set up right: look at its name, its address and the key.',
}

/** What went wrong, by its code; a code of a later version gets the general sentence. */
export function failureInWords(failure: string | null): string {
  const words = Object.entries(FAILURES).find(([code]) => code === failure)?.[1]
  return words ?? deliveryFailureInWords(failure) ?? 'Something went wrong.'
}

type RunOffer = BotRun['offers'][number]

/** What became of one offer: "bought: worth its price", "not decided yet". */
export function offerOutcome({ state, reason }: Pick<RunOffer, 'state' | 'reason'>): string {
  const because = reason === null ? '' : `: ${reasonInWords(reason)}`
  switch (state) {
    case 'bought':
      return `bought${because}`
    case 'passed':
      return `not bought${because}`
    case 'withdrawn':
      return 'withdrawn'
    case 'open':
      return 'not decided yet'
  }
}

/** What became of one run, for the bot's owner; what became of its offers stands beside each of them. */
export function runInWords(run: Pick<BotRun, 'state' | 'silence' | 'failure' | 'offers'>): string {
  switch (run.state) {
    case 'queued':
      return 'About to answer.'
    case 'awaited':
      return run.failure === null
        ? 'Your server, or your program, has the question and has not answered yet.'
        : `Not answered yet; it is asked again. ${failureInWords(run.failure)}`
    case 'silent':
      return `Silent. ${silenceInWords(run.silence)}`
    case 'failed':
      return `Failed. ${failureInWords(run.failure)}`
    case 'answered':
      return run.offers.length === 1 ? 'Made an offer.' : `Made ${run.offers.length} offers.`
  }
}

/** What did not work in a run that ended well all the same; null when all did. */
export function runNoteInWords({ state, failure }: Pick<BotRun, 'state' | 'failure'>): string | null {
  if (failure !== 'without-meaning' || (state !== 'answered' && state !== 'silent')) return null
  return 'Searched by words only: comparing by meaning was not available.'
}

/** What a bot would have done with a question, for its owner. */
export function rehearsalInWords({
  state,
  silence,
  failure,
  offers,
}: Pick<Rehearsal, 'state' | 'silence' | 'failure' | 'offers'>): string {
  switch (state) {
    case 'answered':
      return offers.length === 1 ? 'Would have offered:' : `Would have made ${offers.length} offers:`
    case 'silent':
      return `Would have been silent. ${silenceInWords(silence)}`
    case 'failed':
      return `Would have failed. ${failureInWords(failure)}`
    case 'awaited':
      return 'Your server, or your program, would answer later. In a rehearsal nobody waits for it.'
  }
}

/** What a rehearsal comes to: "It would have answered 6 of 10, for 4,100 tokens ($0.0012)." */
export function rehearsalSum(results: readonly Rehearsal[]): string {
  const answered = results.filter(({ state }) => state === 'answered').length
  const tokens = results.reduce((sum, one) => sum + one.promptTokens + one.completionTokens, 0)
  const cost = results.reduce((sum, one) => sum + one.costMicroUsd, 0n)
  const spent = tokens === 0 ? '' : `, for ${tokens.toLocaleString('en')} tokens`
  const paid = cost === 0n ? '' : ` (${dollarsInWords(cost)})`
  return `It would have answered ${answered} of ${results.length}${spent}${paid}.`
}

/** What became of a question: "one of 4 offers was bought, for 0.80 credits". */
export function outcomeInWords({ offers, boughtMicros }: Rehearsable['outcome']): string {
  if (offers === 0) return 'nobody offered anything'
  const made = offers === 1 ? 'the only offer' : `${boughtMicros.length} of ${offers} offers`
  if (boughtMicros.length === 0) {
    return offers === 1 ? 'one offer, not bought' : `${offers} offers, none bought`
  }
  const prices = boughtMicros.map(formatCredits)
  const [last = '', ...others] = prices.toReversed()
  const amounts = others.length === 0 ? last : `${others.toReversed().join(', ')} and ${last}`
  return `${made} ${boughtMicros.length === 1 ? 'was' : 'were'} bought, for ${amounts} credits`
}

/** Below a dollar every digit counts; calls cost fractions of a cent. */
const SMALL_DOLLARS = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 2,
  maximumFractionDigits: 6,
})
const DOLLARS = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' })
const MICROS_PER_DOLLAR = 1_000_000

/** What model calls cost, from micro-dollars: "$0.0021", "$12.40". */
export function dollarsInWords(microUsd: bigint): string {
  const dollars = Number(microUsd) / MICROS_PER_DOLLAR
  return (dollars < 1 ? SMALL_DOLLARS : DOLLARS).format(dollars)
}

/** Why a price moved, or did not: "8 of 11 that were read were bought". */
export function moveInWords({ reads, sold }: Pick<PriceMove, 'reads' | 'sold'>): string {
  return reads === 0 ? 'set by its owner' : `${sold} of ${reads} that were read were bought`
}
