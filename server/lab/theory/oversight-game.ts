import {
  bestOf,
  contentOf,
  EPSILON,
  everywhere,
  type Mask,
  type Offer,
  priceOf,
  probabilityOf,
  type Subset,
  type World,
  weigh,
} from './world'

/**
 * The marginal value mechanism as a game (004, section 4). Everybody who moves knows the same information K = k; a move
 * reveals a part of it at a price; the first null move ends the game. Solved exactly, by what is revealed.
 */

export type Game = {
  world: World
  /** The parts of K. */
  parts: readonly Offer[]
  /** The state that is the case: it decides what each part says. */
  state: number
  /** Any union of parts is a move, or only single parts. */
  isClosedUnderUnion: boolean
}

export type Equilibrium = {
  /** x^1, x^2, … as they are played, the null move at the end left out. */
  moves: readonly Subset[]
  /** R^1, R^2, … */
  rewards: readonly number[]
}

/** E[value | what `revealed` says]. */
function expected(game: Game, revealed: Subset, value: readonly number[]): number {
  const known = knownFrom(game, revealed)
  return weigh(game.world, known, value) / probabilityOf(game.world, known)
}

function knownFrom({ world, parts, state }: Game, revealed: Subset): Mask {
  return everywhere(world) & contentOf(parts, revealed, state)
}

/** x^0_n: the decision when this much is revealed. */
export function decisionAfter(game: Game, revealed: Subset): number {
  return bestOf(game.world, knownFrom(game, revealed), game.world.utilities)
}

/** Definition 4.1: what a move from `before` to `after` gets when the game ends with `end` revealed. */
export function rewardOf(game: Game, before: Subset, after: Subset, end: Subset): number {
  const gain = (revealed: Subset) =>
    expected(game, end, game.world.utilities[decisionAfter(game, revealed)] ?? [])
  return gain(after) - gain(before) - priceOf(game.parts, after & ~before)
}

/** What may be revealed next: supersets, by one move that is not null. */
function movesFrom({ parts, isClosedUnderUnion }: Game, revealed: Subset): Subset[] {
  const all = 2 ** parts.length
  const supersets = Array.from({ length: all }, (_, subset) => subset).filter(
    (subset) => subset !== revealed && (subset & revealed) === revealed,
  )
  return isClosedUnderUnion ? supersets : supersets.filter((subset) => isOnePart(subset & ~revealed))
}

function isOnePart(subset: Subset): boolean {
  return (subset & (subset - 1)) === 0
}

/** The subgame-perfect equilibrium (Definition 4.2), by backward induction. Who gains nothing by moving passes. */
export function equilibriumOf(game: Game): Equilibrium {
  const next = new Map<Subset, Subset | null>()
  const end = new Map<Subset, Subset>()
  for (let revealed = 2 ** game.parts.length - 1; revealed >= 0; revealed -= 1) {
    let most = EPSILON
    let best: Subset | null = null
    for (const after of movesFrom(game, revealed)) {
      const reward = rewardOf(game, revealed, after, end.get(after) ?? after)
      if (reward > most) {
        most = reward
        best = after
      }
    }
    next.set(revealed, best)
    end.set(revealed, best === null ? revealed : (end.get(best) ?? best))
  }
  const moves: Subset[] = []
  const rewards: number[] = []
  const last = end.get(0) ?? 0
  for (let at = 0, to = next.get(0); to !== null && to !== undefined; to = next.get(to)) {
    moves.push(to & ~at)
    rewards.push(rewardOf(game, at, to, last))
    at = to
  }
  return { moves, rewards }
}

/**
 * Definition 4.3, y / x: the next one does not lose by revealing y, if it is the last to speak. Read to the letter, the null
 * move is one of them: it gains 0.
 */
function extensionsOf(game: Game, revealed: Subset, { countsNull }: Reading): Subset[] {
  const extensions = movesFrom(game, revealed).filter(
    (after) => rewardOf(game, revealed, after, after) >= -EPSILON,
  )
  return countsNull ? [...extensions, revealed] : extensions
}

export type Reading = { countsNull: boolean }
export const WITHOUT_NULL: Reading = { countsNull: false }

/**
 * Definition 4.3, unrolled as the paper unrolls it: shown by a chain of extensions that ends where there is none. Without
 * null moves a chain is no longer than there are parts, so twice that many moves decide every case.
 */
export function inextensible(game: Game, reading = WITHOUT_NULL): (revealed: Subset) => boolean {
  const shown = new Map<string, boolean>()
  const isShown = (revealed: Subset, movesLeft: number): boolean => {
    const key = `${revealed}/${movesLeft}`
    const before = shown.get(key)
    if (before !== undefined) return before
    const extensions = extensionsOf(game, revealed, reading)
    const answer =
      extensions.length === 0 ||
      (movesLeft > 0 &&
        extensions.every((after) =>
          extensionsOf(game, after, reading).some((reply) => isShown(reply, movesLeft - 1)),
        ))
    shown.set(key, answer)
    return answer
  }
  return (revealed) => isShown(revealed, 2 * game.parts.length)
}

/** The three claims of Theorem 4.4. */
export type Claims = {
  /** x^1 is inextensible. */
  isFirstInextensible: boolean
  /** Everybody after the first passes. */
  areLaterNull: boolean
  /** No inextensible x^1 has a higher ex-post value. */
  isFirstBest: boolean
}

export function claimsOf(game: Game, reading = WITHOUT_NULL): Claims {
  const { moves } = equilibriumOf(game)
  const [first = 0] = moves
  const isInextensible = inextensible(game, reading)
  const value = (revealed: Subset) => (revealed === 0 ? 0 : rewardOf(game, 0, revealed, revealed))
  const rivals = [0, ...movesFrom(game, 0)].filter(isInextensible)
  return {
    isFirstInextensible: isInextensible(first),
    areLaterNull: moves.length <= 1,
    isFirstBest: rivals.every((rival) => value(rival) <= value(first) + EPSILON),
  }
}

/** Whether some reward is zero or two rewards from one position are equal: the proof needs that there are no ties. */
export function hasTies(game: Game): boolean {
  return Array.from({ length: 2 ** game.parts.length }, (_, revealed) => revealed).some((revealed) => {
    const rewards = movesFrom(game, revealed)
      .map((after) => rewardOf(game, revealed, after, after))
      .sort((a, b) => a - b)
    return rewards.some(
      (reward, i) =>
        Math.abs(reward) <= EPSILON || reward - (rewards[i - 1] ?? Number.NEGATIVE_INFINITY) <= EPSILON,
    )
  })
}

/**
 * Section 6: what x^1 in equilibrium falls short of the best x^1, both valued knowing all of K, and what it costs to reveal
 * all of K, which bounds it: else somebody would reveal the rest.
 */
export function shortfallOf(game: Game): { shortfall: number; best: number; costOfAll: number } {
  const all = 2 ** game.parts.length - 1
  const value = (revealed: Subset) => (revealed === 0 ? 0 : rewardOf(game, 0, revealed, all))
  const best = Math.max(0, ...movesFrom(game, 0).map(value))
  const [first = 0] = equilibriumOf(game).moves
  return { shortfall: best - value(first), best, costOfAll: priceOf(game.parts, all) }
}
