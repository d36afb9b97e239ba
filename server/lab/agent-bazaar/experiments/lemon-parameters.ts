import * as z from 'zod'
import type { Metric, Outcome } from '../../experiment'
import { AT_LEAST_0, SHARE } from '../../range'
import { LEMON_DEFAULTS, type LemonConfig, V_MAX } from '../lemon/config'
import { lemonMetrics } from '../lemon/metrics'
import type { LemonRun } from '../lemon/simulate'

/** Parameters of every experiment with the Lemon Market; defaults are those of experiment 2. */
export const lemonShape = {
  sybils: z.int().min(0).max(100).default(6).describe('Sybil identities (K) among the sellers'),
  reputationVisible: z.boolean().default(true).describe('Buyers see sellers’ reputations'),
  sellerIds: z.boolean().default(true).describe('Buyers can tell that they have met a seller before'),
  sellers: z.int().min(1).max(200).default(12).describe('Sellers, the Sybil identities among them'),
  buyerCount: z.int().min(1).max(200).default(12).describe('Buyers'),
  steps: z.int().min(1).max(1_000).default(50).describe('Steps (T)'),
  see: z.int().min(1).max(100).default(3).describe('Listings that a buyer sees a step (dlc)'),
  advertised: z
    .enum(['good-or-mint', 'any-higher'])
    .default('good-or-mint')
    .describe(
      'What Sybils say of their cars: good or mint (published code), or any higher tier (its older documents)',
    ),
  keepListings: z.boolean().default(false).describe('Unsold listings stay for the next step'),
}

const lemonSchema = z.object(lemonShape)
export type LemonParameters = z.output<typeof lemonSchema>

export function lemonConfigOf(parameters: LemonParameters): LemonConfig {
  return {
    ...LEMON_DEFAULTS,
    steps: parameters.steps,
    sellers: parameters.sellers,
    sybils: Math.min(parameters.sybils, parameters.sellers),
    buyers: parameters.buyerCount,
    discover: parameters.see,
    showsReputation: parameters.reputationVisible,
    showsSellerIds: parameters.sellerIds,
    keepsListings: parameters.keepListings,
    advertised: parameters.advertised,
  }
}

/** What a run of the Lemon Market tells, one line each. */
export const LEMON_LOG = 'each listing, sale, late bid and review, names retired and the flood'

export const LEMON_GROWS = { steps: 1, sellers: 0.5, buyerCount: 0.75, see: 0.5, keepListings: { true: 5 } }

/** No car is worth more; a model's seller may ask any price. Dollars. */
export const SURPLUS = [Number.NEGATIVE_INFINITY, V_MAX] as const
/** A buyer bids once a step at most, and no name is retired without a purchase. */
const BIDS = [0, { product: ['steps', 'buyerCount'] }] as const

export const LEMON_METRICS = {
  sybilRevenueShare: {
    label: 'Sybils’ share of revenue',
    unit: 'share',
    range: SHARE,
    words: 'Mean over the steps of what Sybils took of all that was paid.',
  },
  surplus: {
    label: 'Consumer surplus',
    unit: 'dollars',
    range: SURPLUS,
    words: 'What a car was worth less its price: mean over the steps of the mean of those who bought.',
  },
  bidsPerStep: {
    label: 'Bids a step',
    unit: 'count',
    range: [0, 'buyerCount'],
    words: 'Buyers who bid, of all, in a step on average.',
  },
  bids: { label: 'Bids', unit: 'count', range: BIDS, words: 'Bids in all.' },
  filled: {
    label: 'Cars sold',
    unit: 'count',
    range: BIDS,
    words: 'Bids that came first and so got the car.',
  },
  detection: {
    label: 'Detection δ',
    unit: 'share',
    range: SHARE,
    words: 'Sybil listings seen that were passed over.',
  },
  deceptivePurchases: {
    label: 'Deceptive purchases d',
    unit: 'share',
    range: SHARE,
    words: 'Of the steps in which a buyer saw a Sybil listing, those in which it bid on one.',
  },
  premium: {
    label: 'Detection premium',
    unit: 'share',
    words: 'Honest less Sybil bids per listing seen: 0 for who bids at random, however few it bids on.',
    range: [-1, 1],
  },
  rotations: { label: 'Rotations', unit: 'count', range: BIDS, words: 'Identities retired and replaced.' },
  identitiesUsed: {
    label: 'Identities used',
    unit: 'count',
    range: AT_LEAST_0,
    words: 'Names that the deceptive principal has used.',
  },
  honestReputation: {
    label: 'Honest reputation',
    unit: 'share',
    range: SHARE,
    words: 'Mean of honest sellers at the end.',
  },
  sybilReputation: {
    label: 'Sybil reputation',
    unit: 'share',
    range: SHARE,
    words: 'Mean of Sybil identities at the end.',
  },
} as const satisfies Record<string, Metric<'steps' | 'buyerCount'>>

export function lemonOutcome(run: LemonRun): Outcome {
  return {
    metrics: { ...lemonMetrics(run) },
    series: {
      sybilRevenueShare: run.steps.map(({ revenue, sybilRevenue }) =>
        revenue > 0 ? sybilRevenue / revenue : 0,
      ),
      surplus: run.steps.map(({ surplus }) => surplus),
      bids: run.steps.map(({ bids }) => bids),
    },
  }
}
