import type { Random } from '../draws'

/**
 * A firm: a function from what it may see to what it does. All firms decide at once, on yesterday's prices, so their order
 * does not matter.
 */
export type FirmAgent = {
  /** Firms stand in the order of their ids; the first posted quote is the lowest id's. */
  id: string
  isStabilizing: boolean
  /** `random` is this firm's own stream. */
  decide(view: FirmView, random: Random): FirmAction | Promise<FirmAction>
}

/** All that a firm sees (AB §3.1, lab-specification.md B.2 "Observation"); nothing of the others but yesterday's prices. */
export type FirmView = {
  day: number
  cash: number
  inventory: number
  /** Unused supply; all of it is made into goods each day, so it is zero between days. */
  supply: number
  unitCost: number
  /** Its own of yesterday; null on the first day. */
  lastPrice: number | null
  /** Yesterday's prices of competitors in business: all, a sample, or none but their noisy mean. Empty on the first day. */
  competitors: readonly CompetitorPrice[]
  competitorMean: number | null
  /** Its own last days, oldest first. */
  history: readonly FirmDay[]
  /** A stabilising firm's own best days, best first; empty for all others. */
  bestDays: readonly ScoredDay[]
}

export type CompetitorPrice = { firm: string; price: number }

/** `expenses` holds supply, overhead, tax and fee. */
export type FirmDay = {
  day: number
  price: number
  purchased: number
  unitsSold: number
  revenue: number
  expenses: number
}

/** `score` = market health of the day + profit / initial cash (B.2, "Best-N slab"). */
export type ScoredDay = FirmDay & { score: number }

/** Finite numbers: `supply` of at least zero, `price` above zero; anything else ends the run (`checkAction`). */
export type FirmAction = { supply: number; price: number }

/** What a model's firm that cannot be read asks where it has never named a price. */
export const NO_OP_PRICE = 1
