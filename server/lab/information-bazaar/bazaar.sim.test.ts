import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PROTOCOLS } from '@/server/protocol/policy'
import { shuffled } from '@/server/shared/random'
import { type BazaarResult, runBazaar } from './bazaar'
import { type BazaarEvent, eventJson } from './events'
import {
  type CanaryMarket,
  canaryMarket,
  erraticMind,
  type Sight,
  SMALL_MARKET,
  watched,
} from './hostile-market'
import type { Sense } from './mind'
import { type BazaarParameters, NO_COMPAT, PAPER_COMPAT } from './parameters'
import { microsOfCredits } from './price-display'
import { lexicalSense } from './sense'

/** Generated markets with agents that do anything. A failure prints its scenario; the same scenario is the same run again. */

const RUNS = 120

type Scenario = {
  seed: number
  budget: number
  protocol: BazaarParameters['protocol']
  inspection: BazaarParameters['inspection']
  depth: number
}

const scenario = fc.record<Scenario>({
  seed: fc.noBias(fc.nat()),
  budget: fc.constantFrom(0, 3, 10, 25, 200),
  protocol: fc.constantFrom(...PROTOCOLS),
  inspection: fc.constantFrom('content', 'metadata'),
  depth: fc.constantFrom(0, 1, 2),
})

type Watched = { market: CanaryMarket; result: BazaarResult; events: BazaarEvent[]; sights: Seen[] }
/** What an agent was shown, and how many events there had been. */
type Seen = Sight & { buyerId: string; eventsBefore: number }

function parametersOf({ protocol, inspection, depth }: Scenario): BazaarParameters {
  return {
    ...SMALL_MARKET,
    protocol,
    inspection,
    usesReranker: inspection === 'content',
    queryDepthMax: depth,
  }
}

async function run(
  one: Scenario,
  compat = NO_COMPAT,
  rearrange: (market: CanaryMarket) => CanaryMarket = (market) => market,
  sense?: Sense,
): Promise<Watched> {
  const market = canaryMarket(one.seed, { budget: one.budget })
  const events: BazaarEvent[] = []
  const sights: Seen[] = []
  const texts = market.vendors.flatMap((vendor) =>
    vendor.publicPassages.map(({ passage }) => passage.content),
  )
  const { vendors, buyers } = rearrange(market)
  const result = await runBazaar(
    {
      vendors,
      buyers,
      parameters: { ...parametersOf(one), compat },
      sense: sense ?? lexicalSense(texts),
      mindOf: ({ id }) =>
        watched(erraticMind(one.seed + Number(id.slice(5))), (sight) =>
          sights.push({ ...sight, buyerId: id, eventsBefore: events.length }),
        ),
      record: (event) => events.push(event),
    },
    one.seed,
  )
  return { market, result, events, sights }
}

const logOf = (events: readonly BazaarEvent[]) =>
  events.map((event) => JSON.stringify(eventJson(event))).join('\n')

/** Content and title canaries in any text of a sight. */
const canariesIn = (value: unknown) =>
  new Set(JSON.stringify(value).match(/canary(?:content|title)\d+x/g) ?? [])

describe('whatever agents say', () => {
  it('a buyer never spends more than its budget, and money is only moved', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async (one) => {
        const { result } = await run(one)
        for (const { spentMicros } of result.buyers) {
          expect(spentMicros).toBeLessThanOrEqual(microsOfCredits(one.budget))
        }
        expect(result.totals.heldMicros).toBe(result.totals.grantedMicros)
      }),
      { numRuns: RUNS },
    )
  })

  it('a buyer may overspend by the published code’s rule, and money is still only moved', async () => {
    const overspent: bigint[] = []
    for (let seed = 0; seed < 20; seed += 1) {
      const one: Scenario = { seed, budget: 10, protocol: 'single', inspection: 'content', depth: 2 }
      const { result } = await run(one, PAPER_COMPAT)
      expect(result.totals.heldMicros).toBe(result.totals.grantedMicros)
      overspent.push(
        ...result.buyers.map(({ spentMicros }) => spentMicros).filter((spent) => spent > microsOfCredits(10)),
      )
    }
    expect(overspent.length).toBeGreaterThan(0)
  })

  it('the same information is paid for once', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async (one) => {
        for (const { owned } of (await run(one)).result.buyers) {
          expect(new Set(owned.map(({ key }) => key)).size).toBe(owned.length)
        }
      }),
      { numRuns: RUNS },
    )
  })

  it('every tender is decided once, every quote has one end', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async (one) => {
        const { events, result } = await run(one)
        const decided = events.flatMap((event) => (event.type === 'tender-decided' ? [event.tenderId] : []))
        expect(new Set(decided).size).toBe(decided.length)
        const ends = events.flatMap((event) => (event.type === 'quote-decided' ? [event.quoteId] : []))
        expect(new Set(ends).size).toBe(ends.length)
        const quoted = events.flatMap((event) => (event.type === 'quoted' ? [event.quoteId] : []))
        expect(quoted.filter((id) => !ends.includes(id))).toEqual([])
        expect(
          result.buyers.every(({ nodes }) => nodes.every(({ status }) => status !== 'pending-follow-up')),
        ).toBe(true)
      }),
      { numRuns: RUNS },
    )
  })
})

describe('what an agent sees', () => {
  it('after a decision nothing of what was not bought: no word of its content or its title', async () => {
    let later = 0
    await fc.assert(
      fc.asyncProperty(scenario, async (one) => {
        const { market, result, sights } = await run(one)
        for (const { buyerId, of, sight } of sights) {
          if (of === 'verdict') continue
          later += 1
          const owned = result.buyers.find((buyer) => buyer.buyerId === buyerId)?.owned ?? []
          const allowed = canariesIn(owned.map(({ title, content }) => [title, content]))
          expect([...canariesIn(sight)].filter((canary) => !allowed.has(canary))).toEqual([])
        }
        expect(market.vendors.length).toBeGreaterThan(0)
      }),
      { numRuns: RUNS },
    )
    expect(later).toBeGreaterThan(RUNS)
  })

  it('at a verdict only its own table, by metadata alone where it may not read, and what it bought', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async (one) => {
        const { market, sights, events } = await run(one)
        const byCanary = new Map(
          market.vendors.flatMap(({ publicPassages }) =>
            publicPassages.map(({ passage }) => [market.canaryOf(passage).title, passage] as const),
          ),
        )
        for (const seen of sights) {
          if (seen.of !== 'verdict') continue
          const { options, readAbove, bought, questionsAbove, asksAllowed } = seen.sight
          const titles = options.map(({ title }) => [...canariesIn(title)][0] ?? '')
          expect(new Set(titles).size).toBe(options.length)
          for (const option of [...options, ...readAbove]) {
            const [title = ''] = canariesIn(option.title)
            const passage = byCanary.get(title)
            if (one.inspection === 'metadata') expect(option.content).toBeNull()
            else expect(option.content).toBe(passage?.content)
          }
          if (one.inspection === 'metadata') {
            const readable = canariesIn(bought)
            const contents = [...canariesIn(seen.sight)].filter((canary) =>
              canary.startsWith('canarycontent'),
            )
            expect(contents.filter((canary) => !readable.has(canary))).toEqual([])
          }
          if (one.protocol === 'single')
            expect([readAbove, bought, questionsAbove, asksAllowed]).toEqual([[], [], [], 0])
          if (one.protocol === 'successive') {
            expect(readAbove).toEqual([])
            expect(questionsAbove.length).toBeLessThanOrEqual(1)
          }
          const quotedBefore = events
            .slice(0, seen.eventsBefore)
            .flatMap((event) => (event.type === 'quoted' ? [event.passageId] : []))
          if (one.protocol === 'single') {
            for (const title of titles) {
              const id = byCanary.get(title)?.documentId ?? ''
              expect(quotedBefore.some((quoted) => quoted.startsWith(`${id}/`))).toBe(true)
            }
          }
        }
      }),
      { numRuns: RUNS },
    )
  })

  it('of private passages nothing, ever, and of a vendor’s search only that vendor’s own', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async (one) => {
        const market = canaryMarket(one.seed)
        const shelves = market.vendors.map(
          ({ publicPassages }) =>
            new Set(publicPassages.map(({ passage }) => market.canaryOf(passage).content)),
        )
        const searched: (readonly string[])[] = []
        const sense = lexicalSense([])
        const { sights } = await run(one, NO_COMPAT, undefined, {
          ...sense,
          cosines: (query, texts) => {
            expect(query).not.toMatch(/canary/)
            searched.push(texts)
            return sense.cosines(query, texts)
          },
        })
        expect(JSON.stringify([sights, searched])).not.toContain('private')
        for (const texts of searched) {
          const seen = [...canariesIn(texts)].filter((canary) => canary.startsWith('canarycontent'))
          expect(shelves.some((shelf) => seen.every((canary) => shelf.has(canary)))).toBe(true)
        }
      }),
      { numRuns: RUNS },
    )
  })
})

describe('a seed', () => {
  it('gives the same events every time, and another seed another order', async () => {
    const logs = new Set<string>()
    for (let seed = 0; seed < 10; seed += 1) {
      const one: Scenario = { seed: 5, budget: 25, protocol: 'recursive', inspection: 'content', depth: 2 }
      expect(logOf((await run(one)).events)).toBe(logOf((await run(one)).events))
      logs.add(logOf((await run({ ...one, seed })).events))
    }
    expect(logs.size).toBe(10)
  })

  it('gives the same events in whatever order vendors, buyers and passages are listed', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, fc.nat(), async (one, order) => {
        const rearranged = await run(one, NO_COMPAT, (market) => ({
          ...market,
          buyers: shuffled(market.buyers, order),
          vendors: shuffled(market.vendors, order).map((vendor) => ({
            ...vendor,
            publicPassages: shuffled(vendor.publicPassages, order + 1),
          })),
        }))
        expect(logOf(rearranged.events)).toBe(logOf((await run(one)).events))
      }),
      { numRuns: RUNS },
    )
  })

  it('refuses two agents with one id', async () => {
    const one: Scenario = { seed: 1, budget: 5, protocol: 'single', inspection: 'content', depth: 0 }
    await expect(
      run(one, NO_COMPAT, (market) => ({ ...market, buyers: [...market.buyers, ...market.buyers] })),
    ).rejects.toThrow('Two agents have one id')
  })
})
