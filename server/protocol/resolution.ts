import type { DecisionKind, Outcome, Resolver, ResolverRole } from './decision'
import { CLAIM_VERDICTS, FORECAST_OUTCOMES } from './decision'
import { expectedLogScore, marginalValues, type Recommendation } from './value'

/**
 * What becomes of a question once the truth is known: who may say so and when, and how the probabilities that were told before
 * compare with it. Scores are proper: who reports what they believe expects the most (Good 1952; Brier 1950).
 */

/** How a question of this kind may be resolved; none for one that has no truth of its own. */
export function outcomesFor(kind: DecisionKind): readonly Outcome[] {
  if (kind === 'forecast') return FORECAST_OUTCOMES
  return kind === 'belief' ? CLAIM_VERDICTS : []
}

/**
 * Whether what was told a probability turned out to be so; null where nobody is scored: a forecast that is void, a claim that is neither
 * true nor false.
 */
export function truthOf(outcome: Outcome): boolean | null {
  if (outcome === 'yes' || outcome === 'true') return true
  return outcome === 'no' || outcome === 'false' ? false : null
}

/** Why a question cannot be resolved now by who asks to; or as whom they do it. */
export type MayResolve =
  | { may: true; as: ResolverRole }
  /**
   * `kind`: it has no outcome. `open`: its reading has not ended. `early`: its outcome is not due. `others`: it is another's to tell.
   * `told`: it is told, and only an operator corrects it.
   */
  | { may: false; why: 'kind' | 'open' | 'early' | 'others' | 'told' }

export type ResolveCase = {
  kind: DecisionKind
  /** Its reading ended, and was not stopped. */
  hasEnded: boolean
  /** Of a forecast; null for a claim, whose truth may be known at any time. */
  resolvesAt: Date | null
  resolver: Resolver | null
  /** An outcome stands. */
  isTold: boolean
  isAsker: boolean
  /** What else they are in this market. */
  office: 'moderator' | 'operator' | null
  now: Date
}

/** The first outcome is told by whom the question names, or by a moderator or operator; a correction is an operator's. */
export function mayResolve(one: ResolveCase): MayResolve {
  if (outcomesFor(one.kind).length === 0) return { may: false, why: 'kind' }
  const isOwnToTell = one.isAsker && one.resolver !== 'operator'
  if (!isOwnToTell && one.office === null) return { may: false, why: 'others' }
  if (!one.hasEnded) return { may: false, why: 'open' }
  if (one.resolvesAt !== null && one.now < one.resolvesAt) return { may: false, why: 'early' }
  if (one.isTold)
    return one.office === 'operator' ? { may: true, as: 'operator' } : { may: false, why: 'told' }
  if (isOwnToTell) return { may: true, as: 'asker' }
  return { may: true, as: one.office ?? 'asker' }
}

/** Log score in bits: 0 for certainty that was right, below 0 for anything else. Bounded as in `expectedLogScore`. */
export function logScore(probability: number, isTrue: boolean): number {
  return expectedLogScore(isTrue ? 1 : 0, probability)
}

/** Squared distance from the truth: 0 is best, 1 worst, 0.25 for whoever always says one half. */
export function brierScore(probability: number, isTrue: boolean): number {
  return (probability - (isTrue ? 1 : 0)) ** 2
}

/**
 * What each purchase changed against the truth, in bits, in the order bought. They add up to the log score of the last probability less
 * that of the first. None where nobody is scored, and where a probability of the trail is missing.
 */
export function scoresOf(
  trail: readonly (Recommendation | { kind: 'open' })[],
  outcome: Outcome,
): number[] | null {
  const isTrue = truthOf(outcome)
  const told = trail.filter((step) => step.kind === 'belief')
  if (isTrue === null || told.length === 0 || told.length !== trail.length) return null
  return marginalValues(told, isTrue).map(({ gain }) => gain)
}

/** A probability and what came of it. */
export type Judged = { probability: number; isTrue: boolean }

/** Ten bands of ten percent: the usual reliability diagram. */
export const CALIBRATION_BANDS = 10

export type CalibrationBand = {
  /** From here … */
  from: number
  /** … to here, which is part of the last band only. */
  to: number
  n: number
  /** Mean of what was told; null where nothing was. */
  told: number | null
  /** Share of it that turned out to be so; null where nothing was told. */
  came: number | null
}

export type Calibration = {
  n: number
  /** Means; null where nothing was judged. */
  brier: number | null
  logScore: number | null
  bands: CalibrationBand[]
}

/** How probabilities kept their word: of what was told at about 70 %, how much came. */
export function calibrationOf(judged: readonly Judged[]): Calibration {
  const bands = Array.from({ length: CALIBRATION_BANDS }, (_, index): CalibrationBand => {
    const inside = judged.filter(({ probability }) => bandOf(probability) === index)
    return {
      from: index / CALIBRATION_BANDS,
      to: (index + 1) / CALIBRATION_BANDS,
      n: inside.length,
      told: meanOf(inside.map(({ probability }) => probability)),
      came: meanOf(inside.map(({ isTrue }) => (isTrue ? 1 : 0))),
    }
  })
  return {
    n: judged.length,
    brier: meanOf(judged.map(({ probability, isTrue }) => brierScore(probability, isTrue))),
    logScore: meanOf(judged.map(({ probability, isTrue }) => logScore(probability, isTrue))),
    bands,
  }
}

function bandOf(probability: number): number {
  return Math.min(CALIBRATION_BANDS - 1, Math.floor(probability * CALIBRATION_BANDS))
}

function meanOf(figures: readonly number[]): number | null {
  return figures.length === 0 ? null : figures.reduce((sum, figure) => sum + figure, 0) / figures.length
}

/**
 * How much of a total lies with how few: the sum of squared shares, from 1/n where all have the same to 1 where one has everything
 * (Herfindahl–Hirschman index). Null where there is nothing to share.
 */
export function concentrationOf(amounts: readonly bigint[]): number | null {
  const total = Number(amounts.reduce((sum, amount) => sum + amount, 0n))
  if (total <= 0) return null
  return amounts.reduce((sum, amount) => sum + (Number(amount) / total) ** 2, 0)
}

/**
 * How much prices moved: the standard deviation (of a sample) of these, divided by their mean. Days without one are passed over. Null with
 * fewer than two.
 */
export function volatilityOf(prices: readonly (bigint | null)[]): number | null {
  const known = prices.flatMap((price) => (price === null ? [] : [Number(price)]))
  const mean = known.reduce((sum, price) => sum + price, 0) / known.length
  if (known.length < 2 || mean <= 0) return null
  const squares = known.reduce((sum, price) => sum + (price - mean) ** 2, 0)
  return Math.sqrt(squares / (known.length - 1)) / mean
}
