import { seededRandom } from '../../../shared/random'
import type { Row } from '../../row'
import { summaryOf } from '../../statistics'
import { CODE_PRESET } from '../crash/config'
import { cesDemand, dailyIncome } from '../crash/consumers'
import { bill, foundFirm } from '../crash/firm'
import { fixed } from '../crash/scripted'
import { crashHealth } from '../eas'
import { Ledger } from '../ledger'
import { reputationOf, type Votes, withVote } from '../lemon/reputation'
import { recoveryTime } from '../recovery'
import { exactly, inBands, within } from './judging'

/** Rows that are exact, or drawn at once. */

const DIGIT = 5e-7

const demand: Row = {
  id: 'B1',
  kind: 'det',
  what: 'Demand with constant elasticity of substitution',
  published: 'P 1.124683; q 9.6 and 0.2 at weights .6/.4, prices 1/2, income 10; one good: q = I/p',
  source: 'DER, ab:agents/consumer.py',
  beside: 'expected',
  judge: () => {
    const { priceIndex, quantities } = cesDemand(10, [
      { weight: 0.6, price: 1 },
      { weight: 0.4, price: 2 },
    ])
    const alone = cesDemand(10, [{ weight: 0.6, price: 4 }])
    return exactly([
      { name: 'price index', published: 1.124683, ours: priceIndex, tolerance: DIGIT },
      { name: 'first good', published: 9.6, ours: quantities[0] ?? 0, tolerance: DIGIT },
      { name: 'second good', published: 0.2, ours: quantities[1] ?? 0, tolerance: DIGIT },
      { name: 'one good at 4', published: 2.5, ours: alone.quantities[0] ?? 0, tolerance: DIGIT },
    ])
  },
}

const DRAWS = 100_000
/** λ = 0.6·50. */
const SHOPPERS = 30

const income: Row = {
  id: 'B2',
  kind: 'stat',
  what: 'Mean income of a consumer, and what thirty shoppers spend a day',
  published: '9.128 and 273.8 dollars',
  source: 'DER',
  beside: 'expected',
  judge: () => {
    const random = seededRandom(1)
    const { mean, low, high, n } = summaryOf(Array.from({ length: DRAWS }, () => dailyIncome(random)))
    const figure = (name: string, published: number, times: number) => ({
      name,
      published,
      ours: times * mean,
      interval: low === null || high === null ? null : ([times * low, times * high] as const),
      n,
    })
    return inBands(
      [
        within(figure('income a day', 9.128, 1), 9.128 * 0.99, 9.128 * 1.01),
        within(figure('spending a day', 273.8, SHOPPERS), 273.8 * 0.99, 273.8 * 1.01),
      ],
      'means',
    )
  },
}

const recursion: Row = {
  id: 'B3',
  kind: 'det',
  what: 'Where a firm’s cash settles at a constant margin π under overhead, tax and fee',
  published: '9.256·(π − 2)',
  source: 'DER',
  beside: 'expected',
  judge: () => exactly([10, 18, 30].map((margin) => settledCash(margin))),
}

/** After two hundred days of the same margin, by the market's own bills. */
function settledCash(margin: number) {
  const ledger = new Ledger()
  const outside = ledger.openOutside('outside')
  const account = ledger.open('firm')
  ledger.transfer(outside, account, CODE_PRESET.initialCash)
  const agent = { id: 'firm', isStabilizing: false, decide: fixed() }
  const firm = foundFirm(agent, account, seededRandom(1), CODE_PRESET.unitCost)
  for (let day = 0; day < 200; day += 1) {
    ledger.transfer(outside, account, margin)
    bill(firm, day, { ledger, payee: outside, config: CODE_PRESET })
  }
  const published = 9.256 * (margin - 2)
  return { name: `cash at π ${margin}`, published, ours: account.balance, tolerance: 1e-4 * published }
}

const reputation: Row = {
  id: 'B10',
  kind: 'det',
  what: 'Down-votes until a Sybil identity is retired, over all windows of 8 up and 2 down',
  published: '6, 7 or 8 with chances 6/45, 18/45, 21/45; mean 7.33',
  source: 'DER, ab:agents/seller.py',
  beside: 'expected',
  judge: () => {
    const counts = windows().map(downVotesToRetire)
    const share = (count: number) => counts.filter((one) => one === count).length / counts.length
    const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length
    const n = counts.length
    return exactly([
      ...[6, 7, 8].map((count) => ({
        name: `${count} down-votes`,
        published: { 6: 6, 7: 18, 8: 21 }[count] ?? 0,
        ours: share(count) * n,
        tolerance: DIGIT,
        n,
      })),
      { name: 'mean', published: 7.33, ours: mean, tolerance: 0.005, n },
    ])
  },
}

function windows(): Votes[] {
  const places = Array.from({ length: 10 }, (_, index) => index)
  return places.flatMap((first) =>
    places
      .filter((second) => second > first)
      .map((second) => places.map((place) => place !== first && place !== second)),
  )
}

function downVotesToRetire(votes: Votes): number {
  let [now, count] = [votes, 0]
  while (reputationOf(now) >= 0.3) {
    now = withVote(now, false)
    count += 1
  }
  return count
}

const health: Row = {
  id: 'B8',
  kind: 'det',
  what: 'Crash health S',
  published: '.8083 at b_r .2, σ .5 of at most 2, price/cost 1.5, deviation at most 4',
  source: 'ab@11cd2ea89 exp1_score.py',
  beside: 'expected',
  judge: () =>
    exactly([
      {
        name: 'S',
        published: 0.8083,
        ours: crashHealth(
          { bankruptcyRate: 0.2, volatility: 0.5, markup: 1.5 },
          { volatility: 2, deviation: 4 },
        ),
        tolerance: 5e-5,
      },
    ]),
}

const shockRule: Row = {
  id: 'B14',
  kind: 'det',
  what: 'Recovery after a shock, on made-up series',
  published:
    'first later step within max(10 %, 0.05) of the mean of the five before; never: the steps left (74 of 100 after day 25)',
  source: 'ab@11cd2ea89 exp3_common.py',
  beside: 'expected',
  judge: () => {
    const series = (before: number, count: number, after: readonly number[]) => [
      ...Array.from({ length: count }, () => before),
      ...after,
    ]
    return exactly([
      {
        name: 'back after six',
        published: 6,
        ours: recoveryTime(series(1, 10, [0, 0, 0, 0, 0, 0, 0.9]), 10),
        tolerance: 0,
      },
      {
        name: 'near zero',
        published: 2,
        ours: recoveryTime(series(0, 10, [1, 0.06, 0.05]), 10),
        tolerance: 0,
      },
      {
        name: 'never',
        published: 74,
        ours: recoveryTime(
          series(
            0.9,
            25,
            Array.from({ length: 75 }, () => 0.5),
          ),
          25,
        ),
        tolerance: 0,
      },
    ])
  },
}

export const exactRows: readonly Row[] = [demand, income, recursion, health, reputation, shockRule]
