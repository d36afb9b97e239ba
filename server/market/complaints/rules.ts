import type { COMPLAINT_ANSWERS, COMPLAINT_DECIDERS, COMPLAINT_KINDS } from '../../words/complaints'

/**
 * What a complaint comes to by itself, pure. The inspector has read teaser and text, so it may tell whether the one keeps to the other; whether
 * what is said is true it may not, and then a moderator decides, or nobody in time.
 */

const HOUR_MS = 3_600_000

/** A seller who sleeps, travels or has a weekend is still heard. */
export const ANSWER_HOURS = 72
/** From then a moderator has a week; after it the rule decides, so that nothing waits for ever. */
export const DECIDE_HOURS = 168

/** Over so long a buyer's refunds are held against what they spent. */
export const CAP_WINDOW_DAYS = 90
/** Of what was spent in that time, so much may come back: who has every fifth credit refunded reads for less, not for nothing. */
const CAP_PERCENT = 20n
/** And 5 credits in any case: somebody who has bought little can still be wronged once. */
export const CAP_FLOOR_MICROS = 5_000_000n

/** When nobody has decided and the seller said nothing: half, for nobody contradicted and nobody showed it. */
const SILENT_NUMERATOR = 1n
const SILENT_DENOMINATOR = 2n

export type Deadlines = { answerUntil: Date; decideUntil: Date }

export function deadlinesFrom(filedAt: Date): Deadlines {
  const answerUntil = new Date(filedAt.getTime() + ANSWER_HOURS * HOUR_MS)
  return { answerUntil, decideUntil: new Date(answerUntil.getTime() + DECIDE_HOURS * HOUR_MS) }
}

export type Heard = Deadlines & {
  kind: (typeof COMPLAINT_KINDS)[number]
  answer: (typeof COMPLAINT_ANSWERS)[number] | null
  /** As an inspector that read both has told; null where none has. */
  isTeaserFair: boolean | null
  /** The most that can come back. */
  pendingMicros: bigint
}

export type Ruled = { refundMicros: bigint; by: Exclude<(typeof COMPLAINT_DECIDERS)[number], 'moderator'> }

/** Both sides were heard, or one had its time. */
export function isHeard({ answer, answerUntil }: Pick<Heard, 'answer' | 'answerUntil'>, now: Date): boolean {
  return answer !== null || now >= answerUntil
}

/** What a rule decides now; null while it is a moderator's. Before the cap. */
export function ruleOn(complaint: Heard, now: Date): Ruled | null {
  const { kind, answer, isTeaserFair, pendingMicros, decideUntil } = complaint
  if (answer === 'agreed') return { refundMicros: pendingMicros, by: 'seller' }
  if (!isHeard(complaint, now)) return null
  if (kind === 'teaser-unfair' && isTeaserFair === false)
    return { refundMicros: pendingMicros, by: 'inspector' }
  if (now < decideUntil) return null
  const half = (pendingMicros * SILENT_NUMERATOR) / SILENT_DENOMINATOR
  return { refundMicros: answer === null ? half : 0n, by: 'time' }
}

/**
 * What a buyer may still have refunded against their sellers' word: of what they spent in the window, less what came back in it without a
 * seller's agreeing.
 */
export function refundLeft({
  spentMicros,
  refundedMicros,
}: {
  spentMicros: bigint
  refundedMicros: bigint
}): bigint {
  const share = (spentMicros * CAP_PERCENT) / 100n
  const cap = share > CAP_FLOOR_MICROS ? share : CAP_FLOOR_MICROS
  return cap > refundedMicros ? cap - refundedMicros : 0n
}

/**
 * Of what is refunded, what goes back to the buyer's own credits; the rest came out of their allowance of a day and goes back there. The allowance
 * of a question is spent first, so what was spent of one's own is spent beyond it.
 */
export function ownPartOf(
  refundMicros: bigint,
  tree: {
    /** Out of the budget of the question. */
    spentMicros: bigint
    allowanceMicros: bigint
    /** Of it, to the buyer's own credits, by earlier refunds. */
    returnedMicros: bigint
  },
): bigint {
  const own = tree.spentMicros - tree.allowanceMicros - tree.returnedMicros
  if (own <= 0n) return 0n
  return own < refundMicros ? own : refundMicros
}

/** A share as everybody may see it: whole twentieths, rounded up, so that no single purchase shows in it. */
export function shareShown(partMicros: bigint, wholeMicros: bigint): number {
  if (wholeMicros <= 0n || partMicros <= 0n) return 0
  const steps = (partMicros * 20n + wholeMicros - 1n) / wholeMicros
  return Number(steps > 20n ? 20n : steps) * 5
}
