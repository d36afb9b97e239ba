import type { Published } from '../../experiment'

/** Figures of the Agent Bazaar that were printed elsewhere, as lab-specification.md B.4 to B.8 has them. */

const REF = 'lab-specification.md B.8, runs of the published code'
const SCRIPTED = 'scripted policies in the published code'

type Band = number | readonly [number, number]
type Cell = {
  see: number
  ties: 'first' | 'random'
  rate: readonly Band[]
  lowest: readonly Band[]
  lasted: readonly (Band | null)[]
}

const KS = [0, 1, 3, 5] as const

/** Undercutters and k stabilisers. "Lowest price" there is the lowest daily mean, as its cells with stabilisers show. */
const CELLS: readonly Cell[] = [
  ...(['first', 'random'] as const).map((ties) => ({
    see: 1,
    ties,
    rate: [1, 0.8, 0.4, 0],
    lowest: [0.78, 0.91, 1.2, 1.5],
    lasted: [[62, 63], 365, 365, 365] as const,
  })),
  { see: 3, ties: 'first', rate: [1, 1, 0.8, 0], lowest: [0.78, 0.76, 1.2, 1.5], lasted: [62, 38, 365, 365] },
  {
    see: 3,
    ties: 'random',
    rate: [1, 1, 0.4, 0],
    lowest: [0.78, 0.76, 1.2, 1.5],
    lasted: [[62, 63], 38, 365, 365],
  },
  {
    see: 5,
    ties: 'first',
    rate: [0.8, 0.8, 0.8, 0.8],
    lowest: [[0.92, 0.98], [0.86, 1.04], 1.25, 1.5],
    lasted: [365, 365, 365, 365],
  },
  { see: 5, ties: 'random', rate: [1, 1, 1, 0], lowest: [0.78, 0.76, 0.76, 1.5], lasted: [62, 38, 38, 365] },
]

export const UNDERCUTTER_REFERENCE: readonly Published[] = CELLS.flatMap(
  ({ see, ties, rate, lowest, lasted }) =>
    KS.flatMap((stabilizers, index) =>
      Object.entries({ bankruptcyRate: rate, lowestMeanPrice: lowest, lasted }).flatMap(
        ([metric, values]) => {
          const value = values[index] ?? null
          const at = { others: 'undercutter', consumersSee: see, ties, stabilizers }
          return value === null ? [] : [{ at, metric, value, by: SCRIPTED, source: REF, beside: 'expected' }]
        },
      ),
    ),
)

export const FIXED_REFERENCE: readonly Published[] = (['first', 'random'] as const).flatMap((ties) =>
  [1, 3, 5].flatMap((consumersSee): Published[] => {
    const isStarved = ties === 'first' && consumersSee === 5
    const at = { others: 'fixed', stabilizers: 0, consumersSee, ties }
    return [
      {
        at,
        metric: 'bankruptcyRate',
        value: isStarved ? 0.8 : 0,
        by: SCRIPTED,
        source: REF,
        beside: 'expected',
      },
      {
        at,
        metric: 'survivorCash',
        value: isStarved ? [379, 543] : ties === 'first' ? [40, 131] : [34, 141],
        by: SCRIPTED,
        source: REF,
        beside: 'expected',
      },
    ]
  }),
)

/** Mean bankruptcy rate of experiment 1, by model and discovery limit, for k = 0 … 5 (null: no cached run). */
const SWEEP: readonly (readonly [model: string, see: number, rates: readonly (number | null)[]])[] = [
  ['Gemini 3 Flash', 1, [0.53, 0.47, 0.4, 0.2, 0.13, 0]],
  ['Gemini 3 Flash', 3, [0.87, 0.93, 0.8, 0.93, 0.33, 0.07]],
  ['Gemini 3 Flash', 5, [0.87, 0.87, 0.8, 0.87, 0.8, 0.67]],
  ['Sonnet 4.6', 1, [null, 0.07, null, 0.13, null, 0.07]],
  ['Sonnet 4.6', 3, [0, 0.27, null, 0.33, null, 0.6]],
  ['Sonnet 4.6', 5, [null, 0.87, null, 0.8, null, 0.8]],
  ['GPT 5.4', 1, [null, 0.33, null, 0.13, null, 0]],
  ['GPT 5.4', 3, [0.67, 0.93, null, 0.8, null, 0.8]],
  ['GPT 5.4', 5, [null, 0.87, null, 0.87, null, 0.8]],
]

/** Cells of the sweep are of three seeds, but for this one. */
const isOneSeed = (model: string, see: number, stabilizers: number) =>
  model === 'Sonnet 4.6' && see === 3 && stabilizers === 0

/** Health S of experiment 1 at discovery limit 3, for k = 0, 1, 3, 5. */
const HEALTH: readonly (readonly [model: string, scores: readonly number[]])[] = [
  ['Gemini 3 Flash', [0.46, 0.23, 0.23, 0.97]],
  ['GPT 5.4', [0.53, 0.19, 0.69, 0.72]],
  ['Sonnet 4.6', [0.99, 0.86, 0.86, 0.57]],
]

export const MODEL_SWEEP: readonly Published[] = [
  ...SWEEP.flatMap(([by, consumersSee, rates]) =>
    rates.flatMap((value, stabilizers): Published[] =>
      value === null
        ? []
        : [
            {
              at: { consumersSee, stabilizers },
              metric: 'bankruptcyRate',
              value,
              by: isOneSeed(by, consumersSee, stabilizers) ? `${by} (1 seed)` : by,
              source: 'AB Fig 3, figure caches',
            },
          ],
    ),
  ),
  ...HEALTH.flatMap(([by, scores]) =>
    scores.map((value, index) => ({
      at: { consumersSee: 3, stabilizers: KS[index] ?? 0 },
      metric: 'health',
      value,
      by,
      source: 'AB exp1, figure caches',
    })),
  ),
]

/** Of experiment 1 without stabilisers: when firms begin to fail, and what the last one asks. */
const COLLAPSE_CACHE: readonly Published[] = [
  ...(
    [
      [1, 150],
      [3, 69],
      [5, 25],
    ] as const
  ).map(([consumersSee, value]) => ({
    at: { consumersSee, stabilizers: 0 },
    metric: 'firstBankruptcy',
    value,
    by: 'Gemini 3 Flash, about',
    source: 'AB exp1, figure caches',
  })),
  {
    at: { consumersSee: 3, stabilizers: 0 },
    metric: 'survivorPrice',
    value: [3.14, 3.7],
    by: 'Gemini 3 Flash',
    source: 'AB exp1, figure caches',
  },
]

/** Bankruptcy rates of experiment 5, by what firms see of each other (1, 3, 5), at discovery limit 3. */
const FIRMS_SEE: readonly (readonly [k: number, rates: readonly number[]])[] = [
  [0, [0.8, 0.87, 0.87]],
  [1, [0.93, 1, 0.8]],
  [3, [0.87, 0.87, 0.87]],
  [5, [0.47, 0.8, 0.33]],
]
export const FIRMS_SEE_CACHE: readonly Published[] = FIRMS_SEE.flatMap(([stabilizers, rates]) =>
  rates.map((value, index) => ({
    at: { firmsSee: [1, 3, 5][index] ?? 0, consumersSee: 3, stabilizers },
    metric: 'bankruptcyRate',
    value,
    by: 'Gemini 3 Flash',
    source: 'AB exp5, figure caches',
  })),
)

/** What stands beside a Crash with a model: experiments 1 and 5. */
export const MODEL_CRASH: readonly Published[] = [...MODEL_SWEEP, ...COLLAPSE_CACHE, ...FIRMS_SEE_CACHE]

/** Bankruptcy rates of experiment 6 (1 − survival), for k = 0, 3, 5. */
export const PERSONA_CACHE: readonly Published[] = [
  { people: false, survival: [0.13, 0.13, 0.33] },
  { people: true, survival: [0.33, 0.4, 0.73] },
].flatMap(({ people, survival }) =>
  survival.map((alive, index) => ({
    at: { people, stabilizers: [0, 3, 5][index] ?? 0 },
    metric: 'bankruptcyRate',
    value: Number((1 - alive).toFixed(2)),
    by: 'Gemini 3 Flash',
    source: 'AB exp6, figure caches',
  })),
)

/** Volatility and survivors' price of experiment 6, for k = 0, 3, 5. */
const PERSONA_PRICES: readonly Published[] = [
  { people: false, volatility: [0.75, 0.44, 0.04], survivorPrice: [2.4, 2, 1.47] },
  { people: true, volatility: [0.29, 0.24, 0.04], survivorPrice: [1.46, 1.55, 1.5] },
].flatMap(({ people, ...metrics }) =>
  Object.entries(metrics).flatMap(([metric, values]) =>
    values.map((value, index) => ({
      at: { people, stabilizers: [0, 3, 5][index] ?? 0 },
      metric,
      value,
      by: 'Gemini 3 Flash',
      source: 'AB exp6, figure caches',
    })),
  ),
)
/** What stands beside a Crash with five kinds of customers. */
export const PEOPLE_CRASH: readonly Published[] = [...PERSONA_CACHE, ...PERSONA_PRICES]

/** Random buyers and FIXED sellers, from 2000 simulated runs and arithmetic; scripted guardians from the published code. */
export const LEMON_REFERENCE: readonly Published[] = [
  ...[
    { sybils: 3, share: 0.343, surplus: -9_400 },
    { sybils: 6, share: 0.607, surplus: -18_800 },
    { sybils: 9, share: 0.822, surplus: -28_100 },
  ].flatMap(({ sybils, share, surplus }) => {
    const at = { buyers: 'random', sybils }
    const origin = {
      by: '2000 simulated runs',
      source: 'lab-specification.md B.8, B11',
      beside: 'expected' as const,
    }
    return [
      { at, metric: 'sybilRevenueShare', value: share, ...origin },
      { at, metric: 'surplus', value: surplus, ...origin },
      { at, metric: 'filled', value: 388.7, ...origin },
      { at, metric: 'detection', value: 0.667, ...origin },
    ]
  }),
  ...[
    { sybils: 3, bids: 597, hidden: 0.325 },
    { sybils: 6, bids: 550, hidden: 0.566 },
    { sybils: 9, bids: 380, hidden: 0.779 },
  ].flatMap(({ sybils, bids, hidden }): Published[] => {
    const at = { buyers: 'guardian', sybils, reputationVisible: true }
    const origin = { by: SCRIPTED, source: REF, beside: 'expected' as const }
    return [
      { at, metric: 'sybilRevenueShare', value: [0.013, 0.043], ...origin },
      { at, metric: 'bids', value: bids, ...origin },
      { at: { ...at, reputationVisible: false }, metric: 'sybilRevenueShare', value: hidden, ...origin },
    ]
  }),
]

/** Experiment 2 by buyer model: Sybil revenue share with reputation visible and hidden, and premium, K = 3, 6, 9; surplus and bids a step at K = 0, 3, 6, 9. */
const LEMON_SWEEP = [
  {
    by: 'Gemini 3 Flash',
    visible: [0.062, 0.17, 0.261],
    hidden: [0.267, 0.394, 0.503],
    surplus: [1_068, -953, -3_993, -6_884],
    premium: [0.268, 0.382, 0.468],
    bids: [11, 10.9, 10.1, 7.2],
  },
  {
    by: 'GPT 5.4',
    visible: [0.051, 0.138, 0.285],
    hidden: [0.142, 0.288, 0.425],
    surplus: [916, -715, -2_985, -7_550],
    premium: [0.303, 0.347, 0.44],
    bids: [9.5, 9.6, 8.5, 6.1],
  },
  {
    by: 'Sonnet 4.6',
    visible: [0.031, 0.129, 0.227],
    hidden: [0.18, 0.277, 0.297],
    surplus: [964, -485, -2_603, -5_637],
    premium: [0.241, 0.444, 0.552],
    bids: [11.1, 5.4, 10, 7],
  },
]

export const MODEL_LEMON: readonly Published[] = [
  ...LEMON_SWEEP.flatMap(({ by, visible, hidden, surplus, premium, bids }) => {
    const source = 'AB Fig 4, figure caches'
    const at = (sybils: number, reputationVisible: boolean) => ({
      buyers: 'guardian',
      sybils,
      reputationVisible,
    })
    const each = (metric: string, values: readonly number[], sybils: readonly number[], isVisible: boolean) =>
      values.map((value, index) => ({ at: at(sybils[index] ?? 0, isVisible), metric, value, by, source }))
    return [
      ...each('sybilRevenueShare', visible, [3, 6, 9], true),
      ...each('sybilRevenueShare', hidden, [3, 6, 9], false),
      ...each('surplus', surplus, [0, 3, 6, 9], true),
      ...each('premium', premium, [3, 6, 9], true),
      ...each('bidsPerStep', bids, [0, 3, 6, 9], true),
    ]
  }),
  {
    at: { buyers: 'base', sybils: 6, reputationVisible: true },
    metric: 'sybilRevenueShare',
    value: 0.272,
    by: 'Gemini 3 Flash',
    source: 'AB Fig 4d, figure caches',
  },
  ...Object.entries({ sybilRevenueShare: 0.23, surplus: -5_700, premium: 0.345 }).map(([metric, value]) => ({
    at: { buyers: 'guardian', sybils: 6, reputationVisible: true, sellerIds: false },
    metric,
    value,
    by: 'Gemini 3 Flash',
    source: 'AB exp2.2, figure caches',
  })),
]
