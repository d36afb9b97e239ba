import { SHARE } from '../../range'
import { figureOf, pointAt, summaryAt, valuesAt } from '../../result'
import type { Figure, Point, Result, Row } from '../../row'
import { summaryOf, wilsonInterval } from '../../statistics'
import { type Game, shuffledRatings } from '../elo'
import { BUDGETS, PAIRS } from '../experiments/budget-elo'
import { SPEND_BUDGETS } from '../experiments/equal-spend'
import { MATRIX_RATINGS } from '../experiments/model-ranking'
import { seedsFrom } from '../experiments/model-tools'
import { tossProbability } from '../judge'

/** Rows about the market as a whole: IB section 4.2. */

const SEEDS = seedsFrom(1, 10)
/** Of a derived rating, and of its deviation. */
const RATING_BAND = 5

const publishedMatrix: Row = {
  id: 'A3',
  kind: 'stat',
  what: 'Elo of the published model matrix, 1000 orders',
  published: '≈ 1557 / 1488 / 1455, SD ≈ 27, each ± 5',
  source: 'IB Figure 6a, DER',
  beside: 'expected',
  runs: [{ experiment: 'elo-of-the-published-matrix', seeds: SEEDS, seedsInTests: 2 }],
  judge([result]) {
    const point = pointAt(result, {})
    const ours = Object.entries(MATRIX_RATINGS).map(([name, published]) =>
      figureOf(name, published, summaryAt(point, name)),
    )
    const far = ours.filter((figure) => Math.abs(figure.ours - Number(figure.published)) > RATING_BAND)
    return {
      verdict: far.length === 0 ? 'reproduced' : 'not reproduced',
      ours,
      why:
        far.length === 0
          ? 'All are within 5 points.'
          : `Off by more than 5: ${far.map(({ name }) => name).join(', ')}.`,
    }
  },
}

const SPREAD = 60
const NOTEBOOK: Readonly<Record<number, number>> = { 5: 1447, 50: 1491, 100: 1508, 200: 1554 }

function judgeRatings(figures: readonly Figure[], why: string) {
  const ratings = figures.map(({ ours }) => ours)
  const rises = ratings.every((rating, at) => at === 0 || rating > (ratings[at - 1] ?? rating))
  const spread = (ratings.at(-1) ?? 0) - (ratings[0] ?? 0)
  return {
    verdict: rises && spread >= SPREAD ? ('reproduced' as const) : ('not reproduced' as const),
    ours: [...figures],
    why: `Ratings ${rises ? 'rise with the budget, by' : 'do not rise with each budget; they change by'} ${spread.toFixed(0)} points from first to last; ${why}.`,
  }
}

const scriptedBudgets: Row = {
  id: 'A14',
  kind: 'stat',
  what: 'Budget and Elo, judged by facts',
  published: '1447, 1491, 1508, 1554 (SD 34) at 5, 50, 100, 200; strictly rising, spread ≥ 60',
  source: 'IB Figure 5 left, ib:notebooks/ploterrito',
  runs: [{ experiment: 'budget-elo', seeds: SEEDS, seedsInTests: 1 }],
  judge([result]) {
    const point = pointAt(result, {})
    const ratings = BUDGETS.map((budget) =>
      figureOf(`Elo at ${budget}`, NOTEBOOK[budget] ?? null, summaryAt(point, `elo${budget}`)),
    )
    const finding = judgeRatings(
      ratings,
      'a judge that counts facts spreads them further than one that reads',
    )
    const facts = BUDGETS.map((budget) =>
      figureOf(`facts at ${budget}`, null, summaryAt(point, `coverage${budget}`)),
    )
    return { ...finding, ours: [...finding.ours, ...facts] }
  },
}

/** The games behind scores of 0, ½ and 1: a half is one game for each, so that all comparisons count as two. */
function gamesBehind(point: Point): Game[] {
  return PAIRS.flatMap(({ low, high }) =>
    valuesAt(point, `score${high}over${low}`).flatMap((score): Game[] => {
      const up = { winner: `${high}`, loser: `${low}` }
      const down = { winner: `${low}`, loser: `${high}` }
      return score === 1 ? [up, up] : score === 0 ? [down, down] : [up, down]
    }),
  )
}

const modelBudgets: Row = {
  id: 'A14',
  kind: 'llm',
  what: 'Budget and Elo with a language model',
  published: '1447, 1491, 1508, 1554 (SD 34) at 5, 50, 100, 200; strictly rising, spread ≥ 60',
  source: 'IB Figure 5 left, ib:notebooks/ploterrito',
  runs: [{ experiment: 'budget-elo-of-a-model', seeds: seedsFrom(0, 20), seedsInTests: 0 }],
  judge([result]) {
    const games = gamesBehind(pointAt(result, {}))
    const spread = shuffledRatings(games, 1)
    const ratings = BUDGETS.map((budget): Figure => {
      const { mean, deviation } = spread[`${budget}`] ?? { mean: 0, deviation: 0 }
      const published = NOTEBOOK[budget] ?? null
      return {
        name: `Elo at ${budget}`,
        published,
        ours: mean,
        interval: [mean - 2 * deviation, mean + 2 * deviation],
        n: games.length,
      }
    })
    return judgeRatings(ratings, 'the intervals are two standard deviations over 1000 orders')
  },
}

const P_VALUE = 0.05
const WIN_RATES = [0.45, 0.75, 0.75, 0.75, 0.8]

/** Wins of all games together, with Wilson's interval; a comparison that each order gave to another is half a win. */
function winsOf(
  name: string,
  published: number | null,
  rates: readonly number[],
  gamesPerRun: number,
): Figure {
  const n = rates.length * gamesPerRun
  const wins = rates.reduce((sum, rate) => sum + rate * gamesPerRun, 0)
  return { name, published, ours: wins / n, interval: wilsonInterval(wins, n), n }
}

function judgeSpend([result]: readonly Result[], gamesPerRun: number) {
  const points = SPEND_BUDGETS.map((budget) => pointAt(result, { budget }))
  const ours = points.map((point, at) => {
    const rates = valuesAt(point, 'winRate')
    return winsOf(`wins at ${SPEND_BUDGETS[at]} credits`, WIN_RATES[at] ?? null, rates, gamesPerRun)
  })
  const all = points.flatMap((point) => valuesAt(point, 'winRate'))
  const games = all.length * gamesPerRun
  const wins = Math.floor(all.reduce((sum, rate) => sum + rate * gamesPerRun, 0))
  const p = tossProbability(wins, games)
  const [smallest, ...larger] = ours
  const winsLarger = larger.every((figure) => figure.ours > 0.5)
  // The published run has no win at the smallest budget.
  const winsSmallest = (smallest?.interval?.[0] ?? 0) > 0.5
  const holds = wins / games > 0.5 && p < P_VALUE && winsLarger && !winsSmallest
  const byPlace = summaryOf(
    points.flatMap((point) => valuesAt(point, 'byPlace')),
    { range: SHARE },
  )
  return {
    verdict: holds ? ('reproduced' as const) : ('not reproduced' as const),
    ours: [
      {
        name: 'wins in all',
        published: 0.7,
        ours: wins / games,
        interval: wilsonInterval(wins, games),
        n: games,
      },
      ...ours,
      figureOf('judged by place, not by answer', null, byPlace),
    ],
    why: `Inspection wins ${wins} of ${games}, and a toss would with probability ${p < 0.001 ? 'below 0.001' : p.toFixed(3)}; from 25 credits on it ${winsLarger ? 'wins' : 'does not win'} at every budget. At 10, where the published one won ${WIN_RATES[0]} and so had no advantage, ours wins ${smallest?.ours.toFixed(2)}${winsSmallest ? ': this half of the claim does not come out' : ''}.`,
  }
}

const SPEND = {
  what: 'Inspection at equal spend, judged in both orders',
  published: '70 of 100; .45 .75 .75 .75 .80 at 10, 25, 50, 100, 200 credits',
  source: 'IB Figure 5 right, ib:notebooks',
}
/** Questions of one run without a model; with one, a run is a question. */
const QUESTIONS = 20

const scriptedSpend: Row = {
  ...SPEND,
  id: 'A15',
  kind: 'stat',
  runs: [
    {
      experiment: 'inspection-at-equal-spend',
      set: { questions: [QUESTIONS] },
      seeds: SEEDS,
      seedsInTests: 1,
    },
  ],
  expected: 'not reproduced',
  judge: (results) => judgeSpend(results, QUESTIONS),
}
const modelSpend: Row = {
  ...SPEND,
  id: 'A15',
  kind: 'llm',
  runs: [{ experiment: 'inspection-at-equal-spend-of-a-model', seeds: seedsFrom(0, 20), seedsInTests: 0 }],
  judge: (results) => judgeSpend(results, 1),
}

const ranking: Row = {
  id: 'A16',
  kind: 'llm',
  what: 'Ranking of models',
  published: 'win rates .45 / .35 / .40: GPT-4 over GPT-3.5 over Llama 2',
  source: 'IB Figure 6a',
  runs: [{ experiment: 'agents-compared-by-a-model', seeds: seedsFrom(0, 20), seedsInTests: 0 }],
  judge([result]) {
    const ours = (result?.points ?? []).map((point) =>
      figureOf(`debate against ${point.values.opponent}`, null, summaryAt(point, 'winRate')),
    )
    return {
      verdict: 'not determined',
      ours,
      why: 'One server has one model, and the three of the paper are no longer offered: ours is the model that is set, against its own variants and a heuristic.',
    }
  },
}

/** How often two people agreed (IB Figure 6b). */
const PEOPLE = { agreed: 37, judgements: 50 }

const agreement: Row = {
  id: 'A17',
  kind: 'llm',
  what: 'Agreement of the evaluator',
  published: '.74 between two people, .70 and .76 with GPT-4, n = 50',
  source: 'IB Figure 6b',
  runs: [{ experiment: 'evaluator-agreement-of-a-model', seeds: seedsFrom(0, 50), seedsInTests: 0 }],
  judge([result]) {
    const point = pointAt(result, {})
    const agrees = summaryAt(point, 'agrees')
    const [low, high] = wilsonInterval(PEOPLE.agreed, PEOPLE.judgements)
    return {
      verdict: 'not determined',
      ours: [
        figureOf('agrees with the known better answer', null, agrees),
        figureOf('judged by place', null, summaryAt(point, 'byPlace')),
      ],
      why: `People judge in the paper and none here: two of them agreed within ${low.toFixed(2)} to ${high.toFixed(2)}, where GPT-4's .70 and .76 lie too; ours is compared with a known truth instead and ${agrees.mean >= low ? 'reaches' : 'does not reach'} that.`,
    }
  },
}

export const marketRows: readonly Row[] = [
  publishedMatrix,
  scriptedBudgets,
  modelBudgets,
  scriptedSpend,
  modelSpend,
  ranking,
  agreement,
]
