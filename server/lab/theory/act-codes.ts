import { seedFrom } from '../../shared/random'
import { type Bought, contents, type Protocol, recursiveProtocol } from './protocols'
import {
  contentOf,
  decide,
  everywhere,
  inspectedBy,
  type Mask,
  priceOf,
  type Subset,
  statesOf,
  subsetsOf,
  type World,
  weigh,
  worldOf,
} from './world'

/**
 * Definition 3.2 lets x^0 depend on *which* offers were bought, not only on what they say. So the act of buying can be a
 * code: buy a worthless offer exactly when the answer is yes. Theorem 3.3 does not hold against such protocols.
 */

/**
 * A protocol drawn from those to which the theorem applies. Deeper than level m it buys by contents alone, at m by anything
 * that it is shown, below m it responds as the recursive protocol does: contents at their face value.
 */
export function faceValueProtocol(world: World, m: number, seed: number): Protocol {
  const recursive = recursiveProtocol(world)
  const any = (n: number, seen: readonly number[]): Subset =>
    seedFrom(`${seed}/${n}/${seen.join('/')}`) % 2 ** (world.levels[n - 1]?.length ?? 0)
  return {
    buy: (n, inspected, bought) => {
      if (n < m) return recursive.buy(n, inspected, bought)
      const seen = contents(world, bought)
      return any(n, n === m ? [seen, inspected] : [seen])
    },
    choose: (bought) => (m === 0 ? anyChoice(world, seed, bought) : recursive.choose(bought)),
  }
}

function anyChoice(world: World, seed: number, bought: readonly Bought[]): number {
  return seedFrom(`${seed}/0/${contents(world, bought)}`) % world.utilities.length
}

/**
 * The best of all admissible protocols at depth 1, codes included, by trying every rule for x^0. What is shown is known when
 * everything is bought, so there x^0 has nothing to choose between.
 */
export function bestAdmissible(world: World): number {
  const [offers = []] = world.levels
  const all = subsetsOf(offers).length - 1
  const cells = statesOf(world).filter(
    (state, _, states) => states.find((other) => sameCell(world, other, state)) === state,
  )
  // A purchase and what it says: all that x^0 ever sees.
  const sights = new Map<string, { subset: Subset; content: Mask }>()
  for (const state of statesOf(world)) {
    for (const subset of subsetsOf(offers)) {
      const content = everywhere(world) & contentOf(offers, subset, state)
      sights.set(`${subset}/${content}`, { subset, content })
    }
  }
  const open = [...sights].filter(([, { subset }]) => subset !== all)
  const rule = new Map([...sights].map(([key, { content }]) => [key, decide(world, content)]))
  const expectedOfRule = () =>
    cells.reduce((sum, state) => {
      const known = inspectedBy(world, 1, state)
      const values = subsetsOf(offers).map((subset) => {
        const content = everywhere(world) & contentOf(offers, subset, state)
        const choice = rule.get(`${subset}/${content}`) ?? 0
        return weighLess(world, known, choice, priceOf(offers, subset))
      })
      return sum + Math.max(...values)
    }, 0)
  const tryFrom = (i: number): number => {
    const [key] = open[i] ?? []
    if (key === undefined) return expectedOfRule()
    return Math.max(
      ...world.utilities.map((_, choice) => {
        rule.set(key, choice)
        return tryFrom(i + 1)
      }),
    )
  }
  return tryFrom(0)
}

function weighLess(world: World, known: Mask, choice: number, price: number): number {
  const utilities = (world.utilities[choice] ?? []).map((utility) => utility - price)
  return weigh(world, known, utilities)
}

function sameCell(world: World, a: number, b: number): boolean {
  return inspectedBy(world, 1, a) === inspectedBy(world, 1, b)
}

/**
 * The smallest world with a code: is the answer yes? One offer says so for 0.4, another one says nothing and is free.
 */
export function worldOfTheWorthlessOffer(): World {
  return worldOf({
    probabilities: [0.5, 0.5],
    utilities: [
      [1, 0],
      [0, 1],
    ],
    levels: [
      [
        { name: 'the answer', values: [0, 1], price: 0.4 },
        { name: 'worthless', values: [0, 0], price: 0 },
      ],
    ],
  })
}

/** Buys the worthless offer exactly when the answer is yes, and decides by whether it was bought. */
export const WORTHLESS_OFFER_CODE: Protocol = {
  buy: (_, inspected) => (inspected === 0b10 ? 0b10 : 0),
  choose: ([bought]) => (bought?.subset === 0b10 ? 1 : 0),
}
