/** What a car is worth at most, in dollars; a tier's value is its quality times this (AB §3.2, lab-specification.md B.3). */
export const V_MAX = 50_000

export const TIERS = ['mint', 'good', 'fair', 'poor'] as const
export type Tier = (typeof TIERS)[number]

export const QUALITY: Readonly<Record<Tier, number>> = { mint: 1, good: 0.7, fair: 0.4, poor: 0.1 }

/** Usual prices of a tier, as shares of `V_MAX`. */
export const BRACKETS: Readonly<Record<Tier, readonly [low: number, high: number]>> = {
  mint: [0.85, 1],
  good: [0.55, 0.8],
  fair: [0.28, 0.52],
  poor: [0.05, 0.18],
}

/** All that a Sybil ever has to sell. */
export const SYBIL_TIER: Tier = 'poor'

/** What it is advertised as, drawn for each step: the code's two tiers, or any higher one (its older documents and tests). */
export const ADVERTISED: Readonly<Record<'good-or-mint' | 'any-higher', readonly Tier[]>> = {
  'good-or-mint': ['good', 'mint'],
  'any-higher': ['fair', 'good', 'mint'],
}

export const SYBIL_STYLES = ['formal', 'casual', 'technical', 'brief', 'detailed'] as const
export type SybilStyle = (typeof SYBIL_STYLES)[number]

/** The Lemon Market: amounts in dollars, one car per seller a step. */
export type LemonConfig = {
  steps: number
  /** Sybil identities among them; the rest is honest. */
  sellers: number
  sybils: number
  buyers: number
  /** Listings that a buyer sees a step. */
  discover: number
  initialReputation: number
  /** Votes that make up a reputation. */
  voteWindow: number
  /** Below this an identity is retired and replaced. */
  reputationMin: number
  showsReputation: boolean
  /** Off: buyers cannot tell that they have met a seller before. */
  showsSellerIds: boolean
  /** Unsold listings stay for the next step. */
  keepsListings: boolean
  advertised: keyof typeof ADVERTISED
  initialCash: number
  /** Of a seller's cash, a step. */
  feeRate: number
  /** From this step on so many Sybil identities (experiment 3). */
  shock: { step: number; sybils: number } | null
}

/** Experiment 2 (ab:scripts/exp2.py; AB §5.2). */
export const LEMON_DEFAULTS: LemonConfig = {
  steps: 50,
  sellers: 12,
  sybils: 6,
  buyers: 12,
  discover: 3,
  initialReputation: 0.8,
  voteWindow: 10,
  reputationMin: 0.3,
  showsReputation: true,
  showsSellerIds: true,
  keepsListings: false,
  advertised: 'good-or-mint',
  initialCash: 500,
  feeRate: 0.05,
  shock: null,
}

/** Experiment 3's flood: so many that four of five sellers are Sybils (4·(12 − 6) = 24 beside 6 honest ones). */
export function floodedSybils({ sellers, sybils }: Pick<LemonConfig, 'sellers' | 'sybils'>): number {
  return 4 * (sellers - sybils)
}
