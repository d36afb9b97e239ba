import type { Values } from '../../experiment'
import { figureOf, pointAt, summaryAt } from '../../result'
import type { Figure, Result, Row, RunRequest } from '../../row'
import { LEMON_REFERENCE, MODEL_LEMON } from '../experiments/published'
import { allHold, inBands, meanAt, within } from './judging'

/** Rows of the Lemon Market that stand on runs. */

const KS = [3, 6, 9] as const

/** Of a mean over seeds. */
const ROUNDING = 1e-9

const HUNDRED = Array.from({ length: 100 }, (_, index) => index + 1)
const TWENTY = HUNDRED.slice(0, 20)

const randomBuyer: Row = {
  id: 'B11',
  kind: 'stat',
  what: 'Buyers who bid at random',
  published:
    'Sybil share .343 / .607 / .822; surplus −9.4k / −18.8k / −28.1k; 388.7 sold; δ .667 at K 3 / 6 / 9',
  source: 'DER (2000 simulated runs), REF',
  beside: 'expected',
  runs: [
    {
      experiment: 'lemon-market',
      set: { buyers: ['random'], sybils: KS, reputationVisible: [true] },
      seeds: TWENTY,
      seedsInTests: 20,
    },
  ],
  judge: ([result]) => {
    const cells = LEMON_REFERENCE.flatMap(({ at, metric, value }) => {
      if (at.buyers !== 'random' || typeof value !== 'number') return []
      const figure = figureOf(
        `${metric}, K ${at.sybils}`,
        value,
        summaryAt(pointAt(result, { sybils: at.sybils ?? 0 }), metric),
      )
      const room = 0.03 * Math.abs(value)
      return [within(figure, value - room, value + room)]
    })
    return inBands(cells, 'means, ± 3 %')
  },
}

/** What the specification asks of it by K: least share with reputation hidden. */
const HIDDEN_SHARE_MIN = { 3: 0.3, 6: 0.5, 9: 0.7 } as const

const scriptedGuardian: Row = {
  id: 'B12',
  kind: 'stat',
  what: 'Scripted guardians, with reputation and without',
  published:
    'share < .06, δ > .95, surplus > −2000; with reputation hidden share ≥ .3 / .5 / .7 at K 3 / 6 / 9',
  source: 'REF',
  beside: 'expected',
  runs: [
    {
      experiment: 'lemon-market',
      set: { buyers: ['guardian'], sybils: KS },
      seeds: HUNDRED,
      seedsInTests: 20,
    },
  ],
  expected: 'not reproduced',
  judge: ([result]) => {
    const cells = KS.flatMap((sybils) => {
      const seen = pointAt(result, { sybils, reputationVisible: true })
      const hidden = pointAt(result, { sybils, reputationVisible: false })
      const figure = (name: string, published: string, point: typeof seen, metric: string) =>
        figureOf(`${name}, K ${sybils}`, published, summaryAt(point, metric))
      const least = HIDDEN_SHARE_MIN[sybils]
      return [
        within(figure('Sybil share', '< .06', seen, 'sybilRevenueShare'), 0, 0.06 - ROUNDING),
        within(figure('δ', '> .95', seen, 'detection'), 0.95 + ROUNDING, 1),
        within(figure('surplus', '> −2000', seen, 'surplus'), -2_000 + ROUNDING, Number.POSITIVE_INFINITY),
        within(figure('Sybil share, reputation hidden', `≥ ${least}`, hidden, 'sybilRevenueShare'), least, 1),
      ]
    })
    const finding = inBands(cells, 'figures')
    return {
      ...finding,
      why: `${finding.why} The bounds with reputation hidden are of one reference run (.325, .566, .779), and such runs scatter by some .02.`,
    }
  },
}

const sweepRuns: RunRequest = {
  experiment: 'lemon-with-model',
  set: { sybils: [0, 3, 6, 9], reputationVisible: [true, false] },
  seeds: [8, 16, 64],
  seedsInTests: 0,
}
const baseRuns: RunRequest = {
  experiment: 'lemon-with-model',
  set: { buyers: ['base'], sybils: [6], reputationVisible: [true] },
  seeds: [8, 16, 64],
  seedsInTests: 0,
}

/** Whether sellers’ texts were a model’s (exp2.py) or templates is said either way (B.3). */
const templateRuns: RunRequest = {
  experiment: 'lemon-with-model',
  set: { sellersByModel: [false], sybils: [6], reputationVisible: [true] },
  seeds: [8, 16, 64],
  seedsInTests: 0,
}

const sweep: Row = {
  id: 'B13',
  kind: 'llm',
  what: 'The sweep of experiment 2: what Sybils take, with reputation and without, and what the guardian’s prompt changes',
  published:
    'Gemini 3 Flash: share .062 / .170 / .261 visible, .267 / .394 / .503 hidden (K 3 / 6 / 9); guardian 37 % under base at K 6; premium .27 to .47',
  source: 'AB Fig 4, caches',
  runs: [sweepRuns, baseRuns, templateRuns],
  judge: ([result, base, templates]) => {
    const at = (sybils: number, isVisible = true) => pointAt(result, { sybils, reputationVisible: isVisible })
    const share = (sybils: number, isVisible = true) => meanAt(at(sybils, isVisible), 'sybilRevenueShare')
    const plain = pointAt(base, { buyers: 'base' })
    const bids = meanAt(at(6), 'bids') / meanAt(plain, 'bids')
    return allHold(
      [
        { claim: 'the share rises with K', holds: share(3) < share(6) && share(6) < share(9) },
        {
          claim: 'it is larger with reputation hidden at every K',
          holds: KS.every((k) => share(k, false) > share(k)),
        },
        {
          claim: 'guardians lose a quarter less than base buyers at equal bids',
          holds: share(6) <= 0.75 * meanAt(plain, 'sybilRevenueShare') && Math.abs(bids - 1) <= 0.15,
        },
        {
          claim: `every share is within ${BAND} of what some model of the paper had`,
          holds: KS.every((k) =>
            [true, false].every((seen) => isInBand(share(k, seen), printedShares(k, seen))),
          ),
        },
        {
          claim: 'the detection premium is above .2',
          holds: KS.every((k) => meanAt(at(k), 'premium') > 0.2 + ROUNDING),
        },
      ],
      [
        ...besidePublished(result),
        figureOf('share of base buyers, K 6', 'Gemini 3 Flash 0.272', summaryAt(plain, 'sybilRevenueShare')),
        figureOf(
          'share where listings are templates, K 6',
          null,
          summaryAt(pointAt(templates, { sellersByModel: false }), 'sybilRevenueShare'),
        ),
        figureOf(
          'surplus of guardians, K 6',
          '“near breakeven” in print, −3993 in the cache (Gemini 3 Flash)',
          summaryAt(at(6), 'surplus'),
        ),
      ],
    )
  },
}

/** Of a share; twice what one model's runs of one cell lie apart by in print (.249 to .302). */
const BAND = 0.1

function isInBand(share: number, printed: readonly number[]): boolean {
  return printed.length === 0 || printed.some((one) => Math.abs(share - one) <= BAND + ROUNDING)
}

function printedShares(sybils: number, isVisible: boolean): number[] {
  return publishedAt({ sybils, reputationVisible: isVisible }).flatMap(({ value }) => value)
}

function publishedAt({ sybils, reputationVisible }: Values) {
  return MODEL_LEMON.filter(
    ({ metric, at }) =>
      metric === 'sybilRevenueShare' &&
      at.buyers === 'guardian' &&
      at.sellerIds !== false &&
      at.sybils === sybils &&
      at.reputationVisible === reputationVisible,
  )
}

function besidePublished(result: Result | undefined): Figure[] {
  return (result?.points ?? []).map((point) => {
    const { sybils, reputationVisible } = point.values
    const published = publishedAt(point.values)
    const words = published.map(({ by, value }) => `${by} ${value}`).join(', ')
    const name = `Sybil share, K ${sybils}, reputation ${reputationVisible ? 'visible' : 'hidden'}`
    return figureOf(name, words === '' ? null : words, summaryAt(point, 'sybilRevenueShare'))
  })
}

export const lemonRows: readonly Row[] = [randomBuyer, scriptedGuardian, sweep]
