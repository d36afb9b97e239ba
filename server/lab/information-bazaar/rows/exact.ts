import { bm25Index } from '@/server/llm/built-in/bm25'
import type { Figure, Row } from '../../row'
import { ratingsAfter } from '../elo'
import { bm25Heuristic } from '../heuristics'
import { microsOfCredits, priceShown } from '../price-display'
import { boughtOptions, parseVerdict } from '../verdict-text'

/** Rows that are arithmetic: computed at once, and equal to what is published to the digits that it has. */

/** `known` values by name, with what our code makes of them. */
function exactRow(
  row: Pick<Row, 'id' | 'what' | 'published' | 'source' | 'beside'>,
  digits: number,
  known: readonly (readonly [name: string, published: number, ours: () => number])[],
): Row {
  return {
    ...row,
    kind: 'det',
    judge() {
      const ours = known.map(
        ([name, published, compute]): Figure => ({ name, published, ours: compute(), interval: null, n: 1 }),
      )
      const wrong = ours.filter(
        (figure) => Math.abs(figure.ours - Number(figure.published)) > 0.5 * 10 ** -digits,
      )
      return {
        verdict: wrong.length === 0 ? 'reproduced' : 'not reproduced',
        ours,
        why:
          wrong.length === 0
            ? `All ${ours.length} values agree to ${digits} decimals.`
            : `These differ: ${wrong.map(({ name }) => name).join(', ')}.`,
      }
    },
  }
}

const DOCUMENTS = ['a b c a', 'b c d', 'c d e f'].map((text) => text.split(' '))
const bm25 = (query: string, at: number) => () =>
  bm25Index(DOCUMENTS).scores(query.split(' '))[at] ?? Number.NaN

const won = (winner: string, loser: string) => ({ winner, loser })
const ONCE = [won('A', 'B')]
const THRICE = [won('A', 'B'), won('A', 'B'), won('B', 'A')]
const RING = [won('A', 'B'), won('B', 'C'), won('A', 'C')]
const rating = (games: typeof ONCE, player: string) => () => ratingsAfter(games)[player] ?? Number.NaN

const shown = (price: number, credit: number) => () =>
  priceShown(microsOfCredits(price), microsOfCredits(credit))

const bought =
  (text: string, options = 3) =>
  () =>
    Number(boughtOptions(parseVerdict(text), options, 'by-number').join('') || 0)

const OPTIONS = [
  { text: 'boats float on water', price: 40 },
  { text: 'beans boil for ten minutes', price: 50 },
  { text: 'beans boil and boil and beans', price: 30 },
  { text: 'a chair has four legs', price: 10 },
  { text: 'lamps give light at night', price: 5 },
]
const heuristic = (budget: number) => () => Number(bm25Heuristic('beans boil', OPTIONS, budget).join('') || 0)

export const exactRows: readonly Row[] = [
  exactRow(
    {
      id: 'A1',
      what: 'BM25 of the vendors’ first stage',
      published: '“a c”: 0.651587, −0.065123, −0.057445; “e f”: 0, 0, 0.981499',
      source: 'DER, ib:database.py',
      beside: 'expected',
    },
    6,
    [
      ['a c, document 1', 0.651587, bm25('a c', 0)],
      ['a c, document 2', -0.065123, bm25('a c', 1)],
      ['a c, document 3', -0.057445, bm25('a c', 2)],
      ['e f, document 1', 0, bm25('e f', 0)],
      ['e f, document 2', 0, bm25('e f', 1)],
      ['e f, document 3', 0.981499, bm25('e f', 2)],
    ],
  ),
  exactRow(
    {
      id: 'A2',
      what: 'Elo ratings',
      published: '1516/1484; 1511.7471/1488.2529; 1530.4969/1500.7363/1468.7668',
      source: 'IB App. B, DER',
      beside: 'expected',
    },
    4,
    [
      ['one game, winner', 1516, rating(ONCE, 'A')],
      ['one game, loser', 1484, rating(ONCE, 'B')],
      ['two wins and a loss', 1511.7471, rating(THRICE, 'A')],
      ['two losses and a win', 1488.2529, rating(THRICE, 'B')],
      ['three players, first', 1530.4969, rating(RING, 'A')],
      ['three players, second', 1500.7363, rating(RING, 'B')],
      ['three players, third', 1468.7668, rating(RING, 'C')],
      ['sum of three', 4500, () => Object.values(ratingsAfter(RING)).reduce((sum, one) => sum + one, 0)],
    ],
  ),
  exactRow(
    {
      id: 'A7',
      what: 'Price display',
      published: 'max(round(100·p/credit), 1), the budget as 100',
      source: 'ib:lem_utils.py; values DER',
      beside: 'expected',
    },
    0,
    [
      ['free', 1, shown(0, 50)],
      ['10 of 50', 20, shown(10, 50)],
      ['12.30 of 50', 25, shown(12.3, 50)],
      ['0.20 of 50', 1, shown(0.2, 50)],
      ['75 of 50', 150, shown(75, 50)],
    ],
  ),
  exactRow(
    {
      id: 'A8',
      what: 'Verdict parser; a figure is the numbers bought, 0 for none',
      published: 'the first mention wins; by number; nothing found buys nothing',
      source: 'ib:lem_utils.py; values DER',
      beside: 'expected',
    },
    0,
    [
      ['a plain verdict', 13, bought('VERDICT:\nOption 1: Buy\nOption 2: Pass\nOption 3: Buy')],
      ['reasoning before it', 2, bought('Option 1: Buy!\nVERDICT:\nOption 1: Pass\nOption 2: Buy')],
      ['a contradiction', 2, bought('VERDICT:\nOption 1: Pass\nOption 2: Buy\nOption 1: Buy')],
      ['a missing line', 2, bought('VERDICT:\nOption 2: Buy\nOption 3: Pass')],
      ['no heading', 0, bought('Option 1: Buy')],
      ['nothing', 0, bought('')],
    ],
  ),
  exactRow(
    {
      id: 'A9',
      what: 'BM25 heuristic; a figure is the numbers bought in order, 0 for none',
      published: 'by rank, stops at the first that does not fit',
      source: 'ib:lem_utils.py; values DER',
      beside: 'expected',
    },
    0,
    [
      ['a budget for all', 32145, heuristic(1_000)],
      ['a budget for two', 32, heuristic(100)],
      ['stops before the second, though others fit', 3, heuristic(70)],
      ['the best does not fit, though others do', 0, heuristic(29)],
    ],
  ),
]
