import type { SealReason, SeenOffer } from '@/server/contract/market'
import type { TreeContext, TreeOffer } from '@/server/tree/contract'

/** The closed lists of the market in words a newcomer understands. Pure text: no picture, no React. */

export type ReasonCode = NonNullable<TreeOffer['reason']>
export type AskKindCode = NonNullable<TreeContext['askKind']>

const REASON_WORDS: Record<ReasonCode, string> = {
  'worth-its-price': 'worth its price',
  decisive: 'it decides the matter',
  corroborates: 'it backs up what another offer says',
  irrelevant: 'it does not bear on the question',
  'too-expensive': 'too expensive for what it adds',
  redundant: 'it says what another offer says already',
  unconvincing: 'its claims are not backed up',
  contradicted: 'other information contradicts it',
  'misleading-teaser': 'the teaser promises more than the text keeps',
  'over-budget': 'the budget does not reach that far',
  'not-read': 'it was never read: other offers were chosen, or it came too late',
  'no-verdict': 'the inspection ended without a verdict on it',
  'needs-check': 'it needs a check first',
}

/** Why an offer was bought, left or held, as the end of a sentence: "bought: worth its price". */
export function reasonInWords(reason: ReasonCode): string {
  return REASON_WORDS[reason]
}

/** Who made an offer, where no badge can stand: "Quarry, a bot of Ruth", so that a program never passes for a person. */
export function sellerInWords({ botName, seller }: Pick<SeenOffer, 'botName' | 'seller'>): string {
  return botName === null ? seller.name : `${botName}, a bot of ${seller.name}`
}

const ASK_KIND_WORDS: Record<AskKindCode, string> = {
  verify: 'a check whether it is true',
  exception: 'a search for exceptions',
  source: 'a question about its source',
  compare: 'a comparison',
  context: 'a question about what else matters',
}

/** What a sub-question is for, as a noun: "a check whether it is true". */
export function askKindInWords(kind: AskKindCode): string {
  return ASK_KIND_WORDS[kind]
}

const SEAL_WORDS: Record<SealReason, string> = {
  'about-unbought':
    'It is about an offer that was not bought, and its words could give that offer away. It opens if the offer is bought.',
  'quotes-unbought': 'It quotes an offer that was not bought. It was used for the decision and stays closed.',
  'not-bought': 'It was not bought, so only its seller can read it.',
  'buyer-only': 'It was bought for this question; only its buyer and its seller can read it.',
}

/** Why a part is closed, and who may read it. */
export function sealInWords(seal: SealReason): string {
  return SEAL_WORDS[seal]
}

/** "1 offer", "3 offers", "2 questions". */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** How long something took: "<0.1 s", "0.4 s", "12 s", "3 min", "2.5 h", "4 days". */
export function durationInWords(milliseconds: number): string {
  if (milliseconds < SECOND_MS / 20) return '<0.1 s'
  if (milliseconds < 10 * SECOND_MS) return `${(milliseconds / SECOND_MS).toFixed(1)} s`
  if (milliseconds < MINUTE_MS - SECOND_MS / 2) return `${Math.round(milliseconds / SECOND_MS)} s`
  if (milliseconds < HOUR_MS - MINUTE_MS / 2) return `${Math.round(milliseconds / MINUTE_MS)} min`
  if (milliseconds < DAY_MS) return `${Number((milliseconds / HOUR_MS).toFixed(1))} h`
  return counted(Math.round(milliseconds / DAY_MS), 'day')
}
