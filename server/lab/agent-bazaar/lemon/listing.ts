import type { Tier } from './config'

/** A car on sale: its true tier is known to the market and its seller alone. */
export type Listing = {
  id: string
  seller: string
  isSybil: boolean
  tier: Tier
  price: number
  description: string
  /** Its seller's when it was posted. */
  reputation: number
}
