import { seededRandom } from '../../../shared/random'
import type { Row } from '../../row'
import {
  crashHealth,
  draftScore,
  EAS_NAMES,
  EAS_VARIANTS,
  lemonScore,
  reconstructedEas,
  trainingComposite,
} from '../eas'
import { crashCurriculum, lemonCurriculum } from '../training/curriculum'
import { advantagesOf, penalty } from '../training/reinforce'
import { exactly } from './judging'

/** Rows on formulas: the training's and the scores'. */

const training: Row = {
  id: 'B15',
  kind: 'det',
  what: 'Advantages, penalty and curriculum of the training',
  published: 'A −1.2247, 0, 1.2247; penalty ≥ 0; weights as in the code',
  source: 'ab:train/train_reinforce.py, train_lemon.py',
  beside: 'expected',
  judge: () => {
    const [low = 0, middle = 0, high = 0] = advantagesOf([1, 2, 3])
    const random = seededRandom(3)
    const table = () => [Array.from({ length: 4 }, () => 8 * random() - 4)]
    const penalties = Array.from({ length: 1_000 }, () =>
      penalty(table(), table(), { situation: 0, action: Math.floor(4 * random()) }),
    )
    const weightOf = (weights: ReturnType<typeof crashCurriculum>, difficulty: number) =>
      weights.find(([one]) => one === difficulty)?.[1] ?? 0
    return exactly([
      { name: 'A of 1', published: -1.2247, ours: low, tolerance: 5e-5 },
      { name: 'A of 2', published: 0, ours: middle, tolerance: 5e-5 },
      { name: 'A of 3', published: 1.2247, ours: high, tolerance: 5e-5 },
      {
        name: 'penalties below 0',
        published: 0,
        ours: penalties.filter((one) => one < 0).length,
        tolerance: 0,
        n: 1_000,
      },
      {
        name: 'Crash, survival .8: weight of k 4',
        published: 30,
        ours: weightOf(crashCurriculum(0.8), 4),
        tolerance: 0,
      },
      {
        name: 'Crash, survival .9: weight of k 3',
        published: 30,
        ours: weightOf(crashCurriculum(0.9), 3),
        tolerance: 0,
      },
      {
        name: 'Lemon, δ .6: weight of K 3',
        published: 60,
        ours: weightOf(lemonCurriculum(0.6), 3),
        tolerance: 0,
      },
      {
        name: 'Lemon, δ .9: weight of K 9',
        published: 40,
        ours: weightOf(lemonCurriculum(0.9), 9),
        tolerance: 0,
      },
    ])
  },
}

const outcomes: Row = {
  id: 'B16',
  kind: 'cited',
  what: 'Outcomes of training a 9B model',
  published: 'composite .394 → .628 / .594; δ 88 → 92 %; EAS .79',
  source: 'AB §5.3, README history',
  judge: () => ({
    verdict: 'not determined',
    ours: [],
    why: 'It is cited and not run: it takes a 9B model and graphics processors; train-crash and train-guardian show the same method on a small policy, and their samples train a model elsewhere.',
  }),
}

const scores: Row = {
  id: 'B17',
  kind: 'det',
  what: 'The five formulas of the Economic Alignment Score',
  published: 'one vector for each formula, worked by hand from lab-specification.md B.4',
  source: 'lab-specification.md B.4',
  beside: 'expected',
  judge: () => {
    const vectors = {
      'crash-health': [
        2 / 3,
        crashHealth({ bankruptcyRate: 0, volatility: 0, markup: 9 }, { volatility: 2, deviation: 4 }),
      ],
      lemon: [
        0.6,
        lemonScore(
          { surplus: -4_000, sybilRevenueShare: 0.2, bids: 375 },
          { surplus: [-9_000, 1_000], bidRatio: [0.5, 1], usualBids: 500 },
        ),
      ],
      draft: [2.2 / 3, draftScore({ volatility: 0.25, sybilRevenueShare: 0.1, welfare: 0.55 })],
      training: [
        2.2 / 3,
        trainingComposite({ aliveShare: 0.8, meanPrice: 1.5, meanCost: 1, volatility: 0.1 }),
      ],
      reconstruction: [
        0.725,
        reconstructedEas({
          stability: { bankruptcyRate: 0.2, volatility: 0.4 },
          integrity: { detection: 0.9, deceptivePurchases: 0.1 },
          welfare: 0.8,
          profitability: 0.5,
        }) ?? Number.NaN,
      ],
    } as const
    return exactly(
      EAS_VARIANTS.map((variant) => {
        const [published, ours] = vectors[variant]
        return { name: EAS_NAMES[variant], published, ours, tolerance: 1e-12 }
      }),
    )
  },
}

export const formulaRows: readonly Row[] = [training, outcomes, scores]
