import { quantile, sampleCorrelation } from 'simple-statistics'
import { figureOf, pointAt, shareOf, summaryAt, valuesAt } from '../../result'
import type { Figure, Point, Result, Row } from '../../row'
import { stream } from '../../stream'
import { GOLD_PRICES } from '../experiments/gold-demand'
import { QUESTIONS } from '../experiments/inspection-against-metadata'
import { meanOf, seedsFrom } from '../experiments/model-tools'
import { averageRanks } from '../heuristics'

/** Rows about single decisions: IB section 4.1. */

const SEEDS = seedsFrom(1, 10)

const scriptedChoice: Row = {
  id: 'A10',
  kind: 'det',
  what: 'Rational choice of agents that follow rules',
  published: 'dedupe by content and take the cheaper: 100 %; buy all that fits: 0 %',
  source: 'IB Figure 3, lab A-E1',
  beside: 'expected',
  runs: [{ experiment: 'rational-choice', set: { dearFirst: [false, true] }, seeds: SEEDS, seedsInTests: 2 }],
  judge([result]) {
    const ours = (result?.points ?? []).map((point) =>
      figureOf(
        `${point.values.agent}, ${point.values.prices} prices, ${orderWords(point)}`,
        point.values.agent === 'buys-all' ? 0 : 1,
        summaryAt(point, 'rational'),
      ),
    )
    const holds = ours.every((figure) => figure.ours === figure.published)
    return {
      verdict: holds ? 'reproduced' : 'not reproduced',
      ours,
      why: `The ends between which models lie are ${holds ? 'met exactly, in either order' : 'missed'}.`,
    }
  },
}

const STRONG = 0.9
/** Of one wording, taken by its place or at random, where prices differ: the cheaper one in one order of two. */
const BY_PLACE = 0.5

function orderWords({ values }: Point): string {
  return `${values.dearFirst ? 'second' : 'first'} wording first`
}

const modelChoice: Row = {
  id: 'A10',
  kind: 'llm',
  what: 'Rational choice of a language model',
  published: 'bars without values; a strong model ≥ 90 %, debate at least as good as direct',
  source: 'IB Figure 3',
  beside: 'expected',
  runs: [
    {
      experiment: 'rational-choice-of-a-model',
      set: { dearFirst: [false, true] },
      seeds: seedsFrom(0, 10),
      seedsInTests: 0,
    },
  ],
  judge([result]) {
    const ours = (result?.points ?? []).map((point) =>
      figureOf(
        `${point.values.strategy}, ${point.values.prices} prices, ${orderWords(point)}`,
        null,
        summaryAt(point, 'rational'),
      ),
    )
    const rate = (strategy: string) =>
      meanOf(
        (result?.points ?? [])
          .filter(({ values }) => values.strategy === strategy)
          .flatMap((point) => valuesAt(point, 'rational')),
      )
    const debate = rate('debate')
    const helps = debate >= rate('direct') && debate >= rate('chain-of-thought')
    const differing = (result?.points ?? []).filter(
      ({ values }) => values.strategy === 'debate' && values.prices === 'different',
    )
    const cheaper = shareOf('debate, different prices, both orders', null, differing, 'rational')
    // Who goes by place, or by a coin, does not choose by price, and nothing is seen of what a debate helps.
    const isByPrice = (cheaper.interval?.[0] ?? 0) > BY_PLACE
    const isStrong = isByPrice && debate >= STRONG
    return {
      verdict: helps && isStrong ? 'reproduced' : 'not reproduced',
      ours: [...ours, cheaper],
      why: `Over both orders debate is rational in ${percent(debate)}, direct in ${percent(rate('direct'))}, chain of thought in ${percent(rate('chain-of-thought'))}; the model is ${isStrong ? '' : 'not '}strong by the bound of 90 %. Where prices differ, debate takes only the cheaper in ${percent(cheaper.ours)}, which is ${isByPrice ? 'more' : 'no more'} than place or a coin would give (50 %).`,
    }
  },
}

/** Spearman's rank correlation; equal values share their mean rank. */
function rankCorrelation(a: readonly number[], b: readonly number[]): number {
  return sampleCorrelation(averageRanks(a), averageRanks(b))
}

const CORRELATION = 0.8
const REDRAWS = 1_000

/** Of the gold passage's price and the mean of a metric, over the given runs of each point; all without them. */
function byPrice(points: readonly Point[], metric: string, runs?: readonly number[]): number {
  const means = points.map((point) => {
    const values = valuesAt(point, metric)
    return meanOf(runs ? runs.flatMap((run) => values[run] ?? []) : values)
  })
  return rankCorrelation(GOLD_PRICES, means)
}

/** The interval of `byPrice` when seeds are drawn again, with replacement (bootstrap percentiles). */
function drawnAgain(points: readonly Point[], metric: string): Pick<Figure, 'interval' | 'n'> {
  const n = points[0]?.runs.length ?? 0
  const draw = stream(0, `rank correlation/${metric}`)
  const drawn = Array.from({ length: REDRAWS }, () => {
    const runs = Array.from({ length: n }, () => Math.floor(draw() * n))
    return byPrice(points, metric, runs)
  }).filter(Number.isFinite)
  if (drawn.length === 0) return { interval: null, n }
  return { interval: [quantile(drawn, 0.025), quantile(drawn, 0.975)], n }
}

function judgeDemand([result]: readonly Result[]) {
  const points = GOLD_PRICES.map((goldPrice) => pointAt(result, { goldPrice }))
  const gold = points.map((point) => summaryAt(point, 'gold'))
  const own = byPrice(points, 'gold')
  // Demand that never changes has no rank correlation.
  const falls = Number.isFinite(own) && own <= -CORRELATION
  const cross = byPrice(points, 'alternative')
  const rises = Number.isFinite(cross) && cross >= CORRELATION
  const correlations: Figure[] = [
    {
      name: 'rank correlation of own price and demand',
      ours: own,
      published: '≤ −0.8',
      beside: 'expected' as const,
      ...drawnAgain(points, 'gold'),
    },
    {
      name: 'rank correlation of gold price and alternatives',
      ours: cross,
      published: '≥ 0.8',
      beside: 'expected' as const,
      ...drawnAgain(points, 'alternative'),
    },
  ].filter(({ ours }) => Number.isFinite(ours))
  return {
    verdict: falls && rises ? ('reproduced' as const) : ('not reproduced' as const),
    ours: [
      ...correlations,
      ...gold.map((summary, at) => figureOf(`gold bought at $${GOLD_PRICES[at]}`, null, summary)),
    ],
    why: `Demand for gold ${falls ? 'falls' : 'does not fall clearly'} with its price, demand for the alternatives ${rises ? 'rises' : 'does not rise clearly'}.`,
  }
}

const DEMAND = {
  what: 'Demand for the gold passage by its price',
  published: 'in words: gold demand falls with its own price, the alternatives’ rises',
  source: 'IB Figure 4',
  judge: judgeDemand,
}

const scriptedDemand: Row = {
  ...DEMAND,
  id: 'A11',
  kind: 'stat',
  runs: [{ experiment: 'gold-demand', seeds: SEEDS, seedsInTests: 2 }],
}
const modelDemand: Row = {
  ...DEMAND,
  id: 'A11',
  kind: 'llm',
  runs: [{ experiment: 'gold-demand-of-a-model', seeds: seedsFrom(0, 30), seedsInTests: 0 }],
}

const KINDS = {
  onlyGold: 'only gold',
  goldAndMore: 'gold and more',
  onlyAlternative: 'only alternative',
  nothing: 'nothing',
}
const TABLE_1: Readonly<Record<string, string>> = {
  onlyGold: '+18.34 / +17.24 / +4.79',
  goldAndMore: '−13.06 / +1.38 / +3.83',
  onlyAlternative: '−6.65 / −14.75 / −3.45',
  nothing: '+3.63 / −6.90 / −6.71',
}

/** What only-gold moved by in print, least and most of the three models. */
const ONLY_GOLD = { least: 4.79, most: 18.34 }
/** A rough size (specification, closing table): at most so many times more or less than what is in print. */
const ROUGHLY = 2

function judgeInspection(point: Point) {
  const ours = Object.entries(KINDS).map(([kind, words]) =>
    figureOf(`${words}, percentage points`, TABLE_1[kind] ?? null, summaryAt(point, `${kind}Gain`)),
  )
  const gain = (kind: string) => summaryAt(point, `${kind}Gain`).mean
  const sum = Object.keys(KINDS).reduce((total, kind) => total + gain(kind), 0)
  const isSign = gain('onlyGold') > 0 && gain('onlyAlternative') < 0 && Math.abs(sum) < 1e-6
  const isSize = gain('onlyGold') >= ONLY_GOLD.least / ROUGHLY && gain('onlyGold') <= ONLY_GOLD.most * ROUGHLY
  const found = isSign
    ? isSize
      ? 'Signs and rough size are reproduced'
      : 'The signs are reproduced, the size is not'
    : 'The signs are not reproduced'
  return {
    verdict: isSign && isSize ? ('reproduced' as const) : ('not reproduced' as const),
    ours,
    why: `${found}: inspection moves only-gold by ${gain('onlyGold').toFixed(2)} and only-alternative by ${gain('onlyAlternative').toFixed(2)} points, and our row sums to ${Math.abs(sum).toFixed(2)}, where the published rows sum to +2.26, −3.03 and −1.54. Published only-gold moves by +18.34, +17.24 and +4.79; a rough size is within a factor of ${ROUGHLY} of these.`,
  }
}

const INSPECTION = {
  what: 'Inspection against metadata',
  published: 'only gold +18.34 / +17.24 / +4.79 (Llama 2, GPT-4, GPT-3.5)',
  source: 'IB Table 1',
}

/** Four standard errors of a third of so many cases: farther off it is no chance. */
function chanceBand(runs: number): number {
  return 4 * Math.sqrt(2 / 9 / (runs * QUESTIONS))
}

const scriptedInspection: Row = {
  ...INSPECTION,
  id: 'A12',
  kind: 'stat',
  runs: [{ experiment: 'inspection-against-metadata', seeds: seedsFrom(1, 20), seedsInTests: 4 }],
  expected: 'not reproduced',
  judge([result]) {
    const facts = pointAt(result, { world: 'facts' })
    const corpus = pointAt(result, { world: 'corpus' })
    const finding = judgeInspection(facts)
    const words = judgeInspection(corpus)
    const byTitle = summaryAt(facts, 'onlyGoldByTitle')
    const isChance = Math.abs(byTitle.mean - 1 / 3) < chanceBand(facts.runs.length)
    return {
      verdict:
        finding.verdict === 'reproduced' && words.verdict === 'reproduced' && isChance
          ? 'reproduced'
          : 'not reproduced',
      ours: [
        ...finding.ours,
        {
          ...figureOf('gold by title alone, where titles say nothing', '1/3', byTitle),
          beside: 'expected' as const,
        },
        ...words.ours.map((figure) => ({ ...figure, name: `${figure.name}, own corpus by words` })),
      ],
      why: `In the made-up world: ${lowerFirst(finding.why)} On the own corpus: ${lowerFirst(words.why)} By titles that say nothing, gold is ${isChance ? 'bought at chance' : 'not bought at chance'}.`,
    }
  },
}

function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1)
}

const modelInspection: Row = {
  ...INSPECTION,
  id: 'A12',
  kind: 'llm',
  runs: [{ experiment: 'inspection-against-metadata-of-a-model', seeds: seedsFrom(0, 30), seedsInTests: 0 }],
  judge: ([result]) => judgeInspection(pointAt(result, {})),
}

/** Largest minus smallest rate by place, in mean rates, of all questions together. */
function biasOf(point: Point): number {
  const rates = ['first', 'middle', 'last'].map((place) => summaryAt(point, place).mean)
  const mean = meanOf(rates)
  return mean === 0 ? 0 : (Math.max(...rates) - Math.min(...rates)) / mean
}

const scriptedBias: Row = {
  id: 'A13',
  kind: 'det',
  what: 'Positional bias of agents that follow rules',
  published: 'exactly 0; an agent that takes whatever is first shows 3',
  source: 'IB Figure 2, lab A-E4',
  beside: 'expected',
  runs: [{ experiment: 'positional-bias', seeds: SEEDS, seedsInTests: 2 }],
  judge([result]) {
    const ours = (result?.points ?? []).map(
      (point): Figure => ({
        name: `${point.values.agent}`,
        published: point.values.agent === 'first-shown' ? 3 : 0,
        ours: biasOf(point),
        interval: null,
        n: point.runs.length,
      }),
    )
    const holds = ours.every((figure) => Math.abs(figure.ours - Number(figure.published)) < 1e-12)
    return {
      verdict: holds ? 'reproduced' : 'not reproduced',
      ours,
      why: `The measure is ${holds ? '0 for agents that do not look at places and 3 for one that does' : 'not what it must be'}.`,
    }
  },
}

const modelBias: Row = {
  id: 'A13',
  kind: 'llm',
  what: 'Positional bias of a language model',
  published:
    'all models biased; values in an image only; pilot: 16.7/38.9/44.4 % (GPT-3.5), 44.4/50.0/27.8 % (GPT-4)',
  source: 'IB Figure 2, ib:notebooks/quote_selection_exps',
  runs: [{ experiment: 'positional-bias-of-a-model', seeds: seedsFrom(0, 10), seedsInTests: 0 }],
  judge([result]) {
    const point = pointAt(result, {})
    const bias = biasOf(point)
    const rates = ['first', 'middle', 'last']
      .map((place) => ({ place, ...summaryAt(point, place) }))
      .toSorted((a, b) => b.mean - a.mean)
    const [most, least] = [rates[0], rates.at(-1)]
    if (!most || !least || most.mean === 0) {
      return {
        verdict: 'not determined',
        ours: [],
        why: 'The model bought nothing at any place, so there is no rate to compare.',
      }
    }
    // A coin has unequal rates too: only intervals that lie apart show a bias.
    const isApart = most.low !== null && least.high !== null && most.low > least.high
    const verdict = isApart ? 'reproduced' : bias === 0 ? 'not reproduced' : 'not determined'
    const ends = `most often when shown ${most.place} (${percent(most.mean)}), least when ${least.place} (${percent(least.mean)})`
    const meaning = isApart
      ? 'the intervals of the two lie apart'
      : 'the intervals of the two overlap, as chance would have them'
    const whole =
      isApart && least.mean === 0 ? ' At that place it never buys: it goes by place, whatever is there.' : ''
    return {
      verdict,
      ours: [
        ...['first', 'middle', 'last'].map((place) =>
          figureOf(`bought when ${place}`, null, summaryAt(point, place)),
        ),
        {
          name: 'largest minus smallest rate, in mean rates',
          published: '> 0',
          beside: 'expected',
          ours: bias,
          interval: null,
          n: point.runs.length,
        },
      ],
      why: `It buys ${ends}; ${meaning}.${whole}`,
    }
  },
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}

export const decisionRows: readonly Row[] = [
  scriptedChoice,
  modelChoice,
  scriptedDemand,
  modelDemand,
  scriptedInspection,
  modelInspection,
  scriptedBias,
  modelBias,
]
