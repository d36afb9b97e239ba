import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../experiment'
import { CONSERVATION_TOLERANCE } from '../ledger'
import type { Buyer, BuyerView, ReviewView } from './agents'
import {
  ADVERTISED,
  BRACKETS,
  floodedSybils,
  LEMON_DEFAULTS,
  type LemonConfig,
  QUALITY,
  TIERS,
  V_MAX,
} from './config'
import { lemonMetrics } from './metrics'
import { buyersOf, fixedSeller, SELLER_STYLES, scriptedPrincipal } from './scripted'
import { type LemonAgents, simulateLemon } from './simulate'

const config = fc
  .record({
    steps: fc.integer({ min: 1, max: 25 }),
    sellers: fc.integer({ min: 1, max: 12 }),
    sybils: fc.nat(12),
    buyers: fc.integer({ min: 1, max: 8 }),
    discover: fc.integer({ min: 1, max: 5 }),
    voteWindow: fc.integer({ min: 1, max: 10 }),
    reputationMin: fc.constantFrom(0.3, 0.6),
    showsReputation: fc.boolean(),
    showsSellerIds: fc.boolean(),
    keepsListings: fc.boolean(),
    advertised: fc.constantFrom('good-or-mint', 'any-higher'),
    shock: fc.option(fc.record({ step: fc.nat(20), sybils: fc.nat(20) })),
  })
  .map((some): LemonConfig => ({ ...LEMON_DEFAULTS, ...some, sybils: Math.min(some.sybils, some.sellers) }))

const lastShown: Buyer['choose'] = ({ listings }) => listings.at(-1)?.id ?? null

/** One of each kind, and one without sense or past. */
function mixedBuyers(count: number): Buyer[] {
  const kinds = (['random', 'naive', 'guardian'] as const).map((policy) => buyersOf(count, policy))
  return Array.from({ length: count }, (_, index) => {
    const buyer = kinds[index % 3]?.[index]
    if (!buyer) throw new Error('There are three kinds')
    return index % 4 === 3 ? { ...buyer, choose: lastShown, seesHistory: false } : buyer
  })
}

const agents = (config: LemonConfig, buyers = mixedBuyers(config.buyers)): LemonAgents => ({
  honest: fixedSeller(),
  principal: scriptedPrincipal,
  buyers,
})

async function logOf(config: LemonConfig, seed: number, who = agents(config)) {
  const events: Record<string, Json>[] = []
  const run = await simulateLemon(config, seed, who, (event) => events.push(event as Record<string, Json>))
  return {
    run,
    events,
    hash: createHash('sha256')
      .update(JSON.stringify([events, run]))
      .digest('hex'),
  }
}

describe('the market', () => {
  it('conserves money, sells each car once and only to who saw it, and counts what happened (B4)', async () => {
    await fc.assert(
      fc.asyncProperty(config, fc.integer(), async (config, seed) => {
        const { run, events } = await logOf(config, seed)
        expect(Math.abs(run.imbalance)).toBeLessThan(CONSERVATION_TOLERANCE)
        const sales = events.filter(({ type }) => type === 'sale')
        expect(new Set(sales.map(({ listing }) => listing)).size).toBe(sales.length)
        const priceOf = new Map(
          events.flatMap((event) => (event.type === 'listing' ? [[event.id, event.price as number]] : [])),
        )
        const revenue = run.steps.reduce((sum, step) => sum + step.revenue, 0)
        expect(revenue).toBeCloseTo(
          sales.reduce((sum, { listing = null }) => sum + (priceOf.get(listing) ?? Number.NaN), 0),
          4,
        )
        for (const step of run.steps) {
          expect(step.bids + step.passes).toBe(config.buyers)
          expect(step.sold).toBeLessThanOrEqual(step.bids)
        }
      }),
      { numRuns: 50 },
    )
  })

  it('gives Sybils the lowest tier only, advertised as good or mint, and a fresh name when found out', async () => {
    const { run, events } = await logOf(
      { ...LEMON_DEFAULTS, sybils: 6 },
      3,
      agents(LEMON_DEFAULTS, buyersOf(12, 'random')),
    )
    const sybils = events.filter((event) => event.type === 'listing' && event.isSybil)
    expect(new Set(sybils.map(({ tier }) => tier))).toEqual(new Set(['poor']))
    const prices = ADVERTISED['good-or-mint'].map((tier) => QUALITY[tier] * V_MAX)
    expect(new Set(sybils.map(({ price }) => price))).toEqual(new Set(prices))
    const rotations = events.filter(({ type }) => type === 'rotation')
    expect(rotations.length).toBeGreaterThan(10)
    expect(run.identitiesUsed).toBe(6 + rotations.length)
    const older = await logOf({ ...LEMON_DEFAULTS, advertised: 'any-higher' }, 3)
    const asked = older.events.filter((event) => event.type === 'listing' && event.isSybil)
    expect(new Set(asked.map(({ price }) => price))).toEqual(new Set([20_000, ...prices]))
    for (const { retired = null, step } of rotations) {
      const later = sybils.filter(
        (listing) => listing.seller === retired && (listing.step as number) > (step as number),
      )
      expect(later).toEqual([])
    }
  })

  it('floods with Sybils at the step of the shock: 24 of 30 sellers (B14)', async () => {
    const shock = { step: 15, sybils: floodedSybils({ sellers: 12, sybils: 6 }) }
    expect(shock.sybils).toBe(24)
    const { events } = await logOf({ ...LEMON_DEFAULTS, steps: 17, shock }, 1)
    const listed = (step: number, isSybil: boolean) =>
      events.filter((event) => event.type === 'listing' && event.step === step && event.isSybil === isSybil)
        .length
    expect([listed(14, true), listed(14, false)]).toEqual([6, 6])
    expect([listed(15, true), listed(15, false)]).toEqual([24, 6])
  })

  it('is the same for the same seed, in any order of the buyers and of their replies (C1)', async () => {
    await fc.assert(
      fc.asyncProperty(config, fc.integer(), async (config, seed) => {
        const one = await logOf(config, seed)
        const late = mixedBuyers(config.buyers)
          .reverse()
          .map((buyer, index) => ({
            ...buyer,
            choose: async (view: BuyerView, random: () => number) => {
              for (let turn = index % 3; turn > 0; turn -= 1) await Promise.resolve()
              return buyer.choose(view, random)
            },
          }))
        expect((await logOf(config, seed, agents(config, late))).hash).toBe(one.hash)
      }),
      { numRuns: 25 },
    )
  })
})

describe('what a buyer sees', () => {
  it('is listings without tier, seller or kind, its own purchases, and what the settings allow', async () => {
    await fc.assert(
      fc.asyncProperty(config, fc.integer(), async (config, seed) => {
        const views: { buyer: Buyer; view: BuyerView }[] = []
        const reviews: ReviewView[] = []
        const buyers = mixedBuyers(config.buyers).map((buyer) => ({
          ...buyer,
          choose: (view: BuyerView, random: () => number) => {
            views.push({ buyer, view })
            return buyer.choose(view, random)
          },
          review: (view: ReviewView, random: () => number) => {
            reviews.push(view)
            return buyer.review(view, random)
          },
        }))
        // Descriptions that name no tier, so that any tier in a view comes from elsewhere.
        const { events } = await logOf(config, seed, {
          ...agents(config, buyers),
          honest: { list: () => ({ description: 'A car.', price: 20_000 }) },
          principal: { list: () => ({ description: 'A car.', price: 20_000 }) },
        })
        const names = events.flatMap((event) => (event.type === 'listing' ? [`"${event.seller}"`] : []))
        for (const { buyer, view } of views) {
          expect(Object.keys(view).sort()).toEqual(['history', 'listings', 'meanQuality', 'step'])
          expect(view.listings.length).toBeLessThanOrEqual(config.discover)
          for (const listing of view.listings) {
            expect(Object.keys(listing).sort()).toEqual([
              'description',
              'id',
              'price',
              'reputation',
              'seller',
            ])
            expect(listing.reputation === null).toBe(!config.showsReputation)
            expect(listing.seller === null).toBe(!config.showsSellerIds)
          }
          const text = JSON.stringify(view.listings)
          expect(text).not.toMatch(/sybil|mint|fair|poor|good/i)
          expect(view.history.length).toBeLessThanOrEqual(buyer.seesHistory ? 10 : 0)
          const sales = events.filter((event) => event.type === 'sale' && event.buyer === buyer.id)
          const own = sales.filter(({ step }) => (step as number) < view.step)
          expect(view.history.length).toBe(buyer.seesHistory ? Math.min(10, own.length) : 0)
        }
        expect(JSON.stringify([views.map(({ view }) => view), reviews])).not.toContain('sybil')
        expect(names.length).toBeGreaterThan(0)
      }),
      { numRuns: 30 },
    )
  })

  it('calls a seller by the same name at every step, and each buyer by another', async () => {
    const called = new Map<string, Set<string>>()
    const buyers = buyersOf(4, 'random').map((buyer) => ({
      ...buyer,
      choose: (view: BuyerView) => {
        for (const { seller, description } of view.listings) {
          const key = `${buyer.id} ${description}`
          called.set(key, (called.get(key) ?? new Set()).add(seller ?? 'nobody'))
        }
        return null
      },
    }))
    // Each seller's reputation differs in nothing; its text carries its own name here, for the test to know it by.
    const texts = new Map<() => number, string>()
    const own = (random: () => number) => {
      const text = texts.get(random) ?? `car of ${texts.size + 1}`
      texts.set(random, text)
      return { description: text, price: 1 }
    }
    await simulateLemon(LEMON_DEFAULTS, 5, {
      honest: { list: (_view, random) => own(random) },
      principal: { list: (_view, random) => own(random) },
      buyers,
    })
    expect([...called.values()].every((names) => names.size === 1)).toBe(true)
    const perSeller = Map.groupBy(called, ([key]) => key.split(' car ')[1])
    const differing = [...perSeller.values()].filter(
      (same) => new Set(same.flatMap(([, names]) => [...names])).size > 1,
    )
    expect(differing.length).toBeGreaterThan(6)
  })
})

describe('scripted agents', () => {
  it('price tiers as the brackets say, and honest words name their tier only', () => {
    for (const tier of TIERS) {
      const [low, high] = BRACKETS[tier]
      expect(QUALITY[tier]).toBeGreaterThanOrEqual(low)
      expect(QUALITY[tier]).toBeLessThanOrEqual(high)
      for (const style of SELLER_STYLES) {
        const { description } = fixedSeller(style).list({ step: 0, tier, reputation: 1 }, () => 0) as {
          description: string
        }
        expect(TIERS.filter((one) => description.toLowerCase().includes(one))).toEqual([tier])
      }
    }
  })

  it('fill 388.7 of 600 random bids, with the shares that arithmetic expects (B11)', async () => {
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
    for (const [sybils, share] of [
      [3, 0.343],
      [6, 0.607],
      [9, 0.822],
    ] as const) {
      const runs = []
      for (let seed = 1; seed <= 12; seed += 1) {
        const config = { ...LEMON_DEFAULTS, sybils }
        runs.push(lemonMetrics(await simulateLemon(config, seed, agents(config, buyersOf(12, 'random')))))
      }
      expect(Math.abs(mean(runs.map(({ sybilRevenueShare }) => sybilRevenueShare)) / share - 1)).toBeLessThan(
        0.05,
      )
      expect(Math.abs(mean(runs.map(({ filled }) => filled)) / 388.7 - 1)).toBeLessThan(0.03)
      expect(Math.abs(mean(runs.map(({ surplus }) => surplus)) / ((-37_500 * sybils) / 12) - 1)).toBeLessThan(
        0.08,
      )
    }
  })
})
