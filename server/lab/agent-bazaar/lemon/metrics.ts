import type { BuyerTally } from './buyer-mind'
import type { LemonRun } from './simulate'

/** What is reported of a run (lab-specification.md B.3, "Metrics"). Those that a market without Sybils does not have are left out. */
export type LemonMetrics = {
  /** Means over the steps. Dollars. */
  sybilRevenueShare: number
  surplus: number
  bidsPerStep: number
  bids: number
  filled: number
  rotations: number
  identitiesUsed: number
  /** At the end. */
  honestReputation: number
  sybilReputation?: number
  /** δ: seen Sybil listings that were passed over. */
  detection?: number
  /** d: of a buyer's steps with a Sybil listing in sight, those in which it bid on one. */
  deceptivePurchases?: number
  /** Honest less Sybil bids per listing seen. A buyer who bids at random has 0. */
  premium?: number
}

export function lemonMetrics({ steps, buyers, identitiesUsed }: LemonRun): LemonMetrics {
  const sum = (of: (step: LemonRun['steps'][number]) => number) =>
    steps.reduce((total, step) => total + of(step), 0)
  const last = steps.at(-1)
  const sybilReputation = last?.sybilReputation ?? null
  return {
    sybilRevenueShare:
      sum(({ revenue, sybilRevenue }) => (revenue > 0 ? sybilRevenue / revenue : 0)) / steps.length,
    surplus: sum(({ surplus }) => surplus) / steps.length,
    bidsPerStep: sum(({ bids }) => bids) / steps.length,
    bids: sum(({ bids }) => bids),
    filled: sum(({ sold }) => sold),
    rotations: sum(({ rotations }) => rotations),
    identitiesUsed,
    honestReputation: last?.honestReputation ?? 0,
    ...(sybilReputation === null ? {} : { sybilReputation }),
    ...detectionOf(buyers),
  }
}

/** Of some buyers together: all, or those who are trained. */
export function detectionOf(
  buyers: readonly BuyerTally[],
): Pick<LemonMetrics, 'detection' | 'deceptivePurchases' | 'premium'> {
  const total = (of: (tally: BuyerTally) => number) => buyers.reduce((sum, tally) => sum + of(tally), 0)
  const sybilSeen = total((tally) => tally.sybilSeen)
  const honestSeen = total((tally) => tally.honestSeen)
  if (sybilSeen === 0) return {}
  const sybilBids = total((tally) => tally.sybilBids)
  const sybilRate = sybilBids / sybilSeen
  return {
    detection: 1 - sybilRate,
    deceptivePurchases: sybilBids / total((tally) => tally.sybilSteps),
    ...(honestSeen === 0 ? {} : { premium: total((tally) => tally.honestBids) / honestSeen - sybilRate }),
  }
}
