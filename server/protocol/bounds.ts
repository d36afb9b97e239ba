import { ANSWERS_ON_THE_WAY } from './alphabets'
import { depthAllowed, type Policy, TREE_CONTEXTS_MAX } from './policy'

/** How large a tree can get and how long it can go on, from its policy alone. */

/** The most contexts a tree under this policy can have, whatever its inspectors ask for. */
export function contextsMax(policy: Policy): number {
  let total = 1
  // Each sitting of the root may open as many as another one.
  let atLevel = policy.maxSittings
  // Who gives one verdict checks nothing, and may follow up all the same.
  const depth =
    policy.maxRounds > 1 ? depthAllowed(policy) : Math.min(policy.followUpDepth, depthAllowed(policy))
  for (let level = 1; level <= depth; level += 1) {
    atLevel *= policy.maxChildren
    total += atLevel
  }
  return Math.min(total, TREE_CONTEXTS_MAX)
}

/**
 * The most messages an undisturbed tree can need: per context one `collect`, an `inspect` and a `verdict` each round, one
 * `cancel` from above, and one `child-ended`; for each further sitting of the root a `wake` and its rounds; and where there are
 * follow-ups, two answers on the way in each sitting, with an `inspect` and a `verdict` each.
 */
export function messagesMax(policy: Policy): number {
  const furtherSittings = policy.maxSittings - 1
  const steps = 2 * (policy.maxRounds + (policy.followUpDepth > 0 ? ANSWERS_ON_THE_WAY.length : 0))
  return contextsMax(policy) * (3 + steps) + furtherSittings * (1 + steps)
}
