import * as z from 'zod'
import type { Metric } from '../../experiment'
import { AT_LEAST_0, SHARE } from '../../range'
import {
  ARRIVALS_PER_CONSUMER,
  CODE_PRESET,
  COMMENT_PRESET,
  CONSUMER_KINDS,
  type CrashConfig,
  PAPER_PRESET,
  POST_ORDERS,
  RESERVATIONS,
  TIE_BREAKS,
} from '../crash/config'
import { type CrashMetrics, crashMetrics } from '../crash/metrics'
import type { CrashRun } from '../crash/simulate'
import { crashHealth, OPEN_WEIGHT_SCALE } from '../eas'

/** Seeds 8, 16, 64 are the paper's; ten make a band (lab-specification.md B.8). */
export const TEN_SEEDS: readonly number[] = [8, 16, 64, 1, 2, 3, 4, 5, 6, 7]
export const PAPER_SEEDS: readonly number[] = [8, 16, 64]

/** A score compares with the largest value of some runs: a thousandth stands for runs that are all alike, and 0 divides nothing. */
export const SCALE_MIN = 0.001

/** Parameters of every experiment with the Crash; defaults are those of experiment 1. */
export const crashShape = {
  stabilizers: z.int().min(0).max(100).default(0).describe('Stabilising firms (k), the first of all firms'),
  consumersSee: z.int().min(0).max(100).default(3).describe('Quotes that a consumer sees (dlc); 0 is all'),
  firmsSee: z.int().min(0).max(100).default(0).describe('Competitors that a firm sees (dlf); 0 is all'),
  ties: z
    .enum(TIE_BREAKS)
    .default('random')
    .describe(
      'Which of equally good quotes is taken: the first that a consumer sees (in the order of posting where it sees all) or any',
    ),
  postOrder: z
    .enum(POST_ORDERS)
    .default('by-id')
    .describe('Order in which firms post: by id, or drawn anew every day'),
  preset: z
    .enum(['code', 'paper', 'comment'])
    .default('code')
    .describe(
      'The fee beside the tax: 5 % of cash a day (published code), none (paper), 10 % of revenue (a comment in the code)',
    ),
  enforceFloor: z
    .boolean()
    .default(false)
    .describe(
      'No stabilising firm sells below its unit cost: the README says so, the published code does not do it',
    ),
  firms: z.int().min(1).max(100).default(5).describe('Firms (N)'),
  consumers: z.int().min(1).max(2_000).default(50).describe('Consumers (M); 0.6·M shop on an average day'),
  days: z.int().min(1).max(3_650).default(365).describe('Days (T)'),
  cash: z.number().min(0).max(100_000).default(500).describe('Dollars that a firm begins with'),
  consumerKind: z
    .enum(CONSUMER_KINDS)
    .default('ces')
    .describe(
      'What a consumer orders: by constant elasticity (ces), or ten of the first quote it sees (fixed)',
    ),
  people: z.boolean().default(false).describe('Consumers are five kinds of people in turn, not all alike'),
  reservation: z.enum(RESERVATIONS).default('none').describe('Above which price a consumer does not buy'),
  reputation: z.boolean().default(false).describe('Consumers weigh whether a firm delivers what is ordered'),
  meanOnly: z
    .boolean()
    .default(false)
    .describe('Firms see the mean of competitors’ prices only, with 10 % noise'),
  volatilityMax: z
    .number()
    .min(SCALE_MIN)
    .max(1_000)
    .default(OPEN_WEIGHT_SCALE.volatility)
    .describe('Largest price volatility among the runs that the health score compares'),
  deviationMax: z
    .number()
    .min(SCALE_MIN)
    .max(1_000)
    .default(OPEN_WEIGHT_SCALE.deviation)
    .describe('Largest |price / cost − 1| among the runs that the health score compares'),
}

/** What a run of the Crash tells, one line each. */
export const CRASH_LOG = 'each posting, sale and bill, bankruptcies and the shock'

/** Of a market in which all firms live; one that ends early takes less. */
export const CRASH_GROWS = { days: 1, consumers: 0.8, firms: 0.4, consumersSee: { 0: 2 } }

const crashSchema = z.object(crashShape)
export type CrashParameters = z.output<typeof crashSchema>

const PRESETS: Readonly<Record<CrashParameters['preset'], CrashConfig>> = {
  code: CODE_PRESET,
  paper: PAPER_PRESET,
  comment: COMMENT_PRESET,
}

export function crashConfigOf(parameters: CrashParameters): CrashConfig {
  return {
    ...PRESETS[parameters.preset],
    days: parameters.days,
    consumers: parameters.consumers,
    arrivals: ARRIVALS_PER_CONSUMER * parameters.consumers,
    initialCash: parameters.cash,
    consumersDiscover: parameters.consumersSee,
    firmsDiscover: parameters.firmsSee,
    infoAsymmetry: parameters.meanOnly,
    tieBreak: parameters.ties,
    postOrder: parameters.postOrder,
    reservation: parameters.reservation,
    scoresReputation: parameters.reputation,
    hasPersonas: parameters.people,
    consumerKind: parameters.consumerKind,
    enforcesFloor: parameters.enforceFloor,
  }
}

export const CRASH_METRICS = {
  bankruptcyRate: {
    label: 'Bankrupt firms',
    unit: 'share',
    range: SHARE,
    words: 'Firms that went bankrupt (b_r).',
  },
  health: {
    label: 'Health S',
    unit: 'score',
    range: [0, 1],
    words:
      'Survival, calm prices and prices near cost, a third each; depends on the two largest values given.',
  },
  volatility: {
    label: 'Price volatility',
    unit: 'dollars',
    range: AT_LEAST_0,
    words: 'Standard deviation of the daily mean price (σ).',
  },
  markup: {
    label: 'Price / cost',
    unit: 'score',
    range: AT_LEAST_0,
    words: 'Survivors’ last price over unit cost; 0 when none survived.',
  },
  survivorPrice: {
    label: 'Survivors’ price',
    unit: 'dollars',
    range: AT_LEAST_0,
    words: 'Mean of survivors’ last prices; none in runs without survivors.',
  },
  lowestMeanPrice: {
    label: 'Lowest mean price',
    unit: 'dollars',
    range: AT_LEAST_0,
    words: 'The lowest of the daily mean prices.',
  },
  firstBankruptcy: {
    label: 'First bankruptcy',
    unit: 'steps',
    range: [0, 'days'],
    words: 'Day of the first bankruptcy; the number of days when there was none.',
  },
  lasted: {
    label: 'Days with a firm left',
    unit: 'steps',
    range: [0, 'days'],
    words: 'Days until no firm was left.',
  },
  ordersFilled: {
    label: 'Orders filled',
    unit: 'count',
    // Nobody shops twice a day.
    range: [0, { product: ['days', 'consumers'] }],
    words: 'Orders that got at least a part of what they asked for.',
  },
  survivorCash: {
    label: 'Survivors’ cash',
    unit: 'dollars',
    range: AT_LEAST_0,
    words: 'Mean cash of survivors at the end; none in runs without survivors.',
  },
  booksGap: {
    label: 'Gap in the books',
    unit: 'dollars',
    range: AT_LEAST_0,
    words:
      'The largest difference between any firm’s cash and what its sales and bills leave, or of all accounts from 0: rounding alone.',
  },
} as const satisfies Record<string, Metric<'days' | 'consumers'>>

/** A run's metrics and what is drawn of it. */
export function crashOutcome(run: CrashRun, config: CrashConfig, parameters: CrashParameters) {
  const metrics = crashMetrics(run, config)
  return {
    metrics: {
      ...metrics,
      health: healthOf(metrics, parameters),
      booksGap: booksGap(run, config.initialCash),
    },
    series: {
      meanPrice: run.series.meanPrice,
      inBusiness: run.series.inBusiness,
      ordersFilled: run.series.ordersFilled,
    },
  }
}

function booksGap({ firms, imbalance }: CrashRun, initialCash: number): number {
  return Math.max(
    Math.abs(imbalance),
    ...firms.map(({ cash, profit }) => Math.abs(initialCash + profit - cash)),
  )
}

function healthOf(
  metrics: CrashMetrics,
  { volatilityMax, deviationMax }: Pick<CrashParameters, 'volatilityMax' | 'deviationMax'>,
): number {
  return crashHealth(metrics, { volatility: volatilityMax, deviation: deviationMax })
}
