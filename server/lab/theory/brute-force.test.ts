import { expect, it } from 'vitest'
import { bestAdmissible } from './act-codes'
import { bestContentOnly, none, recursive } from './protocols'
import { generateWorld, type Offer, type Size, type World } from './world'

/**
 * Theorem 3.3 counted a second time: small worlds, every protocol of a class written out, nothing shared with the code that is
 * checked but the world itself. States are compared offer by offer, expectations are plain sums.
 */

const ROUNDING = 1e-9

/** All ways to give each key one of `values`. */
function* rules<T>(keys: readonly string[], values: readonly T[]): Generator<ReadonlyMap<string, T>> {
  const [key, ...rest] = keys
  if (key === undefined) yield new Map()
  else
    for (const value of values) for (const rule of rules(rest, values)) yield new Map([...rule, [key, value]])
}

const states = (world: World) => world.probabilities.map((_, state) => state)
const probability = (world: World, state: number) => world.probabilities[state] ?? 0
const utility = (world: World, choice: number, state: number) => world.utilities[choice]?.[state] ?? 0
const level = (world: World, n: number) => world.levels[n - 1] ?? []
const cost = (offers: readonly Offer[]) => offers.reduce((sum, { price }) => sum + price, 0)
const isAlike = (offers: readonly Offer[], a: number, b: number) =>
  offers.every(({ sameAs }) => sameAs[a] === sameAs[b])

function subsets<T>(items: readonly T[]): T[][] {
  const [first, ...rest] = items
  if (first === undefined) return [[]]
  return subsets(rest).flatMap((set) => [set, [first, ...set]])
}

/** What offers say in a state, and nothing of who they are. */
function said(world: World, offers: readonly Offer[], state: number): string {
  return states(world)
    .filter((other) => isAlike(offers, state, other))
    .join()
}

/** What is bought, and what it says. */
function sight(world: World, offers: readonly Offer[], state: number): string {
  return `${offers.map(({ name }) => name).join()} says ${said(world, offers, state)}`
}

type Play = { choice: number; paid: number }
const worth = (world: World, play: (state: number) => Play) =>
  states(world).reduce((sum, state) => {
    const { choice, paid } = play(state)
    return sum + probability(world, state) * (utility(world, choice, state) - paid)
  }, 0)

/** x^0 that takes contents at their face value. */
function faceValue(world: World, bought: readonly Offer[], state: number): number {
  const known = states(world).filter((other) => isAlike(bought, state, other))
  const values = world.utilities.map((row) =>
    known.reduce((sum, other) => sum + probability(world, other) * (row[other] ?? 0), 0),
  )
  return values.indexOf(Math.max(...values))
}

/** x^n, …, x^0 by equations 6 to 8, as they stand. */
function respond(world: World, n: number, bought: readonly Offer[], state: number): Play {
  if (n === 0) return { choice: faceValue(world, bought, state), paid: 0 }
  const inspected = world.levels.slice(0, n).flat()
  const known = states(world).filter((other) => isAlike([...bought, ...inspected], state, other))
  const plays = subsets(level(world, n)).map((more) => {
    const playIn = (other: number): Play => {
      const { choice, paid } = respond(world, n - 1, [...bought, ...more], other)
      return { choice, paid: paid + cost(more) }
    }
    const value = known.reduce((sum, other) => {
      const { choice, paid } = playIn(other)
      return sum + probability(world, other) * (utility(world, choice, other) - paid)
    }, 0)
    return { value, play: playIn(state) }
  })
  return plays.reduce((best, one) => (one.value > best.value + ROUNDING ? one : best)).play
}

const distinct = (keys: readonly string[]) => [...new Set(keys)]

/** Expected utilities of every protocol that fixes x^N and lets each later step be any function of contents, x^0 too. */
function* byContents(world: World): Generator<number> {
  const choices = world.utilities.map((_, choice) => choice)
  if (world.levels.length === 1) {
    for (const bought of subsets(level(world, 1))) {
      for (const rule of rules(distinct(states(world).map((s) => said(world, bought, s))), choices)) {
        yield worth(world, (s) => ({ choice: rule.get(said(world, bought, s)) ?? 0, paid: cost(bought) }))
      }
    }
    return
  }
  for (const deep of subsets(level(world, 2))) {
    const contents = distinct(states(world).map((s) => said(world, deep, s)))
    for (const buying of rules(contents, subsets(level(world, 1)))) {
      const boughtIn = (s: number) => [...deep, ...(buying.get(said(world, deep, s)) ?? [])]
      const known = distinct(states(world).map((s) => said(world, boughtIn(s), s)))
      for (const rule of rules(known, choices)) {
        yield worth(world, (s) => ({
          choice: rule.get(said(world, boughtIn(s), s)) ?? 0,
          paid: cost(boughtIn(s)),
        }))
      }
    }
  }
}

/** Of every protocol that buys at level m by anything that it is shown, and below as equations 6 to 8 say. */
function* byAnything(world: World, m: number): Generator<number> {
  const inspected = world.levels.slice(0, m).flat()
  const deeper = m < world.levels.length ? subsets(world.levels.slice(m).flat()) : [[]]
  for (const deep of deeper) {
    const shown = (s: number) => said(world, [...inspected, ...deep], s)
    for (const rule of rules(distinct(states(world).map(shown)), subsets(level(world, m)))) {
      yield worth(world, (s) => {
        const bought = rule.get(shown(s)) ?? []
        const { choice, paid } = respond(world, m - 1, [...deep, ...bought], s)
        return { choice, paid: paid + cost(bought) + cost(deep) }
      })
    }
  }
}

/** Of every protocol of Definition 3.2 at depth 1: x^0 may depend on which offers were bought. */
function* admissible(world: World): Generator<number> {
  const [offers = []] = world.levels
  const choices = world.utilities.map((_, choice) => choice)
  const sights = subsets(offers).flatMap((set) => states(world).map((s) => sight(world, set, s)))
  for (const rule of rules(distinct(sights), choices)) {
    // For each rule of x^0 the best answer of x^1, cell by cell: every other one is worse than this.
    yield distinct(states(world).map((s) => said(world, offers, s))).reduce((sum, cell) => {
      const within = states(world).filter((s) => said(world, offers, s) === cell)
      const values = subsets(offers).map((set) =>
        within.reduce((value, s) => {
          const choice = rule.get(sight(world, set, s)) ?? 0
          return value + probability(world, s) * (utility(world, choice, s) - cost(set))
        }, 0),
      )
      return sum + Math.max(...values)
    }, 0)
  }
}

const SEEDS = Array.from({ length: 12 }, (_, seed) => seed)
const small = (size: Partial<Size>, seed: number) =>
  generateWorld({ levels: 1, offers: 2, states: 4, choices: 2, priceMax: 0.3, ...size }, seed)

const SHAPES: Partial<Size>[] = [
  {},
  { offers: 1, choices: 3 },
  { levels: 2, offers: 1 },
  { levels: 2, states: 3 },
]

it.each(SHAPES)('gives each figure of %j as every protocol written out does', (shape) => {
  for (const seed of SEEDS) {
    const world = small(shape, seed)
    const best = recursive(world)
    expect(best).toBeCloseTo(
      worth(world, (s) => respond(world, world.levels.length, [], s)),
      9,
    )
    expect(none(world)).toBeCloseTo(
      worth(world, (s) => ({ choice: faceValue(world, [], s), paid: 0 })),
      9,
    )
    const blind = [...byContents(world)]
    expect(bestContentOnly(world)).toBeCloseTo(Math.max(...blind), 9)
    const shown = world.levels.map((_, i) => [...byAnything(world, i + 1)])
    // The deepest level may buy by anything that it is shown: the recursive protocol is one of those, and the best.
    expect(best).toBeCloseTo(Math.max(...(shown.at(-1) ?? [])), 9)
    const beaten = [...blind, ...shown.flat()].filter((value) => value > best + ROUNDING)
    expect(beaten).toHaveLength(0)
  }
})

it('counts the worlds in which a code beats it as every admissible protocol written out does', () => {
  let beaten = 0
  for (const seed of SEEDS) {
    const world = small({ states: 3 }, seed)
    const best = Math.max(...admissible(world))
    expect(bestAdmissible(world)).toBeCloseTo(best, 9)
    beaten += Number(best > recursive(world) + ROUNDING)
  }
  expect(beaten).toBeGreaterThan(0)
})
