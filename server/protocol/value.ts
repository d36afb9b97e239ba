import type { ClaimVerdict } from './decision'

/**
 * The marginal value mechanism: after each purchase the recommended decision is noted; when the decision is final each
 * purchase is worth what it changed, judged by everything bought. Source: "Extrapolating Volition…", definition 4.1:
 * R^n = E[U(x⁰ₙ) − U(x⁰ₙ₋₁) − p(x^n) | x¹ … x^N]. Prices stay in micro-credits and are reported beside the gain, because
 * a utility has no exchange rate.
 */

/**
 * A recommendation: the probability that a claim is true, or that what is forecast comes, with what the claim is held to be where that was
 * said; or a utility for each option of a choice.
 */
export type Recommendation =
  | { kind: 'belief'; probability: number; verdict?: ClaimVerdict | null }
  | { kind: 'choice'; utilities: readonly number[] }

/** A probability of exactly 0 or 1 would make one wrong purchase infinitely bad. */
const PROBABILITY_FLOOR = 0.001

export type MarginalValue = {
  /** Bits for a belief, utility units for a choice; positive when the purchase moved the decision the right way. */
  gain: number
  unit: 'bits' | 'utility'
  /** True when the recommended decision itself became another one. */
  hasChangedDecision: boolean
}

/**
 * `trail[0]` is the recommendation with nothing bought, `trail[k]` after the k-th purchase; the last one is final. Returns
 * one value per purchase. `resolved` replaces the final probability once the truth of a claim is known.
 *
 * @throws Error when the trail is empty or mixes kinds.
 */
export function marginalValues(
  trail: readonly Recommendation[],
  resolved: boolean | null = null,
): MarginalValue[] {
  const final = trail[trail.length - 1]
  if (!final) throw new Error('A decision has at least the recommendation made with nothing bought')
  return trail.slice(1).map((after, index) => {
    const before = trail[index]
    if (!before || before.kind !== after.kind) throw new Error('A trail keeps to one kind of decision')
    return valueOfStep(before, after, final, resolved)
  })
}

function valueOfStep(
  before: Recommendation,
  after: Recommendation,
  final: Recommendation,
  resolved: boolean | null,
): MarginalValue {
  if (before.kind === 'belief' && after.kind === 'belief' && final.kind === 'belief') {
    const truth = resolved === null ? bounded(final.probability) : resolved ? 1 : 0
    const gain = expectedLogScore(truth, after.probability) - expectedLogScore(truth, before.probability)
    return { gain, unit: 'bits', hasChangedDecision: before.probability >= 0.5 !== after.probability >= 0.5 }
  }
  if (before.kind === 'choice' && after.kind === 'choice' && final.kind === 'choice') {
    const gain = worthOf(after, final) - worthOf(before, final)
    return { gain, unit: 'utility', hasChangedDecision: !areSameDecision(before, after) }
  }
  throw new Error('A trail keeps to one kind of decision')
}

/**
 * What it is worth to decide by `recommended` when `final` is what is right to think: the expected log score of a probability, in bits; the
 * utility of the recommended option. Where several options are recommended alike, whoever follows takes any of them: their mean.
 *
 * @throws Error when the two are not of one kind.
 */
export function worthOf(recommended: Recommendation, final: Recommendation): number {
  if (recommended.kind === 'belief' && final.kind === 'belief')
    return expectedLogScore(bounded(final.probability), recommended.probability)
  if (recommended.kind === 'choice' && final.kind === 'choice') {
    const best = bestOptions(recommended.utilities)
    return best.reduce((sum, option) => sum + (final.utilities[option] ?? 0), 0) / best.length
  }
  throw new Error('A trail keeps to one kind of decision')
}

/** The least and the most that any recommendation of this kind can be worth. */
export function worthBounds(final: Recommendation): { least: number; most: number } {
  if (final.kind === 'choice')
    return { least: Math.min(...final.utilities), most: Math.max(...final.utilities) }
  const truth = bounded(final.probability)
  return {
    least: Math.min(expectedLogScore(truth, 0), expectedLogScore(truth, 1)),
    most: expectedLogScore(truth, truth),
  }
}

/** Whoever reads them decides alike: the same options are best, or the probabilities are the same whole percent, in the same words. */
export function areSameDecision(one: Recommendation, other: Recommendation): boolean {
  if (one.kind === 'belief' && other.kind === 'belief')
    return (
      Math.round(one.probability * 100) === Math.round(other.probability * 100) &&
      (one.verdict ?? null) === (other.verdict ?? null)
    )
  if (one.kind === 'choice' && other.kind === 'choice')
    return bestOptions(one.utilities).join() === bestOptions(other.utilities).join()
  throw new Error('A trail keeps to one kind of decision')
}

function bestOptions(utilities: readonly number[]): number[] {
  const most = Math.max(...utilities)
  return utilities.flatMap((utility, option) => (utility === most ? [option] : []))
}

/** Index of the best option; the first of equals, so that nothing changes without a reason. */
export function bestOption(utilities: readonly number[]): number {
  return utilities.reduce(
    (best, utility, index) => (utility > (utilities[best] ?? -Infinity) ? index : best),
    0,
  )
}

/** Expected log score in bits of reporting `probability` when the event has probability `truth`. */
export function expectedLogScore(truth: number, probability: number): number {
  const p = bounded(probability)
  return truth * Math.log2(p) + (1 - truth) * Math.log2(1 - p)
}

function bounded(probability: number): number {
  return Math.min(1 - PROBABILITY_FLOOR, Math.max(PROBABILITY_FLOOR, probability))
}
