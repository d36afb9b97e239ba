import { figureOf, pointAt, summaryAt } from '../../result'
import type { Row } from '../../row'
import { seedsFrom } from '../experiments/model-tools'

/** What paper and code leave open or say differently, run either way; ids are the specification's flags. */

const DEAR_PRICES = [15, 20, 40]
const PRICES = {
  id: 'F2',
  published: 'prices and number of questions are not printed; the script has $10, $15 and 10 questions',
  source: 'IB section 4.1, ib:scripts/run_rational_choice.py',
  beside: 'expected',
} as const

const scriptedPrices: Row = {
  ...PRICES,
  kind: 'det',
  what: 'Rational choice at other prices and with more questions',
  runs: [
    {
      experiment: 'rational-choice',
      set: { prices: ['different'], dearPrice: DEAR_PRICES, questions: [10, 30] },
      seeds: seedsFrom(1, 5),
      seedsInTests: 1,
    },
  ],
  judge([result]) {
    const ours = (result?.points ?? []).map((point) => {
      const { agent, dearPrice, questions } = point.values
      const name = `${agent}, $10 and $${dearPrice}, ${questions} questions`
      return figureOf(name, agent === 'buys-all' ? 0 : 1, summaryAt(point, 'rational'))
    })
    const holds = ours.every((figure) => figure.ours === figure.published)
    return {
      verdict: holds ? 'reproduced' : 'not reproduced',
      ours,
      why: `The ends between which models lie ${holds ? 'do not move' : 'move'} with what is not printed.`,
    }
  },
}

const modelPrices: Row = {
  ...PRICES,
  kind: 'llm',
  what: 'Rational choice of a language model at other prices',
  runs: [
    {
      experiment: 'rational-choice-of-a-model',
      set: { strategy: ['debate'], prices: ['different'], dearPrice: DEAR_PRICES },
      seeds: seedsFrom(0, 10),
      seedsInTests: 0,
    },
  ],
  judge([result]) {
    const ours = DEAR_PRICES.map((dearPrice) =>
      figureOf(`debate, $10 and $${dearPrice}`, null, summaryAt(pointAt(result, { dearPrice }), 'rational')),
    )
    const [least, most] = [
      Math.min(...ours.map((figure) => figure.ours)),
      Math.max(...ours.map((figure) => figure.ours)),
    ]
    return {
      verdict: 'not determined',
      ours,
      why: `No prices are printed; between the three, the rational share goes from ${least.toFixed(2)} to ${most.toFixed(2)}.`,
    }
  },
}

const SEARCH = {
  owners: ['code', 'paper'],
  scoreAbove: [0.5, 0.1],
  topK: [10, 1],
} as const

const search: Row = {
  id: 'F4',
  kind: 'stat',
  what: 'Who sells a passage, how well it must match, and how many each quotes: recall on the lab’s corpus',
  published:
    'no recall; sellers are an author and an institution (code) or two institutions (paper), BM25 above 0.5 (main runs) or 0.1 (pilot), top 10 in the code alone',
  source: 'IB section 3.4; ib:sim_builder.py, ib:templates',
  runs: [
    {
      experiment: 'corpus-recall',
      set: { query: ['keywords'], stages: ['words-and-meaning'], ...SEARCH },
      seeds: seedsFrom(1, 100),
      seedsInTests: 2,
    },
  ],
  expected: 'not determined',
  judge([result]) {
    const figures = (metric: string, name: string) =>
      SEARCH.topK.flatMap((topK) =>
        SEARCH.owners.flatMap((owners) =>
          SEARCH.scoreAbove.map((scoreAbove) =>
            figureOf(
              `${name}, sellers of the ${owners}, above ${scoreAbove}, top ${topK}`,
              null,
              summaryAt(pointAt(result, { topK, owners, scoreAbove }), metric),
            ),
          ),
        ),
      )
    const read = figures('read', 'gold is read')
    const shares = read.map(({ ours }) => ours)
    const [least, most] = [Math.min(...shares), Math.max(...shares)]
    return {
      verdict: 'not determined',
      ours: [...read, ...figures('quotes', 'passages quoted')],
      why: `No recall is printed. By all of these the gold passage is read in ${least.toFixed(2)} to ${most.toFixed(2)} of the questions.`,
    }
  },
}

const publishedRules: Row = {
  id: 'A-compat',
  kind: 'stat',
  what: 'The rules of the published code beside ours: overspending, paying twice, pooled tenders, sources of children alone',
  published: 'nothing; agents overspent in logged runs ($105.54 of $100, 206.97 of 200)',
  source: 'ib:simulator.py, ib:notebooks',
  runs: [
    {
      experiment: 'follow-up-depth',
      set: { depth: [2], budget: [50], questions: [10], paperCompat: [false, true] },
      seeds: seedsFrom(1, 10),
      seedsInTests: 1,
    },
  ],
  expected: 'not determined',
  judge([result]) {
    const ours = (['coverage', 'spent'] as const).flatMap((metric) =>
      [false, true].map((paperCompat) =>
        figureOf(
          `${metric === 'spent' ? 'credits spent of 50' : 'facts in the answers'}, ${paperCompat ? 'the code’s rules' : 'ours'}`,
          null,
          summaryAt(pointAt(result, { paperCompat }), metric),
        ),
      ),
    )
    const [facts, factsThere, spent, spentThere] = ours.map((figure) => figure.ours.toFixed(2))
    return {
      verdict: 'not determined',
      ours,
      why: `No figure is printed for either. By the code’s rules buyers spend ${spentThere} credits for ${factsThere} of the facts, by ours ${spent} for ${facts}.`,
    }
  },
}

const RULES = ['published', 'within-range']
const BUDGETS = [25, 100]

const willingness: Row = {
  id: 'A9',
  kind: 'llm',
  what: 'Willingness to pay that a language model names, beside the BM25 heuristic',
  published: 'nothing is printed of it; the rule: highest middle of the range first, skips what does not fit',
  source: 'ib:lem_utils.py',
  runs: [{ experiment: 'willingness-to-pay-of-a-model', seeds: seedsFrom(0, 20), seedsInTests: 0 }],
  judge([result]) {
    const at = (rule: string, budget: number) => pointAt(result, { rule, budget })
    const ours = BUDGETS.flatMap((budget) => [
      ...RULES.flatMap((rule) => [
        figureOf(`gold bought, ${rule}, budget ${budget}`, null, summaryAt(at(rule, budget), 'gold')),
        figureOf(`credits spent, ${rule}, budget ${budget}`, null, summaryAt(at(rule, budget), 'spent')),
      ]),
      figureOf(
        `gold bought, BM25, budget ${budget}`,
        null,
        summaryAt(at('published', budget), 'goldByWords'),
      ),
      figureOf(
        `credits spent, BM25, budget ${budget}`,
        null,
        summaryAt(at('published', budget), 'spentByWords'),
      ),
    ])
    return {
      verdict: 'not determined',
      ours,
      why: 'Nothing is published to hold it to; the rule itself is exact, and a test holds it.',
    }
  },
}

export const openQuestionRows: readonly Row[] = [
  willingness,
  publishedRules,
  scriptedPrices,
  modelPrices,
  search,
]
