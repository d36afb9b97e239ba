import { median } from 'simple-statistics'
import { figureOf, pointAt, summaryAt, valuesAt } from '../../result'
import type { Figure, Result, Row } from '../../row'
import { MODEL_SWEEP } from '../experiments/published'
import { allHold, meanAt, meanOver } from './judging'
import { PEOPLE_PUBLISHED, survival, worseFor, worseWords } from './people'

/** Rows of the Crash that need a language model. */

const SEE = [1, 3, 5] as const

/** Of a mean over seeds. */
const ROUNDING = 1e-9

const sweep: Row = {
  id: 'B7',
  kind: 'llm',
  what: 'The sweep of experiment 1: bankruptcies by stabilising firms and discovery limit',
  published:
    'Gemini 3 Flash: .53 → 0 at limit 1, .87 → .07 at 3, .87 → .67 at 5 (k 0 → 5); at limit 3 both others rise, Sonnet 4.6 .00 (1 seed) → .60 and GPT 5.4 .67 → .80; without stabilisers “Sonnet 4.6 is the exception”',
  source: 'AB §5.1, Fig 3, caches',
  runs: [{ experiment: 'crash-with-model', seeds: [8, 16, 64], seedsInTests: 0 }],
  judge: ([result]) => {
    const rate = (see: number, k: number) =>
      meanAt(pointAt(result, { consumersSee: see, stabilizers: k }), 'bankruptcyRate')
    const ks = [0, 1, 2, 3, 4, 5]
    const byLimit = SEE.map((see) => meanOver(result, 'consumersSee', see, 'bankruptcyRate'))
    const [one = 0, three = 0, five = 0] = byLimit
    // Of fifteen firms (three seeds of five) one or two more may go bankrupt by chance.
    const noise = 0.14
    return allHold(
      [
        {
          claim: 'bankruptcies do not rise with k at limit 1',
          holds: ks.every((k) => k === 0 || rate(1, k) <= rate(1, k - 1) + noise),
        },
        { claim: 'they rise with the limit', holds: one < three && three < five },
        { claim: 'at limit 5 they are .6 or more for every k', holds: ks.every((k) => rate(5, k) >= 0.6) },
        {
          claim: `every cell that is printed is within ${BAND} of what some model of the paper had`,
          holds: SEE.every((see) => ks.every((k) => isInBand(rate(see, k), { see, k }))),
        },
      ],
      besidePublished(result, 'bankruptcyRate', 'b_r'),
    )
  },
}

/** As in each cell of the scripted table (specification, B6): one firm of five. */
const BAND = 0.2

function isInBand(rate: number, { see, k }: { see: number; k: number }): boolean {
  const printed = MODEL_SWEEP.filter(
    ({ metric, at }) => metric === 'bankruptcyRate' && at.consumersSee === see && at.stabilizers === k,
  ).map(({ value }) => [value].flat())
  return (
    printed.length === 0 ||
    printed.some(
      (ends) => rate >= Math.min(...ends) - BAND - ROUNDING && rate <= Math.max(...ends) + BAND + ROUNDING,
    )
  )
}

const healthOfModels: Row = {
  id: 'B8',
  kind: 'llm',
  what: 'Health S at discovery limit 3',
  published: 'Gemini 3 Flash .46 → .97 (k 0 → 5)',
  source: 'ab@11cd2ea89 exp1 caches',
  runs: [
    {
      experiment: 'crash-with-model',
      set: { consumersSee: [3], stabilizers: [0, 5] },
      seeds: [8, 16, 64],
      seedsInTests: 0,
    },
  ],
  judge: ([result]) => {
    const at = (k: number) => pointAt(result, { stabilizers: k })
    const parts = (['bankruptcyRate', 'volatility', 'markup'] as const).flatMap((metric) =>
      [0, 5].map((k) => figureOf(`${metric}, k ${k}`, null, summaryAt(at(k), metric))),
    )
    return allHold(
      [
        {
          claim: 'five stabilising firms make the market healthier than none',
          holds: meanAt(at(5), 'health') > meanAt(at(0), 'health'),
        },
      ],
      [...besidePublished(result, 'health', 'S'), ...parts],
    )
  },
}

/** Each of the published figures that has a point, beside ours. */
function besidePublished(result: Result | undefined, metric: string, label: string): Figure[] {
  return (result?.points ?? []).map((point) => {
    const { consumersSee, stabilizers } = point.values
    const published = MODEL_SWEEP.filter(
      (one) =>
        one.metric === metric && one.at.consumersSee === consumersSee && one.at.stabilizers === stabilizers,
    )
    const words = published.map(({ by, value }) => `${by} ${value}`).join(', ')
    return figureOf(
      `${label}, limit ${consumersSee}, k ${stabilizers}`,
      words === '' ? null : words,
      summaryAt(point, metric),
    )
  })
}

const peopleWithModel: Row = {
  id: 'B9',
  kind: 'llm',
  what: 'Customers of five kinds keep more firms alive than customers who are all alike',
  published: PEOPLE_PUBLISHED,
  source: 'ab@11cd2ea89 exp6',
  runs: [{ experiment: 'crash-people-with-model', seeds: [8, 16, 64], seedsInTests: 0 }],
  judge: ([result]) => {
    const figures = survival(result, 'first')
    const worse = worseFor(figures, 0)
    const finding = allHold(
      [{ claim: 'five kinds are no worse at each k', holds: worse.length === 0 }],
      figures,
    )
    return worse.length === 0 ? finding : { ...finding, why: `${finding.why} Here ${worseWords(worse)}.` }
  },
}

const shockWithModel: Row = {
  id: 'B14',
  kind: 'llm',
  what: 'After supply doubles in cost, five stabilising firms survive and never recover their margin',
  published: 'Gemini 3 Flash, k 5: b_r .20, recovery 74 (never)',
  source: 'ab@11cd2ea89 exp3 cache',
  runs: [
    { experiment: 'crash-shock-with-model', set: { stabilizers: [5] }, seeds: [8, 16, 64], seedsInTests: 0 },
  ],
  judge: ([result]) => {
    const point = pointAt(result, { stabilizers: 5 })
    const recovery = valuesAt(point, 'recovery')
    const figures = [figureOf('b_r', 0.2, summaryAt(point, 'bankruptcyRate'))]
    return allHold(
      [
        { claim: 'at most two of five firms fail', holds: meanAt(point, 'bankruptcyRate') <= 0.4 + ROUNDING },
        { claim: 'most runs never recover', holds: recovery.length > 0 && median(recovery) >= 74 },
      ],
      recovery.length > 0
        ? [...figures, figureOf('recovery in days', 74, summaryAt(point, 'recovery'))]
        : figures,
    )
  },
}

export const crashRowsWithModel: readonly Row[] = [sweep, healthOfModels, peopleWithModel, shockWithModel]
