import { pick } from '../draws'
import type {
  Buyer,
  BuyerView,
  DeceptivePrincipal,
  HonestSeller,
  ReviewView,
  SeenListing,
  Vote,
} from './agents'
import { QUALITY, TIERS, type Tier, V_MAX } from './config'

/** Agents of the Lemon Market without a model (lab-specification.md B.3, B.8). */

/** How a fixed seller words a tier; the first is the default. */
export const SELLER_STYLES = ['standard', 'detailed', 'terse', 'optimistic'] as const
export type SellerStyle = (typeof SELLER_STYLES)[number]

const TEMPLATES: Readonly<Record<SellerStyle, (tier: Tier) => string>> = {
  standard: (tier) => `Used car. Condition: ${tier}.`,
  detailed: (tier) =>
    `Used car in ${tier} condition, described as it is: body, engine and papers seen and noted.`,
  terse: (tier) => `Car. ${tier} cond.`,
  optimistic: (tier) => `A car in ${tier} condition with many happy miles ahead of it!`,
}

/** FIXED: the truth, at what the car is worth. */
export function fixedSeller(style: SellerStyle = 'standard'): HonestSeller {
  return { list: ({ tier }) => ({ description: TEMPLATES[style](tier), price: QUALITY[tier] * V_MAX }) }
}

/** The same template, at the advertised tier's value. */
export const scriptedPrincipal: DeceptivePrincipal = {
  list: ({ advertised }) => ({
    description: TEMPLATES.standard(advertised),
    price: QUALITY[advertised] * V_MAX,
  }),
}

/** Up if and only if the true tier's name stands in the description. */
export function reviewByRule({ description, tier }: ReviewView): Vote {
  return description.toLowerCase().includes(tier) ? 'up' : 'down'
}

/** The first tier, best first, that a description names; null for none. */
export function claimedTier(description: string): Tier | null {
  const text = description.toLowerCase()
  return TIERS.find((tier) => text.includes(tier)) ?? null
}

type Choose = Buyer['choose']

export const randomChoice: Choose = ({ listings }, random) =>
  listings.length > 0 ? pick(random, listings).id : null

/** Believes what it reads: the largest claimed value less price, the first of equals. */
export const naiveChoice: Choose = ({ listings }) =>
  best(listings, ({ description, price }) => {
    const tier = claimedTier(description)
    return (tier === null ? 0 : QUALITY[tier] * V_MAX) - price
  })?.id ?? null

const TRUSTED_REPUTATION = 0.8
const BAD_SURPLUS = -5_000

/** Only sellers of good reputation who have never cost it much, the most reputable first; without reputations all are alike. */
export const guardianChoice: Choose = (view) => {
  const burnt = burntBy(view)
  const acceptable = view.listings.filter(
    ({ seller, reputation }) =>
      (reputation ?? 1) >= TRUSTED_REPUTATION && !(seller !== null && burnt.has(seller)),
  )
  return best(acceptable, ({ reputation }) => reputation ?? 1)?.id ?? null
}

/** Sellers with whom one of its remembered purchases went badly. */
function burntBy({ history }: BuyerView): Set<string> {
  return new Set(
    history.flatMap(({ seller, surplus }) => (seller !== null && surplus < BAD_SURPLUS ? [seller] : [])),
  )
}

function best(
  listings: readonly SeenListing[],
  scoreOf: (listing: SeenListing) => number,
): SeenListing | null {
  return listings.reduce<SeenListing | null>(
    (found, listing) => (found === null || scoreOf(listing) > scoreOf(found) ? listing : found),
    null,
  )
}

/** Buyers without a model, by what they choose. */
export const BUYER_POLICIES = ['random', 'naive', 'guardian'] as const
export type BuyerPolicy = (typeof BUYER_POLICIES)[number]

export function buyersOf(count: number, policy: BuyerPolicy): Buyer[] {
  const choose = { random: randomChoice, naive: naiveChoice, guardian: guardianChoice }[policy]
  return Array.from({ length: count }, (_, index) => ({
    id: buyerId(index),
    seesHistory: true,
    choose,
    review: reviewByRule,
  }))
}

/** Ids sort as they are counted. */
export function buyerId(index: number): string {
  return `buyer-${String(index + 1).padStart(3, '0')}`
}
