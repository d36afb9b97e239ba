import {
  type AskKind,
  HOLD_REASONS,
  PASS_REASONS,
  type PassReason,
  type Reason,
  type Told,
  WITHHELD,
} from '../protocol/alphabets'
import { counted } from './amounts'

/** The closed lists of a tree in words a newcomer understands. Pure text: no picture, no React. */

const REASON_WORDS: Record<Reason, string> = {
  'worth-its-price': 'worth its price',
  decisive: 'it decides the matter',
  corroborates: 'it fits what another source says',
  irrelevant: 'it does not bear on the question',
  'too-expensive': 'too expensive for what it adds',
  redundant: 'it says nothing that was not known already',
  unconvincing: 'its claims are not backed up',
  contradicted: 'other information says otherwise',
  'misleading-teaser': 'the teaser promises more than the text keeps',
  'over-budget': 'the budget does not reach that far',
  'not-read': 'it was never read: other offers were chosen, or it came too late',
  'no-verdict': 'the reading ended without a verdict on it',
  'needs-check': 'it needs a check first',
  undecided: 'it is decided when the questions that were asked are answered',
  withheld:
    'the agent’s reason is kept back: each one that is told says a little of texts that were not bought then',
}

/** Why an offer was bought, left or held, as the end of a sentence: "bought: worth its price". */
export function reasonInWords(reason: Reason): string {
  return REASON_WORDS[reason]
}

/** An offer that is left on the table while sub-questions are open. */
export function isHeld(reason: Reason | null): boolean {
  return HOLD_REASONS.some((one) => one === reason)
}

/** Why an offer was left, as the end of a sentence about it: "1 offer did not bear on the question". */
const PASSED_WORDS: Record<Told<PassReason>, string> = {
  irrelevant: 'did not bear on the question',
  'too-expensive': 'cost more than it would have changed',
  redundant: 'said nothing new',
  unconvincing: 'did not convince',
  contradicted: 'said otherwise than other information',
  'misleading-teaser': 'did not contain what the teaser promised',
  'over-budget': 'cost more than was left of the budget',
  'not-read': 'came too late to be read',
  'no-verdict': 'got no verdict',
  withheld: 'stayed unbought; the agent’s reason is not shown, for it could give away what the text says',
}

/** What became of an offer that was not bought, as the rest of a sentence. */
export function passedInWords(reason: Reason | null): string {
  return PASSED_WORDS[
    reason === WITHHELD ? reason : (PASS_REASONS.find((one) => one === reason) ?? 'no-verdict')
  ]
}

/** Who made an offer, where no badge can stand: "Quarry, a bot of Ruth", so that a program never passes for a person. */
export function sellerInWords({
  botName,
  isByProgram,
  seller,
}: {
  botName: string | null
  isByProgram: boolean
  seller: { name: string }
}): string {
  if (botName !== null) return `${botName}, a bot of ${seller.name}`
  return isByProgram ? `${seller.name}, by a program` : seller.name
}

/** Of an offer that came through a key of its seller's. */
export const BY_PROGRAM = 'Posted by a program with a key of its seller’s, which may have written it'

/** What stands behind the mark of a program; null where a person posted by hand. */
export function programInWords({
  botName,
  isByProgram,
  seller,
}: Parameters<typeof sellerInWords>[0]): string | null {
  if (botName !== null) return `A bot run by ${seller.name}`
  return isByProgram ? BY_PROGRAM : null
}

const ASK_KIND_WORDS: Record<AskKind, string> = {
  verify: 'a check whether it is true',
  exception: 'a search for exceptions',
  source: 'a question about its source',
  compare: 'a comparison',
  context: 'a question about what else matters',
  'follow-up': 'more about the question itself',
}

/** What a sub-question is for, as a noun: "a check whether it is true". */
export function askKindInWords(kind: AskKind): string {
  return ASK_KIND_WORDS[kind]
}

/** Why the agent asked a sub-question, as a sentence; the teasers are of the offers that it is about, null while sealed. */
export function whyAskedInWords(kind: AskKind, about: readonly (string | null)[]): string {
  const named = about.map((teaser) => (teaser === null ? 'a sealed offer' : `“${teaser}”`))
  const offers = named.length === 0 ? 'what was offered' : named.join(' and ')
  const before = named.length > 1 ? 'before it pays for any of them' : 'before it pays for it'
  switch (kind) {
    case 'verify':
      return `The agent wants to know whether ${offers} can be believed, ${before}.`
    case 'exception':
      return `The agent wants to know when ${offers} does not hold, ${before}.`
    case 'source':
      return `The agent wants to know where ${offers} comes from, ${before}.`
    case 'compare':
      return `The agent wants to know which of ${offers} holds, ${before}.`
    case 'context':
      return `The agent wants to know what else matters to ${offers}, ${before}.`
    case 'follow-up':
      return 'What was bought so far leaves something open, so the agent asks for more.'
  }
}

/** What a purchase answered, as a line below it; the teasers are of the offers that its question was about, null while sealed. */
export function answeredInWords(kind: AskKind, about: readonly (string | null)[]): string {
  const named = about.map((teaser) => (teaser === null ? 'a sealed offer' : `“${teaser}”`))
  return `Bought as the answer to ${ASK_KIND_WORDS[kind]}${named.length > 0 ? `, about ${named.join(' and ')}` : ''}`
}

/** Of an offer to a question that has ended, which nobody has read: its asker may take the question up again. */
export const COUNTER_WAITS = 'counter-offer waits'

/** Offers on a question, or on all of a tree. */
type Standing = {
  state: 'open' | 'bought' | 'passed' | 'withdrawn' | null
  isCounter: boolean
  firstReadAt: Date | null
}

/** Nobody has read it, and it is read only if its question is taken up again. */
export function isWaitingCounter({ state, isCounter, firstReadAt }: Standing): boolean {
  return state === 'open' && isCounter && firstReadAt === null
}

/** "2 bought, 3 not bought, 1 counter-offer waits": what stands open is not among what was left. */
export function standingInWords(offers: readonly Standing[]): string {
  const bought = offers.filter(({ state }) => state === 'bought').length
  const waiting = offers.filter(isWaitingCounter).length
  const open = offers.filter(({ state }) => state === 'open').length - waiting
  const left = offers.length - bought - waiting - open
  return [
    `${bought} bought`,
    left > 0 || offers.length === bought ? `${left} not bought` : '',
    open > 0 ? `${open} not decided` : '',
    waiting > 0 ? `${counted(waiting, 'counter-offer')} ${waiting === 1 ? 'waits' : 'wait'}` : '',
  ]
    .filter((part) => part !== '')
    .join(', ')
}

/** Why a part is not shown; a locked block says it in words. */
export const SEAL_REASONS = [
  'about-unbought',
  'asker-only',
  'quotes-unbought',
  'not-bought',
  'chosen',
  'buyer-only',
  'forgotten',
  'hidden',
] as const
export type SealReason = (typeof SEAL_REASONS)[number]

const SEAL_WORDS: Record<SealReason, string> = {
  'about-unbought':
    'Its words could give away an offer that was not bought. It opens for the asker when every offer it is about is bought.',
  'asker-only': 'Its words could give away what it is about. Only the asker, who bought that, can read it.',
  'quotes-unbought': 'It quotes an offer that was not bought. It was used for the decision and stays closed.',
  'not-bought': 'It was not bought, so only its seller can read it.',
  chosen:
    'It is one of several passages of its bot, chosen by what is checked. Its seller learns which one if it is bought, when the question has ended.',
  'buyer-only': 'It was bought for this question; only its buyer and its seller can read it.',
  forgotten:
    'It was withdrawn, or not bought long after its question ended, and was destroyed. Nobody can read it.',
  hidden: 'A moderator has hidden it. Its seller, and whoever bought it, still read it.',
}

/** Why a part is closed, and who may read it. */
export function sealInWords(seal: SealReason): string {
  return SEAL_WORDS[seal]
}
