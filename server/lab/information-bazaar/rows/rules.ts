import { figureOf, summaryAt, valuesAt } from '../../result'
import type { Figure, Row, RunRequest } from '../../row'
import { seedsFrom } from '../experiments/model-tools'

/** Rows about what must hold whatever agents do. */

const RULES: RunRequest = { experiment: 'information-bazaar-rules', seeds: seedsFrom(1, 50), seedsInTests: 5 }

/** A row that counts what must not happen, over all protocols. */
function ruleRow(
  row: Pick<Row, 'id' | 'what' | 'published' | 'source' | 'beside'>,
  never: Readonly<Record<string, string>>,
  must: Readonly<Record<string, string>> = {},
): Row {
  return {
    ...row,
    kind: 'det',
    runs: [RULES],
    judge([result]) {
      const points = result?.points ?? []
      const counted = (metric: string, name: string, published: string | number): Figure => {
        const values = points.flatMap((point) => valuesAt(point, metric))
        const ours = values.reduce((sum, value) => sum + value, 0)
        return { name, published, ours, interval: null, n: values.length }
      }
      const bad = Object.entries(never).map(([metric, name]) => counted(metric, name, 0))
      const good = Object.entries(must).map(([metric, name]) => counted(metric, name, '> 0'))
      const holds = bad.every(({ ours }) => ours === 0) && good.every(({ ours }) => ours > 0)
      const n = bad[0]?.n ?? 0
      return {
        verdict: holds ? 'reproduced' : 'not reproduced',
        ours: [...bad, ...good],
        why: `${holds ? 'It holds' : 'It fails'} in ${n} markets with agents that do anything at all.`,
      }
    },
  }
}

const budgetRow = ruleRow(
  {
    id: 'A4',
    what: 'Budget cap, claims, money only moved',
    published: 'never overspends; by the published code’s rule it may',
    source: 'ib:simulator.py',
    beside: 'expected',
  },
  { overspent: 'buyers that overspent', paidTwice: 'paid twice', lostMicros: 'micro-credits lost or made' },
  { overspentByPaperRule: 'buyers that overspent by the published rule' },
)

const forgettingRow = ruleRow(
  {
    id: 'A5',
    what: 'Forgetting',
    published: 'no rejected content in anything shown later',
    source: 'IB section 3.2',
    beside: 'expected',
  },
  { remembered: 'words of unbought passages shown later' },
)

const determinismRow = ruleRow(
  {
    id: 'C1',
    what: 'Determinism of the Information Bazaar',
    published: 'same seed and configuration, same event log',
    source: 'lab, closing table',
    beside: 'expected',
  },
  {
    otherAgain: 'logs that differ when run again',
    otherRearranged: 'logs that differ when agents are listed in another order',
  },
)

const treeRow: Row = {
  id: 'A6',
  kind: 'det',
  what: 'Tree of questions: three levels, bottom-up refinement',
  published: 'maximum of depth 3; every node answered, refined or failed in the end',
  source: 'IB sections 3.3 and 4.2, ib:qa_engine.py',
  beside: 'expected',
  runs: [
    { experiment: 'follow-up-depth', set: { questions: [10] }, seeds: seedsFrom(1, 10), seedsInTests: 1 },
  ],
  judge([result]) {
    const points = result?.points ?? []
    const ours = points.flatMap((point): Figure[] => [
      {
        name: `levels at depth ${point.values.depth}`,
        published: Number(point.values.depth) + 1,
        ours: Math.max(...valuesAt(point, 'levels')),
        interval: null,
        n: point.runs.length,
      },
      {
        name: `nodes left open at depth ${point.values.depth}`,
        published: 0,
        ours: Math.max(...valuesAt(point, 'open')),
        interval: null,
        n: point.runs.length,
      },
    ])
    const refined = points
      .filter(({ values }) => values.depth !== 0)
      .map((point) => summaryAt(point, 'refined'))
    const holds =
      ours.every((figure) => figure.ours === figure.published) && refined.every(({ mean }) => mean > 0)
    return {
      verdict: holds ? 'reproduced' : 'not reproduced',
      ours: [
        ...ours,
        ...refined.map((summary, at) => figureOf(`answers refined at depth ${at + 1}`, null, summary)),
      ],
      why: `Trees ${holds ? 'have' : 'do not have'} one level more than their depth, and nothing waits in the end.`,
    }
  },
}

export const ruleRows: readonly Row[] = [budgetRow, forgettingRow, treeRow, determinismRow]
