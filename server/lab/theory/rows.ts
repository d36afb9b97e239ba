import { counted } from '../../words/amounts'
import { figureOf, pointAt, shareOf, summaryAt, valuesAt } from '../result'
import type { Figure, Point, Result, Row, RunRequest } from '../row'
import { exampleSixOne, exampleTwoOne, legumes } from './example-rows'
import { EPSILON } from './world'

/** Printed with every row. */
const PAPER = '004'

const offersAt = ({ values }: Pick<Point, 'values'>) => counted(Number(values.offers), 'offer')

const seeds = (n: number) => Array.from({ length: n }, (_, i) => i + 1)

const DEPTHS: RunRequest = { experiment: 'inspection-depth', seeds: seeds(1200), seedsInTests: 10 }

const lemmas: Row = {
  id: 'T3',
  kind: 'stat',
  what: 'Information and inspection never lower expected utility: Lemmas A.1 and A.2',
  published: 'both gains at least 0 in every world',
  source: `${PAPER} Lemmas A.1, A.2`,
  runs: [DEPTHS],
  judge: ([result]) => {
    const least = (metric: string) => Math.min(...everyValue(result, metric))
    const n = everyValue(result, 'informationGain').length
    const ours: Figure[] = [
      {
        name: 'least gain by an offer (A.1)',
        published: '≥ 0',
        ours: least('informationGain'),
        interval: null,
        n,
      },
      {
        name: 'least gain by a level (A.2)',
        published: '≥ 0',
        ours: least('inspectionGain'),
        interval: null,
        n,
      },
    ]
    const holds = ours.every((figure) => figure.ours >= -EPSILON)
    return {
      verdict: holds ? 'reproduced' : 'not reproduced',
      ours,
      why: `The least gain in ${n} generated worlds is ${holds ? 'not below 0, up to rounding' : 'below 0'}.`,
    }
  },
}

const theorem: Row = {
  id: 'T4',
  kind: 'stat',
  what: 'No protocol that uses contents alone beats recursive inspection: Theorem 3.3',
  published: 'E[U(ξ)] ≤ E[U(recursive)] in every world',
  source: `${PAPER} Theorem 3.3`,
  runs: [DEPTHS],
  judge: ([result]) => {
    const points = result?.points ?? []
    const beaten = shareOf('worlds in which it is beaten', 0, points, 'isBeaten')
    const leads = points.map((point) =>
      figureOf(
        `lead over the best by contents, ${counted(Number(point.values.levels), 'level')} of ${offersAt(point)}`,
        null,
        summaryAt(point, 'lead'),
      ),
    )
    const overSingle = points
      .filter(({ values }) => values.levels === 3)
      .map((point) => {
        const single = summaryAt(point, 'single').mean
        const all = summaryAt(point, 'recursive')
        return figureOf(
          `3 levels of ${offersAt(point)}: utility, where single inspection has ${single.toFixed(3)}`,
          null,
          all,
        )
      })
    return {
      verdict: beaten.ours === 0 ? 'reproduced' : 'not reproduced',
      ours: [beaten, ...leads, ...overSingle],
      why: `It is beaten in ${beaten.ours * beaten.n} of ${beaten.n} worlds, against the exact best by contents, single and successive inspection and drawn protocols.`,
    }
  },
}

const code: Row = {
  id: 'T5',
  kind: 'stat',
  what: 'Theorem 3.3 against all of Definition 3.2, protocols that buy as a code included',
  published: 'E[U(ξ)] ≤ E[U(recursive)] for any admissible ξ',
  source: `${PAPER} Definition 3.2, Theorem 3.3`,
  runs: [{ experiment: 'code-of-buying', seeds: seeds(1000), seedsInTests: 30 }],
  expected: 'not reproduced',
  judge: ([result]) => {
    const points = result?.points ?? []
    const ours = points.flatMap((point) => [
      shareOf(`worlds in which a code beats it, ${offersAt(point)}`, 0, [point], 'isBeaten'),
      figureOf(`gain by a code, ${offersAt(point)}`, 0, summaryAt(point, 'gain')),
    ])
    const isBeaten = ours.some((figure) => figure.ours > 0)
    return {
      verdict: isBeaten ? 'not reproduced' : 'reproduced',
      ours,
      why: 'The definition lets the decision depend on which offers were bought, so buying a worthless offer, or none, can tell what an unbought one says.',
    }
  },
}

const game: Row = {
  id: 'T6',
  kind: 'stat',
  what: 'The equilibrium of the marginal value mechanism, moves closed under union, no ties, null moves excluded: Theorem 4.4',
  published: 'first move inextensible and the best such, all later ones null',
  source: `${PAPER} Theorem 4.4`,
  runs: [
    {
      experiment: 'oversight-game',
      set: { conditions: ['all'], parts: [2, 3, 4] },
      seeds: seeds(1000),
      seedsInTests: 20,
    },
  ],
  judge: ([result]) => {
    const points = result?.points ?? []
    const ours = points.map((point) =>
      shareOf(`worlds in which it holds, ${point.values.parts} parts`, 1, [point], 'holds'),
    )
    const holds = ours.every((figure) => figure.ours === 1)
    return {
      verdict: holds ? 'reproduced' : 'not reproduced',
      ours,
      why: holds ? 'All three claims hold in every world.' : 'A claim fails in some world.',
    }
  },
}

const gameWithout: Row = {
  id: 'T7',
  kind: 'stat',
  what: 'Theorem 4.4 without each of the conditions that its statement leaves out',
  published: 'the same three claims',
  source: `${PAPER} Theorem 4.4, Definition 4.3`,
  runs: [
    {
      experiment: 'oversight-game',
      set: { conditions: ['single-parts', 'free', 'null-moves'] },
      seeds: seeds(1000),
      seedsInTests: 100,
    },
  ],
  expected: 'not reproduced',
  judge: ([result]) => {
    const at = (conditions: string) => pointAt(result, { conditions })
    const ours = [
      shareOf('holds with moves of one part only', 1, [at('single-parts')], 'holds'),
      shareOf('later players pass with moves of one part only', 1, [at('single-parts')], 'areLaterNull'),
      shareOf('holds with ties (prices of 0)', 1, [at('free')], 'holds'),
      shareOf('holds when null moves count as extensions', 1, [at('null-moves')], 'holds'),
    ]
    return {
      verdict: ours.every((figure) => figure.ours === 1) ? 'reproduced' : 'not reproduced',
      ours,
      why: 'Without unions later players finish what the first could not say; a tie extends what nobody gains by extending; a null move extends everything.',
    }
  },
}

const defence: Row = {
  id: 'T9',
  kind: 'stat',
  what: 'How the shortfall of the equilibrium falls with what defence costs: section 6',
  published: 'hoped for, no formula',
  source: `${PAPER} section 6`,
  runs: [{ experiment: 'defence-cost', seeds: seeds(1000), seedsInTests: 20 }],
  expected: 'not determined',
  judge: ([result]) => {
    const points = result?.points ?? []
    return {
      verdict: 'not determined',
      ours: [
        ...points.map((point) =>
          figureOf(`shortfall, prices up to ${point.values.priceMax}`, null, summaryAt(point, 'shortfall')),
        ),
        shareOf('worlds in which it is more than the price of everything', null, points, 'isBoundBroken'),
      ],
      why: 'The paper names no formula; ours falls to 0 with the prices and never exceeds the price of revealing everything, which follows from closure under union.',
    }
  },
}

/** What this room answers; the specification's closing table has no rows of the theory, so they are T1 to T9. */
export const theoryRows: readonly Row[] = [
  exampleTwoOne,
  legumes,
  lemmas,
  theorem,
  code,
  game,
  gameWithout,
  exampleSixOne,
  defence,
]

function everyValue(result: Result | undefined, metric: string): number[] {
  return result?.points.flatMap((point) => valuesAt(point, metric)) ?? []
}
