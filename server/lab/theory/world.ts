import { stream } from '../stream'

/**
 * Finite Bayesian worlds (004, section 2): states with a common prior, a decision with a utility in each state, and at each
 * level information offers. An offer is a random variable, so a partition of the states; its price is in units of utility.
 */

/** A set of states, one bit for each. */
export type Mask = number
/** A set of one level's offers, one bit for each: what is bought there. */
export type Subset = number

export type Offer = {
  name: string
  /** For each state the states with the same value: what whoever reads the offer knows there. */
  sameAs: readonly Mask[]
  price: number
}

export type World = {
  probabilities: readonly number[]
  /** By choice, then by state. */
  utilities: readonly (readonly number[])[]
  /** I^0, I^1, …: the offers that help to decide x^0, x^1, … */
  levels: readonly (readonly Offer[])[]
}

/** Masks are 32-bit integers with a sign. */
const STATES_MAX = 30
/** Differences below this are rounding, not utility: sums of a few dozen terms of size 1. */
export const EPSILON = 1e-9

/** @throws RangeError when states, utilities and offers do not fit together. */
export function worldOf({
  probabilities,
  utilities,
  levels,
}: {
  probabilities: readonly number[]
  utilities: readonly (readonly number[])[]
  /** Per offer its value in each state. */
  levels: readonly (readonly { name: string; values: readonly number[]; price: number }[])[]
}): World {
  const states = probabilities.length
  const total = probabilities.reduce((sum, p) => sum + p, 0)
  if (states > STATES_MAX) throw new RangeError(`A world has at most ${STATES_MAX} states.`)
  if (Math.abs(total - 1) > EPSILON || probabilities.some((p) => p < 0)) {
    throw new RangeError('Probabilities must be at least 0 and sum to 1.')
  }
  if (utilities.some((row) => row.length !== states))
    throw new RangeError('A choice needs a utility in each state.')
  return {
    probabilities,
    utilities,
    levels: levels.map((offers) =>
      offers.map(({ name, values, price }) => {
        if (values.length !== states) throw new RangeError(`Offer ${name} needs a value in each state.`)
        return { name, price, sameAs: values.map((value) => maskWhere(values, (other) => other === value)) }
      }),
    ),
  }
}

function maskWhere<T>(items: readonly T[], holds: (item: T) => boolean): Mask {
  return items.reduce((mask, item, i) => (holds(item) ? mask | (1 << i) : mask), 0)
}

export type Size = { levels: number; offers: number; states: number; choices: number; priceMax: number }

/** A world from a seed: a prior uniform over the simplex, utilities in [−1, 1], offers that split the states in two. */
export function generateWorld({ levels, offers, states, choices, priceMax }: Size, seed: number): World {
  const random = stream(seed, 'world')
  const weights = Array.from({ length: states }, () => -Math.log(1 - random()))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return worldOf({
    probabilities: weights.map((weight) => weight / total),
    utilities: Array.from({ length: choices }, () => Array.from({ length: states }, () => 2 * random() - 1)),
    levels: Array.from({ length: levels }, (_, level) =>
      Array.from({ length: offers }, (_, i) => ({
        name: `I${level}.${i}`,
        values: Array.from({ length: states }, () => (random() < 0.5 ? 0 : 1)),
        price: priceMax * random(),
      })),
    ),
  })
}

export function everywhere(world: World): Mask {
  return 2 ** world.probabilities.length - 1
}

export function statesOf(world: World): number[] {
  return world.probabilities.map((_, state) => state)
}

/** Σ P(ω) value(ω) over the states of `known`: an expectation times P(known), which orders choices as well. */
export function weigh(world: World, known: Mask, value: readonly number[]): number {
  let sum = 0
  for (let rest = known; rest !== 0; rest &= rest - 1) {
    const state = 31 - Math.clz32(rest & -rest)
    sum += (world.probabilities[state] ?? 0) * (value[state] ?? 0)
  }
  return sum
}

export function probabilityOf(world: World, known: Mask): number {
  let sum = 0
  for (let rest = known; rest !== 0; rest &= rest - 1) {
    sum += world.probabilities[31 - Math.clz32(rest & -rest)] ?? 0
  }
  return sum
}

/** The choice with the highest expected value; of equals the first. */
export function bestOf(world: World, known: Mask, values: readonly (readonly number[])[]): number {
  let best = 0
  let most = Number.NEGATIVE_INFINITY
  for (let i = 0; i < values.length; i += 1) {
    const weight = weigh(world, known, values[i] ?? [])
    if (weight > most + EPSILON) {
      best = i
      most = weight
    }
  }
  return best
}

/** x^0 on this knowledge alone: arg max E[U(x) | known]. */
export function decide(world: World, known: Mask): number {
  return bestOf(world, known, world.utilities)
}

// The recursion calls what follows once for each set of offers and state, so they are plain loops.

/** What the bought offers of a level say in a state. */
export function contentOf(offers: readonly Offer[], bought: Subset, state: number): Mask {
  let content: Mask = -1
  for (let i = 0; i < offers.length; i += 1) {
    if (bought & (1 << i)) content &= offers[i]?.sameAs[state] ?? 0
  }
  return content
}

/** I^0 ∪ … ∪ I^{n−1} in a state: what is inspected to decide x^n. */
export function inspectedBy(world: World, n: number, state: number): Mask {
  let known = everywhere(world)
  for (let level = 0; level < n; level += 1) known &= contentOf(world.levels[level] ?? [], -1, state)
  return known
}

export function priceOf(offers: readonly Offer[], bought: Subset): number {
  let sum = 0
  for (let i = 0; i < offers.length; i += 1) {
    if (bought & (1 << i)) sum += offers[i]?.price ?? 0
  }
  return sum
}

/** All subsets of a level's offers, a subset before what contains it: so of equals the one that buys less is taken. */
export function subsetsOf(offers: readonly Offer[]): readonly Subset[] {
  const known = SUBSETS[offers.length]
  if (known) return known
  const subsets = Array.from({ length: 2 ** offers.length }, (_, subset) => subset)
  SUBSETS[offers.length] = subsets
  return subsets
}

/** By the number of offers. */
const SUBSETS: (readonly Subset[])[] = []
