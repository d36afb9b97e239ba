import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SALES_OF_ONE_BUYER } from '../../contract/records'
import { seededRandom } from '../../shared/random'
import { RATINGS } from '../../words/ratings'
import { addUp, type Sale } from './add-up'
import { seasonOf } from './seasons'
import { type CountedSale, heldUp, standingOf } from './standing'

const sale = fc.record({
  hand: fc.constantFrom('ann', 'bea', 'cy', 'dee'),
  heldUp: fc.double({ min: 0, max: 1, noNaN: true }),
})
const history = fc.array(sale, { maxLength: 40 })
const fresh = (heldUp: number): CountedSale => ({ hand: 'somebody new', heldUp })
const NEAR = 1e-9

describe('a standing', () => {
  it('begins at 0, is never below it and never 1: nobody gains by beginning anew', () => {
    expect(standingOf([])).toBe(0)
    fc.assert(
      fc.property(history, (sales) => {
        const standing = standingOf(sales)
        expect(standing >= standingOf([]) && standing < 1).toBe(true)
      }),
    )
  })

  it('rises with what held up and falls with what did not, whoever bought', () => {
    fc.assert(
      fc.property(history, fc.constantFrom('ann', 'bea', 'somebody new'), (sales, hand) => {
        const before = standingOf(sales)
        expect(standingOf([...sales, { hand, heldUp: 1 }])).toBeGreaterThanOrEqual(before - NEAR)
        expect(standingOf([...sales, { hand, heldUp: 0 }])).toBeLessThanOrEqual(before + NEAR)
      }),
    )
  })

  it('says the same in whatever order the sales came', () => {
    fc.assert(
      fc.property(history, (sales) => {
        expect(standingOf(sales.toReversed())).toBeCloseTo(standingOf(sales), 9)
      }),
    )
  })

  it('of one buyer is a third at most, and half needs ten of them', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 60 }), (sales) => {
        const standing = standingOf(sales.map((one) => ({ hand: 'a friend', heldUp: one })))
        expect(standing).toBeLessThanOrEqual(SALES_OF_ONE_BUYER / (SALES_OF_ONE_BUYER + 10) + NEAR)
      }),
    )
    const buyers = Array.from({ length: 10 }, (_, index) => ({ hand: `buyer ${index}`, heldUp: 1 }))
    expect(standingOf(buyers)).toBe(0.5)
    expect(standingOf(buyers.slice(1))).toBeLessThan(0.5)
  })

  it('split over names is no higher under any of them than a seller has who keeps theirs, where all held up alike', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 0, max: 60 }),
        (quality, before, after) => {
          const sales = (count: number) =>
            Array.from({ length: count }, (_, index) => ({ hand: `buyer ${index}`, heldUp: quality }))
          expect(standingOf(sales(after))).toBeLessThanOrEqual(standingOf(sales(before + after)) + NEAR)
        },
      ),
    )
  })

  it('makes the Lemon Market’s rotation worthless: who sells lemons under ever new names stays at 0, who is honest rises', () => {
    const random = seededRandom(8)
    let lemon: CountedSale[] = []
    const honest: CountedSale[] = []
    let best = 0
    for (let step = 0; step < 50; step += 1) {
      lemon.push(fresh(0))
      // Dropped at once, as soon as it is worth less than a new name: under this rule it never is.
      if (standingOf(lemon) < standingOf([])) lemon = []
      best = Math.max(best, standingOf(lemon))
      honest.push({ hand: `buyer ${step % 12}`, heldUp: random() < 0.8 ? 1 : 0 })
    }
    expect(lemon).toHaveLength(50)
    expect(best).toBe(0)
    expect(standingOf(honest)).toBeGreaterThan(0.5)
  })
})

it('a sale holds up by its rating, less what was refunded of it', () => {
  const sold = (rating: (typeof RATINGS)[number] | null, refundedMicros = 0n) =>
    heldUp({ rating, refundedMicros, netMicros: 8n })
  expect([sold('useful'), sold('known'), sold('wrong'), sold(null)]).toEqual([1, 0.5, 0, 0.5])
  expect([sold('useful', 2n), sold('useful', 8n), sold(null, 4n)]).toEqual([0.75, 0, 0.25])
  fc.assert(
    fc.property(
      fc.constantFrom(null, ...RATINGS),
      fc.bigInt({ min: 0n, max: 100n }),
      fc.bigInt({ min: 0n, max: 100n }),
      (rating, refundedMicros, netMicros) => {
        const held = heldUp({ rating, refundedMicros, netMicros })
        expect(held >= 0 && held <= 1).toBe(true)
      },
    ),
  )
})

it('a season is a quarter in UTC', () => {
  const at = (time: string) => seasonOf(new Date(time))
  expect([at('2026-01-01T00:00:00Z'), at('2026-03-31T23:59:59Z'), at('2026-12-31T23:59:59Z')]).toEqual([
    '2026-Q1',
    '2026-Q1',
    '2026-Q4',
  ])
})

describe('the rows of a record', () => {
  const row: Sale = {
    sellerId: 'sol',
    hand: 'ann',
    at: new Date('2026-11-23T12:00:00Z'),
    topics: ['bridges', 'wood'],
    priceMicros: 2_000_000n,
    netMicros: 1_900_000n,
    refundedMicros: 0n,
    rating: 'useful',
    value: 1.5,
    bits: null,
  }

  it('are one for each topic of the question and for all, in its season and for ever', () => {
    const sums = addUp([row], [{ sellerId: 'sol', season: '2026-Q4', topic: '', read: 3 }])
    expect(sums.map(({ season, topic }) => `${season} ${topic}`).toSorted()).toEqual(
      ['2026-Q4 ', '2026-Q4 bridges', '2026-Q4 wood', 'all ', 'all bridges', 'all wood'].toSorted(),
    )
    expect(sums.find(({ season, topic }) => season === 'all' && topic === '')).toEqual({
      ...{ season: 'all', topic: '', sellerId: 'sol', read: 3, bought: 1, buyers: 1, rated: 1, useful: 1 },
      ...{ spentMicros: 2_000_000n, refundedMicros: 0n, standing: 1 / 11, value: 1.5, valued: 1 },
      ...{ bits: 0, scored: 0 },
    })
  })

  it('of all topics count each sale once; of all seasons as much as the seasons together', () => {
    const sales = fc.array(
      fc.record({
        month: fc.integer({ min: 0, max: 11 }),
        topics: fc.subarray(['a', 'b', 'c']),
        value: fc.option(fc.integer({ min: -20, max: 20 })),
        bits: fc.option(fc.integer({ min: -20, max: 20 })),
      }),
      { maxLength: 20 },
    )
    fc.assert(
      fc.property(sales, (list) => {
        const rows = addUp(
          list.map(({ month, ...one }) => ({ ...row, ...one, at: new Date(Date.UTC(2026, month, 3)) })),
          [],
        )
        const all = rows.find(({ season, topic }) => season === 'all' && topic === '')
        const seasons = rows.filter(({ season, topic }) => season !== 'all' && topic === '')
        const total = (pick: (one: (typeof rows)[number]) => number) =>
          seasons.reduce((sum, one) => sum + pick(one), 0)
        expect(all?.bought ?? 0).toBe(list.length)
        expect(total(({ bought }) => bought)).toBe(list.length)
        expect(total(({ value }) => value)).toBe(all?.value ?? 0)
        expect(total(({ scored }) => scored)).toBe(all?.scored ?? 0)
      }),
    )
  })
})
