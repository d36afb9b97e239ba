/** All that an inspector can say of an offer or a sub-question; what it costs to say it stands in `bits.ts`. */

/** Why an offer was bought. */
export const BUY_REASONS = ['worth-its-price', 'decisive', 'corroborates'] as const
/** Why an offer was left; all that is kept of the inspector's opinion of an unbought offer (design, section 5). */
export const PASS_REASONS = [
  'irrelevant',
  'too-expensive',
  'redundant',
  'unconvincing',
  'contradicted',
  'misleading-teaser',
  'over-budget',
  'not-read',
  'no-verdict',
] as const
/**
 * An offer left on the table while sub-questions are open: because they are about it, or because nothing is decided before they are
 * answered. What is reserved is held with the others, so nobody sees it.
 */
export const HOLD_REASONS = ['needs-check', 'undecided'] as const

/** In place of why an offer was bought or left, when that would tell more than a run may tell (`bits.ts`). */
export const WITHHELD = 'withheld' as const

export const REASONS = [...BUY_REASONS, ...PASS_REASONS, ...HOLD_REASONS, WITHHELD] as const
export type BuyReason = (typeof BUY_REASONS)[number]
export type PassReason = (typeof PASS_REASONS)[number]
/** A reason as it is told. */
export type Told<R> = R | typeof WITHHELD
export type HoldReason = (typeof HOLD_REASONS)[number]
export type Reason = (typeof REASONS)[number]

/**
 * Why an inspection is paused, in four kinds: no reply came, none that could be used, the model's server refuses us, or something is
 * wrong on our side. `WITHHELD` where more would tell too much.
 */
export const PAUSE_KINDS = ['no-reply', 'unusable-reply', 'operator', 'ours'] as const
export type PauseKind = (typeof PAUSE_KINDS)[number]

/** What a sub-question is for. */
export const ASK_KINDS = ['verify', 'exception', 'source', 'compare', 'context', 'follow-up'] as const
export type AskKind = (typeof ASK_KINDS)[number]

/** An answer that a question of a tree gets before the last: its first, and as its follow-ups refined it. */
export const ANSWERS_ON_THE_WAY = ['first', 'refined'] as const
export type AnswerOnTheWay = (typeof ANSWERS_ON_THE_WAY)[number]
/** 0: none is written yet; 1: the first is, or its follow-ups are open; 2: it is refined. */
export type AnswerStage = 0 | 1 | 2
