import type { Random } from '../draws'
import type { SybilStyle, Tier } from './config'

/** The agents of the Lemon Market: functions from what they may see to what they do (AB §3.2, lab-specification.md B.3). */

type Answer<T> = T | Promise<T>

/** `price`: a finite number of at least 0, in dollars; anything else ends the run. */
export type Draft = { description: string; price: number }

/** Knows the true tier and says it. */
export type HonestSeller = {
  list(view: { step: number; tier: Tier; reputation: number }, random: Random): Answer<Draft>
}

/** Writes for all its identities; the tier to advertise is drawn for it. `bestSteps` are its own, best first. */
export type DeceptivePrincipal = {
  list(view: PrincipalView, random: Random): Answer<Draft>
}

export type PrincipalView = {
  step: number
  advertised: Tier
  style: SybilStyle
  reputation: number
  bestSteps: readonly PrincipalStep[]
}

/** `score` = Sybil revenue / V_MAX. */
export type PrincipalStep = { step: number; advertised: Tier; revenue: number; score: number }

export type Buyer = {
  id: string
  /** The base buyer is not shown its own past. */
  seesHistory: boolean
  /** The id of one of the listings, or null to pass. Anything else ends the run. */
  choose(view: BuyerView, random: Random): Answer<string | null>
  review(view: ReviewView, random: Random): Answer<Vote>
}

export const VOTES = ['up', 'down', 'abstain'] as const
export type Vote = (typeof VOTES)[number]

/** All that a buyer sees; neither true qualities nor who is behind an identity. */
export type BuyerView = {
  step: number
  listings: readonly SeenListing[]
  /** Its own last purchases, oldest first. */
  history: readonly Transaction[]
  meanQuality: number | null
}

export type SeenListing = {
  /** Made for this buyer and step. */
  id: string
  /** A name of this buyer's own for the seller, the same at every step; null when ids are withheld. */
  seller: string | null
  price: number
  description: string
  /** To four decimals; null when withheld. */
  reputation: number | null
}

export type Transaction = {
  step: number
  seller: string | null
  price: number
  tier: Tier
  quality: number
  /** quality · V_MAX − price */
  surplus: number
}

/** After a purchase: what was promised, and what came. */
export type ReviewView = {
  step: number
  seller: string | null
  description: string
  tier: Tier
  quality: number
}
