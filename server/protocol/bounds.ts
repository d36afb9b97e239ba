import { depthAllowed, type Policy, TREE_CONTEXTS_MAX } from './policy'

/** How large a tree can get and how long it can go on, from its policy alone. */

/** The most contexts a tree under this policy can have, whatever its inspectors ask for. */
export function contextsMax(policy: Policy): number {
  let total = 1
  // Each sitting of the root may open as many as another one.
  let atLevel = policy.maxSittings
  const depth = policy.maxRounds > 1 ? depthAllowed(policy) : 0
  for (let level = 1; level <= depth; level += 1) {
    atLevel *= policy.maxChildren
    total += atLevel
  }
  return Math.min(total, TREE_CONTEXTS_MAX)
}

/**
 * The most messages an undisturbed tree can need: per context one `collect`, an `inspect` and a `verdict` each round, one
 * `cancel` from above, and one `child-ended`; and for each further sitting of the root a `wake` and its rounds.
 */
export function messagesMax(policy: Policy): number {
  const furtherSittings = policy.maxSittings - 1
  return contextsMax(policy) * (3 + 2 * policy.maxRounds) + furtherSittings * (1 + 2 * policy.maxRounds)
}
