import {
  bestOf,
  contentOf,
  decide,
  EPSILON,
  everywhere,
  inspectedBy,
  type Mask,
  type Offer,
  priceOf,
  probabilityOf,
  type Subset,
  statesOf,
  subsetsOf,
  type World,
  weigh,
} from './world'

/**
 * Purchase protocols over a finite world and their exact expected utility. Levels are counted as in the paper: x^n for
 * n ≥ 1 buys from I^{n−1}, x^0 is the decision; x^N comes first.
 */

/** What was bought for x^n, and what it says. */
export type Bought = { n: number; subset: Subset; content: Mask }

/** Definition 3.2: any rule that uses what it is shown, and for x^0 the purchases alone. */
export type Protocol = {
  /** x^n: `inspected` is I^0 ∪ … ∪ I^{n−1}, `bought` what came before it, deepest first. */
  buy(n: number, inspected: Mask, bought: readonly Bought[]): Subset
  choose(bought: readonly Bought[]): number
}

/** What one play comes to in a state; `bought[n − 1]` is x^n. */
export type Play = { choice: number; cost: number; bought: readonly Subset[] }

/** Everything known from contents alone, whoever bought it for what reason. */
export function contents(world: World, bought: readonly Bought[]): Mask {
  return bought.reduce((mask, { content }) => mask & content, everywhere(world))
}

export function playProtocol(world: World, protocol: Protocol, state: number): Play {
  const bought: Bought[] = []
  let cost = 0
  for (let n = world.levels.length; n >= 1; n -= 1) {
    const offers = offersFor(world, n)
    const subset = protocol.buy(n, inspectedBy(world, n, state), bought)
    cost += priceOf(offers, subset)
    bought.push({ n, subset, content: contentOf(offers, subset, state) })
  }
  return { choice: protocol.choose(bought), cost, bought: bought.map(({ subset }) => subset).reverse() }
}

/** E[U(ξ(I))]: equation 7 over all states. */
export function expectedUtility(world: World, play: (state: number) => Play): number {
  return statesOf(world).reduce((sum, state) => {
    const { choice, cost } = play(state)
    return sum + (world.probabilities[state] ?? 0) * ((world.utilities[choice]?.[state] ?? 0) - cost)
  }, 0)
}

/** Decides on the prior alone. */
export function none(world: World): number {
  return expectedUtility(world, () => ({ choice: decide(world, everywhere(world)), cost: 0, bought: [] }))
}

/**
 * Equations 6 to 8: x^n is the best response to what is inspected and to the *content* of what was bought, with everything
 * that follows known. `depth` cuts the recursion: 1 is the Information Bazaar's single inspection.
 */
export function recursivePlay(world: World, depth: number, state: number): Play {
  return respond(world, depth, state, everywhere(world))
}

export function recursive(world: World, depth = world.levels.length): number {
  return expectedUtility(world, (state) => recursivePlay(world, depth, state))
}

/** x^n, …, x^0 where `content` is known from purchases: no state of what x^n knows can be told from `state`. */
function respond(world: World, n: number, state: number, content: Mask): Play {
  if (n === 0) return { choice: decide(world, content), cost: 0, bought: [] }
  const offers = offersFor(world, n)
  const known = content & inspectedBy(world, n, state)
  const weight = probabilityOf(world, known)
  let best: Play | null = null
  let most = Number.NEGATIVE_INFINITY
  for (const subset of subsetsOf(offers)) {
    const rest = respond(world, n - 1, state, content & contentOf(offers, subset, state))
    const cost = rest.cost + priceOf(offers, subset)
    const value = weigh(world, known, world.utilities[rest.choice] ?? []) - weight * cost
    if (value > most + EPSILON * weight) {
      most = value
      best = { choice: rest.choice, cost, bought: [...rest.bought, subset] }
    }
  }
  if (!best) throw new Error('A level without even the empty purchase')
  return best
}

/** The same rule as an admissible protocol. */
export function recursiveProtocol(world: World): Protocol {
  return {
    buy: (n, inspected, bought) => {
      const content = contents(world, bought)
      const state = 31 - Math.clz32(inspected & content)
      return respond(world, n, state, content).bought[n - 1] ?? 0
    },
    choose: (bought) => decide(world, contents(world, bought)),
  }
}

/**
 * Equations 3 to 5: each level has a utility of its own, buys for the level below it, and sees only what the next deeper
 * level bought. The deepest one buys unseen.
 */
export function successive(world: World): number {
  return expectedUtility(world, successivePlays(world).play)
}

export function successivePlays(world: World): {
  play: (state: number) => Play
  /** E[U^n(x^n)] for n = 1 … N: Lemma A.2 says that none is negative. */
  gains: readonly number[]
} {
  const utilities = successiveUtilities(world)
  const depth = world.levels.length
  const choose = (n: number, known: Mask) => bestOf(world, known, utilities[n] ?? [])
  const play = (state: number): Play => {
    let known = everywhere(world)
    let cost = 0
    const bought: Subset[] = []
    for (let n = depth; n >= 1; n -= 1) {
      const subset = choose(n, known)
      cost += priceOf(offersFor(world, n), subset)
      known = everywhere(world) & contentOf(offersFor(world, n), subset, state)
      bought.unshift(subset)
    }
    return { choice: choose(0, known), cost, bought }
  }
  const gains = world.levels.map((_, i) =>
    statesOf(world).reduce((sum, state) => {
      const subset = play(state).bought[i] ?? 0
      return sum + (world.probabilities[state] ?? 0) * (utilities[i + 1]?.[subset]?.[state] ?? 0)
    }, 0),
  )
  return { play, gains }
}

/** U^0, U^1, … of equation 3: by choice (for n ≥ 1 a subset of I^{n−1}), then by state. */
function successiveUtilities(world: World): (readonly (readonly number[])[])[] {
  const utilities: (readonly (readonly number[])[])[] = [world.utilities]
  world.levels.forEach((offers, level) => {
    const below = utilities[level] ?? []
    const unaided = below[bestOf(world, everywhere(world), below)] ?? []
    utilities.push(
      subsetsOf(offers).map((subset) =>
        statesOf(world).map((state) => {
          const known = everywhere(world) & contentOf(offers, subset, state)
          const aided = below[bestOf(world, known, below)] ?? []
          return (aided[state] ?? 0) - (unaided[state] ?? 0) - priceOf(offers, subset)
        }),
      ),
    )
  })
  return utilities
}

/**
 * The best of all protocols that use only the content of what is bought, for buying too: x^N is fixed, x^n depends on what
 * x^{n+1}, …, x^N say. Then the act of buying tells nothing that its content does not, and the proof of Theorem 3.3 holds.
 */
export function bestContentOnly(world: World, depth = world.levels.length): number {
  const best = (n: number, known: Mask): number => {
    if (n === 0) return weigh(world, known, world.utilities[decide(world, known)] ?? [])
    const offers = offersFor(world, n)
    return Math.max(
      ...subsetsOf(offers).map((subset) =>
        blocksOf(world, known, offers, subset).reduce(
          (sum, block) => sum + best(n - 1, block),
          -priceOf(offers, subset) * probabilityOf(world, known),
        ),
      ),
    )
  }
  return best(depth, everywhere(world))
}

/** How the content of a purchase splits what is known. */
function blocksOf(world: World, known: Mask, offers: readonly Offer[], subset: Subset): Mask[] {
  const blocks = new Set<Mask>()
  for (const state of statesOf(world)) {
    if (known & (1 << state)) blocks.add(known & contentOf(offers, subset, state))
  }
  return [...blocks]
}

export function offersFor(world: World, n: number): readonly Offer[] {
  return world.levels[n - 1] ?? []
}

/** Lemma A.1 for one offer: what E[max E[U | I]] has over max E[U]. */
export function informationGain(world: World, offer: Offer): number {
  const blocks = blocksOf(world, everywhere(world), [offer], 1)
  const informed = blocks.reduce(
    (sum, block) => sum + weigh(world, block, world.utilities[decide(world, block)] ?? []),
    0,
  )
  return informed - none(world)
}
