import fc from 'fast-check'
import { expect, it } from 'vitest'
import { UNBOUNDED } from '@/server/protocol/bits'
import { runTree } from '@/server/protocol/memory-driver'
import { DEFAULT_POLICY } from '@/server/protocol/policy'
import { BUDGET_MICROS_MIN } from '@/server/shared/money'
import { type Play, recursivePlay, recursiveProtocol } from './protocols'
import { contentOf, decide, everywhere, generateWorld, type Mask, type World } from './world'

/**
 * The theory's recursion and the market's protocol are one: a Bayesian inspector that reads what the market's information
 * sets show it, and nothing else, buys and decides in every state as equation 8 says.
 */

type Read = { content: Mask; at: number }

const contentsOf = (world: World, offers: readonly Read[]) =>
  offers.reduce((mask, { content }) => mask & content, everywhere(world))

/** Plays a world on the protocol that runs the live market. */
function playOnProtocol(world: World, depth: number, state: number): Play {
  const tree = runTree<Read, number>({
    policy: { ...DEFAULT_POLICY, protocol: depth === 1 ? 'single' : 'recursive', maxDepth: depth - 1 },
    root: { budgetMicros: 1_000_000_000n },
    millibits: UNBOUNDED,
    market: ({ level }) =>
      (world.levels[level] ?? []).map((offer, at) => ({
        id: offer.name,
        priceMicros: BigInt(Math.round(offer.price * 1e6)),
        content: contentOf([offer], 1, state),
        at,
      })),
    inspect: ({ readOffers, purchasedOffers }, { level, round, table, escrowMicros }) => {
      const deepest = level === depth - 1
      if (!deepest && round === 0) {
        const about = table.slice(0, 1).map(({ offerId }) => offerId)
        const budgetMicros = escrowMicros / 2n > BUDGET_MICROS_MIN ? escrowMicros / 2n : BUDGET_MICROS_MIN
        return { buy: [], pass: [], ask: [{ about, kind: 'verify', question: 'Is it so?', budgetMicros }] }
      }
      const content = contentsOf(world, purchasedOffers)
      const subset = recursiveProtocol(world).buy(level + 1, contentsOf(world, readOffers), [
        { n: level + 2, subset: 0, content },
      ])
      const own = (world.levels[level] ?? []).filter((_, at) => subset & (1 << at))
      return {
        buy: own.map(({ name }) => ({ offerId: name, reason: 'worth-its-price' })),
        pass: [],
        ask: [],
      }
    },
    decide: (purchased) => decide(world, contentsOf(world, purchased)),
    order: () => 0,
  })
  return {
    choice: tree.decision ?? -1,
    cost: Number(tree.spentMicros) / 1e6,
    bought: world.levels
      .slice(0, depth)
      .map((offers) =>
        offers.reduce(
          (subset, { name }, at) =>
            tree.purchases.some(({ offerId }) => offerId === name) ? subset | (1 << at) : subset,
          0,
        ),
      ),
  }
}

it('buys and decides on the market’s protocol as in the theory', () => {
  const shape = fc.record({
    levels: fc.integer({ min: 1, max: 3 }),
    offers: fc.integer({ min: 1, max: 2 }),
    states: fc.integer({ min: 2, max: 6 }),
    choices: fc.constant(3),
    priceMax: fc.constantFrom(0.1, 0.5),
  })
  fc.assert(
    fc.property(shape, fc.nat(), fc.nat(), (size, seed, drawn) => {
      const world = generateWorld(size, seed)
      const state = drawn % size.states
      const theory = recursivePlay(world, size.levels, state)
      const played = playOnProtocol(world, size.levels, state)
      expect(played.bought).toEqual(theory.bought)
      expect(played.choice).toBe(theory.choice)
      expect(played.cost).toBeCloseTo(theory.cost, 5)
    }),
    { numRuns: 150 },
  )
})
