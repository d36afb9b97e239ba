import { V_MAX } from '../lemon/config'

/** What an episode is worth; every action in it shares the return (lab-specification.md B.7). */

const WEIGHTS = [0.4, 0.3, 0.3] as const
const SURVIVAL_BONUS = 5

export type CrashEpisode = {
  steps: number
  firms: number
  alive: number
  stabilizers: number
  stabilizersAlive: number
  /** Of all stabilisers together, in dollars. */
  stabilizerProfit: number
  /** Days of any stabiliser with a price of at least its cost. */
  stabilizerDaysAtCost: number
}

/**
 * 0.4·(profit of the stabilisers a day) + 0.3·(share alive) + 0.3·(days at cost / days) + 5 when any stabiliser is alive.
 * The published code counts the third over every stabiliser, so that it can reach k; here it is divided by k unless `paperCompat`.
 */
export function crashReturn(episode: CrashEpisode, paperCompat = false): number {
  const { steps, firms, alive, stabilizers, stabilizersAlive, stabilizerProfit, stabilizerDaysAtCost } =
    episode
  if (steps === 0) return 0
  const counted = paperCompat ? 1 : Math.max(1, stabilizers)
  return (
    WEIGHTS[0] * (stabilizerProfit / steps) +
    WEIGHTS[1] * (alive / firms) +
    WEIGHTS[2] * (stabilizerDaysAtCost / (steps * counted)) +
    (stabilizersAlive > 0 ? SURVIVAL_BONUS : 0)
  )
}

/** Surpluses in dollars, over the whole episode: the trained buyer's and all buyers'. */
export type LemonEpisode = {
  steps: number
  buyers: number
  detection: number
  surplus: number
  allSurplus: number
}

/** 0.4·δ + 0.3·surplus/(steps·V_MAX) + 0.3·(all buyers' surplus)/(buyers·steps·V_MAX). */
export function lemonReturn({ steps, buyers, detection, surplus, allSurplus }: LemonEpisode): number {
  const most = steps * V_MAX
  return WEIGHTS[0] * detection + WEIGHTS[1] * (surplus / most) + WEIGHTS[2] * (allSurplus / (buyers * most))
}
