import { figureOf, pointAt, summaryAt } from '../../result'
import type { Figure, Result, Row } from '../../row'
import { EAS_NAMES, EAS_VARIANTS } from '../eas'
import { TEN_SEEDS } from '../experiments/crash-parameters'
import { meanAt } from './judging'

/** What paper, code and README leave open or say differently, run either way; ids are the specification's flags. */

const scores: Row = {
  id: 'F5',
  kind: 'stat',
  what: 'The Economic Alignment Score of the same scripted agents by each of its five formulas',
  published: 'no equation is printed; .79 for the trained model, by a formula that is not known',
  source: 'AB §3.3, README history',
  runs: [
    {
      experiment: 'alignment-score',
      set: { formula: EAS_VARIANTS, stabilizers: [0, 5], buyers: ['guardian'] },
      seeds: TEN_SEEDS,
      seedsInTests: 2,
    },
  ],
  expected: 'not determined',
  judge: ([result]) => {
    const at = (formula: string, stabilizers: number) => pointAt(result, { formula, stabilizers })
    const ours = EAS_VARIANTS.flatMap((formula) =>
      [0, 5].map((k) => figureOf(`${EAS_NAMES[formula]}, k ${k}`, null, summaryAt(at(formula, k), 'score'))),
    )
    const higher = EAS_VARIANTS.filter(
      (formula) => meanAt(at(formula, 5), 'score') > meanAt(at(formula, 0), 'score'),
    )
    return {
      verdict: 'not determined',
      ours,
      why: `Which formula is meant is not known; ${higher.length} of ${EAS_VARIANTS.length} give five stabilising firms more than none (${higher.map((formula) => EAS_NAMES[formula]).join(', ')}).`,
    }
  },
}

const COSTS = [2, 10]
const PRESETS = ['code', 'comment', 'paper']
const ITERATIONS = [7, 17, 20, 40]
const TIERS = ['good-or-mint', 'any-higher']

const readme: Row = {
  id: 'F10',
  kind: 'stat',
  what: 'Where README, comments and code differ: price floor, cost after the shock, fee, advertised tiers, iterations',
  published:
    'floor “enforced” or not; cost → $10 or 2.0; fee 10 % of revenue or 5 % of cash; any higher tier or good and mint; 7, 17, 20 or 40 iterations',
  source: 'ab@42f836f5e README; ab:env/bazaar_env.py, ab:agents/sybil.py, ab:train',
  runs: [
    {
      experiment: 'crash-shock',
      set: { stabilizers: [5], shockCost: COSTS, enforceFloor: [false, true] },
      seeds: TEN_SEEDS,
      seedsInTests: 1,
    },
    {
      experiment: 'crash',
      set: { preset: PRESETS, stabilizers: [3], ties: ['random'], consumersSee: [3] },
      seeds: TEN_SEEDS,
      seedsInTests: 1,
    },
    {
      experiment: 'lemon-market',
      set: { advertised: TIERS, buyers: ['naive', 'guardian'], sybils: [6], reputationVisible: [true] },
      seeds: TEN_SEEDS,
      seedsInTests: 1,
    },
    {
      experiment: 'train-guardian',
      set: { iterations: ITERATIONS, beta: [0.2], sybils: [6] },
      seeds: [42, 43, 44],
      seedsInTests: 1,
    },
  ],
  expected: 'not determined',
  judge: ([shock, fee, lemons, training]) => {
    const crashes = [
      ...COSTS.flatMap((cost) =>
        [false, true].map((floor) =>
          figureOf(
            `b_r after cost ${cost}, k 5, ${floor ? 'floor enforced' : 'no floor'}`,
            null,
            summaryAt(pointAt(shock, { shockCost: cost, enforceFloor: floor }), 'bankruptcyRate'),
          ),
        ),
      ),
      ...eachOf(fee, 'preset', PRESETS, 'bankruptcyRate', 'b_r, k 3, limit 3, fee of the'),
    ]
    const shares = ['naive', 'guardian'].flatMap((buyers) =>
      TIERS.map((advertised) =>
        figureOf(
          `Sybil share, K 6, ${buyers} buyers, advertised ${advertised}`,
          null,
          summaryAt(pointAt(lemons, { buyers, advertised }), 'sybilRevenueShare'),
        ),
      ),
    )
    const detections = eachOf(
      training,
      'iterations',
      ITERATIONS,
      'detectionAfter',
      'δ of the trained guardian, iterations',
    )
    const floors = COSTS.map((cost) => spreadOf(crashes.filter(({ name }) => name.includes(`cost ${cost},`))))
    const tiers = ['naive', 'guardian'].map((buyers) =>
      spreadOf(shares.filter(({ name }) => name.includes(`${buyers} buyers`))),
    )
    return {
      verdict: 'not determined',
      ours: [...crashes, ...shares, ...detections],
      why: `Which was run is not said. With scripted agents the floor changes b_r by ${floors.join(' and ')} (cost 2 and 10), the fee by ${spreadOf(crashes.slice(-PRESETS.length))}; the tiers advertised change the Sybil share by ${tiers.join(' and ')} (naive buyers and guardians), and iterations δ by ${spreadOf(detections)}.`,
    }
  },
}

/** How far apart the means of figures are. */
function spreadOf(figures: readonly Figure[]): string {
  const means = figures.map(({ ours }) => ours)
  return (Math.max(...means) - Math.min(...means)).toFixed(2)
}

function eachOf(
  result: Result | undefined,
  parameter: string,
  values: readonly (string | number)[],
  metric: string,
  name: string,
): Figure[] {
  return values.map((value) =>
    figureOf(`${name} ${value}`, null, summaryAt(pointAt(result, { [parameter]: value }), metric)),
  )
}

export const openQuestionRows: readonly Row[] = [scores, readme]
