import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../experiment'
import { CONSERVATION_TOLERANCE } from '../ledger'
import type { FirmAgent, FirmView } from './agents'
import {
  CODE_PRESET,
  COMMENT_PRESET,
  type CrashConfig,
  PAPER_PRESET,
  POST_ORDERS,
  RESERVATIONS,
  TIE_BREAKS,
} from './config'
import { FIRM_PERSONAS, firmsOf, fixed, personaFirm, stabilizer, undercutter } from './scripted'
import { type CrashRun, simulateCrash } from './simulate'

const config = fc
  .record({
    days: fc.integer({ min: 1, max: 40 }),
    consumers: fc.integer({ min: 1, max: 20 }),
    arrivals: fc.double({ min: 0, max: 20, noNaN: true }),
    initialCash: fc.constantFrom(0, 20, 500),
    unitCost: fc.constantFrom(0.5, 1, 2),
    feeRate: fc.constantFrom(0, 0.05),
    revenueFeeRate: fc.constantFrom(0, 0.1),
    consumersDiscover: fc.nat(5),
    firmsDiscover: fc.nat(5),
    infoAsymmetry: fc.boolean(),
    tieBreak: fc.constantFrom(...TIE_BREAKS),
    postOrder: fc.constantFrom(...POST_ORDERS),
    reservation: fc.constantFrom(...RESERVATIONS),
    scoresReputation: fc.boolean(),
    hasPersonas: fc.boolean(),
    consumerKind: fc.constantFrom('ces' as const, 'fixed' as const),
    enforcesFloor: fc.boolean(),
    shock: fc.option(fc.record({ day: fc.nat(30), unitCost: fc.constantFrom(0.2, 3) })),
  })
  .map((some): CrashConfig => ({ ...CODE_PRESET, ...some }))

/** Any action, sense or not. */
const wild: FirmAgent['decide'] = (_view, random) => {
  const number = () => [1e-9, 1e9][Math.floor(random() * 6)] ?? 4 * random()
  return { supply: random() < 0.2 ? 0 : 30 * number(), price: number() || 1 }
}

const firms = (count: number, k: number) =>
  firmsOf(count, k, stabilizer, (index) =>
    index % 5 === 4 ? wild : personaFirm(FIRM_PERSONAS[index % 4] ?? 'competitive'),
  )

async function logOf(config: CrashConfig, seed: number, agents: readonly FirmAgent[]) {
  const events: Record<string, Json>[] = []
  const run = await simulateCrash(config, seed, agents, (event) => events.push(event as Record<string, Json>))
  return {
    run,
    events,
    hash: createHash('sha256')
      .update(JSON.stringify([events, run]))
      .digest('hex'),
  }
}

const sumOf = (events: readonly Record<string, Json>[], field: string) =>
  events.reduce((sum, event) => sum + (event[field] as number), 0)

describe('money and goods', () => {
  it('are conserved: each firm’s cash is what it began with and took, less what it paid (B4)', async () => {
    await fc.assert(
      fc.asyncProperty(config, fc.integer(), fc.nat(5), async (config, seed, k) => {
        const { run, events } = await logOf(config, seed, firms(6, k))
        expect(Math.abs(run.imbalance)).toBeLessThan(CONSERVATION_TOLERANCE)
        for (const firm of run.firms) {
          const of = (type: string) => events.filter((event) => event.type === type && event.firm === firm.id)
          const paid = ['overhead', 'tax', 'fee'].reduce((sum, field) => sum + sumOf(of('bill'), field), 0)
          const kept = sumOf(of('sale'), 'amount') - sumOf(of('post'), 'cost') - paid
          expect(Math.abs(config.initialCash + kept - firm.cash)).toBeLessThan(CONSERVATION_TOLERANCE)
          expect(Math.abs(kept - firm.profit)).toBeLessThan(CONSERVATION_TOLERANCE)
          const left = sumOf(of('post'), 'purchased') - sumOf(of('sale'), 'quantity')
          expect(Math.abs(left - firm.inventory)).toBeLessThan(1e-4)
          expect(firm.cash).toBeGreaterThanOrEqual(0)
          expect(firm.inventory).toBeGreaterThanOrEqual(0)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('settle where the recursion says: C* = 9.256·(π − 2) at a constant margin (B3)', async () => {
    // Everybody shops every day, so the only firm takes all incomes; it replaces what it sold.
    const config = { ...CODE_PRESET, consumers: 5, arrivals: 60, days: 200 }
    const margins: number[] = []
    const alone: FirmAgent = {
      id: 'a',
      isStabilizing: false,
      decide: ({ history }) => {
        const day = history.at(-1)
        if (day) margins.push(day.revenue - day.purchased)
        return { price: 1.5, supply: day ? day.unitsSold : 200 }
      },
    }
    const { firms } = await simulateCrash(config, 3, [alone])
    const margin = margins.at(-1) ?? 0
    expect(Math.max(...margins.slice(1)) - Math.min(...margins.slice(1))).toBeLessThan(1e-9)
    expect((firms[0]?.cash ?? 0) / (margin - 2)).toBeCloseTo(9.256, 3)
  })
})

describe('bankruptcy', () => {
  it('is for good, and comes on the day on which the overhead cannot be paid', async () => {
    await fc.assert(
      fc.asyncProperty(config, fc.integer(), async (config, seed) => {
        const { run, events } = await logOf(config, seed, firms(6, 2))
        for (const { id, bankruptOn, days } of run.firms) {
          const bills = events.filter((event) => event.type === 'bill' && event.firm === id)
          const short = bills.filter((bill) => (bill.overhead as number) < config.overheadPerWeek / 7)
          expect(short.map(({ day }) => day)).toEqual(bankruptOn === null ? [] : [bankruptOn])
          expect(days).toBe(bankruptOn === null ? run.days : bankruptOn + 1)
          const posts = events.filter((event) => event.type === 'post' && event.firm === id)
          expect(posts).toHaveLength(days)
        }
        expect(run.days === config.days || run.firms.every(({ bankruptOn }) => bankruptOn !== null)).toBe(
          true,
        )
      }),
      { numRuns: 40 },
    )
  })
})

describe('determinism', () => {
  it('gives the same events for the same seed, in any order of the firms and of their replies (C1)', async () => {
    await fc.assert(
      fc.asyncProperty(config, fc.integer(), fc.integer(), async (config, seed, order) => {
        const one = await logOf(config, seed, firms(6, 2))
        const late = (agent: FirmAgent): FirmAgent => ({
          ...agent,
          decide: async (view, random) => {
            for (let turn = agent.id.charCodeAt(7) % 3; turn > 0; turn -= 1) await Promise.resolve()
            return agent.decide(view, random)
          },
        })
        const shuffled = firms(6, 2)
          .map(late)
          .sort((a, b) => ((a.id.charCodeAt(7) * order) % 7) - ((b.id.charCodeAt(7) * order) % 7))
        expect((await logOf(config, seed, shuffled.reverse())).hash).toBe(one.hash)
      }),
      { numRuns: 30 },
    )
  })

  it('gives other events for another seed', async () => {
    const [one, other] = [await logOf(CODE_PRESET, 1, firms(5, 2)), await logOf(CODE_PRESET, 2, firms(5, 2))]
    expect(one.hash).not.toBe(other.hash)
  })
})

describe('what a firm sees', () => {
  const KEYS = [
    'bestDays',
    'cash',
    'competitorMean',
    'competitors',
    'day',
    'history',
    'inventory',
    'lastPrice',
    'supply',
    'unitCost',
  ]

  it('is its own books and yesterday’s prices of as many others in business as its limit says', async () => {
    await fc.assert(
      fc.asyncProperty(config, fc.integer(), async (config, seed) => {
        const seen: { firm: string; view: FirmView }[] = []
        const agents = firms(6, 2).map((agent) => ({
          ...agent,
          decide: (view: FirmView, random: () => number) => {
            seen.push({ firm: agent.id, view })
            return agent.decide(view, random)
          },
        }))
        const { run, events } = await logOf(config, seed, agents)
        for (const { firm, view } of seen) {
          expect(Object.keys(view).sort()).toEqual(KEYS)
          const open = events.filter(
            ({ type, day, firm: other }) =>
              type === 'post' &&
              day === view.day - 1 &&
              other !== firm &&
              !run.firms.some(({ id, bankruptOn }) => id === other && bankruptOn === view.day - 1),
          )
          const limit = config.firmsDiscover === 0 ? open.length : Math.min(config.firmsDiscover, open.length)
          const isMean = config.infoAsymmetry && limit > 0
          expect(view.competitors).toHaveLength(isMean ? 0 : limit)
          expect(view.competitorMean === null).toBe(!isMean)
          const names = view.competitors.map((other) => other.firm)
          expect(new Set(names).size).toBe(names.length)
          for (const { firm: other, price } of view.competitors) {
            expect(open.find((post) => post.firm === other)?.price).toBe(price)
          }
          expect(view.history.length).toBe(Math.min(view.day, config.historyDays))
          if (firm > 'firm-002') expect(view.bestDays).toEqual([])
          else expect(view.bestDays.length).toBe(Math.min(view.day, config.bestDays))
        }
      }),
      { numRuns: 40 },
    )
  })

  it('is the same whatever a competitor has in stock and in its till', async () => {
    const viewsBeside = async (supply: number) => {
      const views: FirmView[] = []
      const agents: FirmAgent[] = [
        {
          id: 'a',
          isStabilizing: false,
          decide: (view) => {
            views.push(view)
            return { price: 1.5, supply: 60 }
          },
        },
        { id: 'b', isStabilizing: false, decide: () => ({ price: 1.5, supply }) },
      ]
      await simulateCrash({ ...CODE_PRESET, days: 3 }, 4, agents)
      return views
    }
    expect(await viewsBeside(30)).toEqual(await viewsBeside(90))
  })
})

describe('the market', () => {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const shareBankrupt = ({ firms }: CrashRun) =>
    mean(firms.map(({ bankruptOn }) => (bankruptOn === null ? 0 : 1)))

  it('starves four of five FIXED firms when the first quote wins ties and all see all, and none otherwise (B5)', async () => {
    for (const tieBreak of TIE_BREAKS) {
      for (const consumersDiscover of [1, 3, 5]) {
        for (const seed of [8, 16, 64]) {
          const run = await simulateCrash(
            { ...CODE_PRESET, tieBreak, consumersDiscover },
            seed,
            firmsOf(5, 0, fixed, () => fixed()),
          )
          expect(shareBankrupt(run)).toBe(tieBreak === 'first' && consumersDiscover === 5 ? 0.8 : 0)
        }
      }
    }
  })

  it('saves five equal stabilisers at discovery limit 5 only when ties are broken at random (B6)', async () => {
    const share = async (tieBreak: 'first' | 'random') =>
      shareBankrupt(
        await simulateCrash(
          { ...CODE_PRESET, tieBreak, consumersDiscover: 5 },
          8,
          firmsOf(5, 5, stabilizer, () => undercutter()),
        ),
      )
    expect(await share('first')).toBe(0.8)
    expect(await share('random')).toBe(0)
  })

  it('charges no fee in the paper’s preset, and takes the new cost from the day of the shock (B14)', async () => {
    const shock = { day: 25, unitCost: 2 }
    const { run, events } = await logOf({ ...PAPER_PRESET, days: 60, shock }, 1, firms(5, 5))
    expect(events.every((event) => event.type !== 'bill' || event.fee === 0)).toBe(true)
    expect(run.series.unitCost.slice(0, 25).every((cost) => cost === 1)).toBe(true)
    expect(run.series.unitCost.slice(25).every((cost) => cost === 2)).toBe(true)
    const posts = events.filter((event) => event.type === 'post' && (event.purchased as number) > 0)
    for (const { day, cost, purchased } of posts) {
      expect((cost as number) / (purchased as number)).toBeCloseTo((day as number) < 25 ? 1 : 2, 9)
    }
  })

  it('takes the fee of cash or of revenue, as the preset says', async () => {
    const one = async (preset: CrashConfig) => (await logOf({ ...preset, days: 1 }, 1, firms(5, 5))).events
    const feesOf = async (preset: CrashConfig) =>
      (await one(preset)).flatMap((event) => (event.type === 'bill' ? [Number(event.fee)] : []))
    const revenues = new Map<unknown, number>()
    for (const { type, firm, amount } of await one(COMMENT_PRESET)) {
      if (type === 'sale') revenues.set(firm, (revenues.get(firm) ?? 0) + Number(amount))
    }
    const fees = await feesOf(COMMENT_PRESET)
    expect(fees.reduce((sum, fee) => sum + fee, 0)).toBeCloseTo(
      0.1 * [...revenues.values()].reduce((sum, revenue) => sum + revenue, 0),
      9,
    )
    expect(Math.min(...(await feesOf(CODE_PRESET)))).toBeGreaterThan(0)
    expect(await feesOf(PAPER_PRESET)).toEqual([0, 0, 0, 0, 0])
  })

  it('holds a stabilising firm at cost where the floor is enforced', async () => {
    const cheap: FirmAgent[] = ['a', 'b'].map((id) => ({
      id,
      isStabilizing: id === 'a',
      decide: () => ({ price: 0.4, supply: 10 }),
    }))
    const prices = async (enforcesFloor: boolean) =>
      (await simulateCrash({ ...CODE_PRESET, days: 2, enforcesFloor }, 1, cheap)).firms.map(
        ({ lastPrice }) => lastPrice,
      )
    expect(await prices(false)).toEqual([0.4, 0.4])
    expect(await prices(true)).toEqual([1, 0.4])
  })
})
