import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../shared/random'
import { type Asked, asAsked, BAND_RATE, bandOf, type Known, planOf, setsToAsk, sharesOf } from './shares'
import { type Recommendation, worthOf } from './value'

const belief = (probability: number): Recommendation => ({ kind: 'belief', probability })
const choice = (...utilities: number[]): Recommendation => ({ kind: 'choice', utilities })

const distinct = (purchases: number) => Array.from({ length: purchases }, (_, place) => `text ${place}`)
const exact = (purchases: number) => planOf(distinct(purchases), { seed: 1, isFree: true })
const sampled = (purchases: number, seed: number) => ({
  ...planOf([...distinct(purchases), ...distinct(9).map((one) => `more ${one}`)], { seed, isFree: true }),
  ...drawnFor(purchases, seed),
})

/** As a plan for more purchases than are counted exactly would draw them. */
function drawnFor(purchases: number, seed: number) {
  const random = seededRandom(seed)
  const orders = Array.from({ length: 24 }, () =>
    Array.from({ length: purchases }, (_, place) => ({ place, at: random() }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ place }) => place),
  )
  const first = Array.from({ length: purchases }, (_, place) => place)
  return { purchases, isExact: false, orders, first }
}

/** A decision problem made from a seed: what each set recommends has nothing to do with the others. */
function worldOf(seed: number, kind: Recommendation['kind']): Asked {
  return (known) => {
    const random = seededRandom(seed * 4096 + known.reduce((bits, place) => bits + 2 ** place, 0))
    random()
    return kind === 'belief' ? belief(random()) : choice(random() * 4, random() * 4, random() * 4)
  }
}

const seeds = fc.integer({ min: 1, max: 100_000 })
const kinds = fc.constantFrom('belief', 'choice')

describe('shares averaged over orders', () => {
  it('are those of the paper’s correction, by hand: two orders', () => {
    // Example 2.1: 0.1 at first, 0.4 after the claim, 0.2 after both; the correction alone changes nothing.
    const asked: Asked = (known) =>
      belief({ '': 0.1, '0': 0.4, '1': 0.1, '0,1': 0.2 }[known.join()] ?? Number.NaN)
    const shares = sharesOf(exact(2), asked)
    const bits = (after: number, before: number) =>
      0.2 * Math.log2(after / before) + 0.8 * Math.log2((1 - after) / (1 - before))
    expect(shares?.purchases[0]?.share).toBeCloseTo((bits(0.4, 0.1) + bits(0.2, 0.1)) / 2, 12)
    expect(shares?.purchases[1]?.share).toBeCloseTo((bits(0.2, 0.4) + bits(0.1, 0.1)) / 2, 12)
    expect(shares).toMatchObject({ unit: 'bits', isExact: true, orders: 2 })
    expect(shares?.purchases.map(({ without }) => without)).toEqual([belief(0.1), belief(0.4)])
  })

  it('add up to the whole, exact or drawn', () => {
    fc.assert(
      fc.property(
        seeds,
        kinds,
        fc.integer({ min: 1, max: 5 }),
        fc.boolean(),
        (seed, kind, purchases, isDrawn) => {
          const shares = sharesOf(isDrawn ? sampled(purchases, seed) : exact(purchases), worldOf(seed, kind))
          const sum = shares?.purchases.reduce((total, { share }) => total + share, 0)
          expect(sum).toBeCloseTo(shares?.total ?? Number.NaN, 8)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('are nothing for a purchase that changes nothing in any order, and only there is that said', () => {
    fc.assert(
      fc.property(seeds, kinds, fc.integer({ min: 0, max: 3 }), (seed, kind, idle) => {
        const world = worldOf(seed, kind)
        const shares = sharesOf(exact(4), (known) => world(known.filter((place) => place !== idle)))
        expect(shares?.purchases[idle]).toMatchObject({ share: 0, low: 0, high: 0, changes: 'never' })
      }),
      { numRuns: 60 },
    )
    const turns: Asked = (known) => (known.includes(1) ? choice(0, 1) : choice(1, 0))
    expect(sharesOf(exact(2), turns)?.purchases.map(({ changes }) => changes)).toEqual(['never', 'sometimes'])
    expect(sharesOf(sampled(2, 1), turns)?.purchases.map(({ changes }) => changes)).toEqual([
      'unseen',
      'sometimes',
    ])
  })

  it('are equal for purchases that no order tells apart', () => {
    fc.assert(
      fc.property(seeds, kinds, (seed, kind) => {
        const world = worldOf(seed, kind)
        // Places 0 and 1 count, not which of them.
        const alike: Asked = (known) => {
          const both = known.filter((place) => place < 2).length
          return world([
            ...Array.from({ length: both }, (_, place) => place),
            ...known.filter((place) => place >= 2),
          ])
        }
        const [one, other] = sharesOf(exact(4), alike)?.purchases ?? []
        expect(one?.share).toBeCloseTo(other?.share ?? Number.NaN, 8)
      }),
      { numRuns: 60 },
    )
  })

  it('know equal texts as one, and share equally between them', () => {
    const plan = planOf(['same', 'other', 'same', null, null], { seed: 1, isFree: false })
    expect(plan).toMatchObject({ isExact: true, first: [0, 1, 0, 3, 4] })
    expect(asAsked(plan, [2, 4])).toEqual([0, 4])
    expect(setsToAsk(plan)).toHaveLength(16)
    const shares = sharesOf(plan, worldOf(7, 'belief'))
    expect(shares?.purchases[0]?.share).toBeCloseTo(shares?.purchases[2]?.share ?? Number.NaN, 12)
    // The other one says it too.
    expect(shares?.purchases[0]?.without).toEqual(shares?.purchases[2]?.without)
  })
})

describe('the band of drawn orders', () => {
  it('holds the exact share at least as often as it says, for decisions of any kind', () => {
    let [held, all] = [0, 0]
    for (let seed = 1; seed <= 120; seed += 1) {
      const world = worldOf(seed, seed % 2 === 0 ? 'belief' : 'choice')
      const truth = sharesOf(exact(5), world)
      sharesOf(sampled(5, seed), world)?.purchases.forEach(({ low, high, share }, place) => {
        const exactly = truth?.purchases[place]?.share ?? Number.NaN
        expect(share).toBeGreaterThanOrEqual(low)
        expect(share).toBeLessThanOrEqual(high)
        all += 1
        if (low <= exactly && exactly <= high) held += 1
      })
    }
    expect(held / all).toBeGreaterThanOrEqual(BAND_RATE)
  })

  it('holds where one draw in many decides, which a band from the variance misses', () => {
    const random = seededRandom(5)
    const rare = 0.05
    const held = Array.from({ length: 300 }, () => {
      const drawn = Array.from({ length: 20 }, () => (random() < rare ? 1 : 0))
      const { low, high } = bandOf(drawn, 1)
      return low <= rare && rare <= high
    }).filter(Boolean)
    expect(held.length / 300).toBeGreaterThanOrEqual(BAND_RATE)
  })

  it('narrows with more orders, and is nothing where nothing is at stake', () => {
    const wide = ({ low, high }: { low: number; high: number }) => high - low
    expect(wide(bandOf(Array(60).fill(0.5), 1))).toBeLessThan(wide(bandOf(Array(10).fill(0.5), 1)) / 2)
    expect(bandOf([0, 0], 0)).toEqual({ low: 0, high: 0 })
  })
})

describe('what is asked', () => {
  it('is every set of up to four texts, sixteen at most, and of eight where it costs nothing', () => {
    expect(setsToAsk(planOf(distinct(4), { seed: 1, isFree: false }))).toHaveLength(16)
    expect(planOf(distinct(5), { seed: 1, isFree: false }).isExact).toBe(false)
    expect(planOf(distinct(8), { seed: 1, isFree: true }).isExact).toBe(true)
    expect(planOf(distinct(9), { seed: 1, isFree: true }).isExact).toBe(false)
  })

  it('begins with what was known after each purchase and with all but each, and is the same for the same seed', () => {
    const sets = setsToAsk(planOf(distinct(5), { seed: 3, isFree: false }))
    expect(sets.slice(0, 6).map((known) => known.length)).toEqual([0, 1, 2, 3, 4, 5])
    expect(sets.slice(6, 10).every((known) => known.length === 4)).toBe(true)
    expect(setsToAsk(planOf(distinct(5), { seed: 3, isFree: false }))).toEqual(sets)
    expect(new Set(sets.map((known) => known.join())).size).toBe(sets.length)
  })

  it('may stop after any order: those before it count', () => {
    const plan = planOf(distinct(6), { seed: 3, isFree: false })
    const world = worldOf(3, 'belief')
    const upTo = (orders: number) => {
      const enough = setsToAsk({ ...plan, orders: plan.orders.slice(0, orders) }).map((known) => known.join())
      return sharesOf(plan, (known: Known) => (enough.includes(known.join()) ? world(known) : null))
    }
    expect(upTo(0)).toBeNull()
    expect(upTo(3)?.orders).toBeGreaterThanOrEqual(3)
    expect(upTo(12)?.isExact).toBe(false)
  })

  it('gives nothing while a set of an exact count is missing', () => {
    expect(sharesOf(exact(2), (known) => (known.length === 1 ? null : choice(1, 0)))).toBeNull()
    expect(sharesOf(exact(0), () => choice(1, 0))).toBeNull()
  })
})

it('takes the mean of options that are recommended alike', () => {
  expect(worthOf(choice(1, 1, 0), choice(4, 2, 0))).toBe(3)
})
