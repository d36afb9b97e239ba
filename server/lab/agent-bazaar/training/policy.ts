import type { Random } from '../draws'

/**
 * A policy small enough to train in seconds: a table of logits, one row a situation, one column an action, and softmax over a
 * row. It stands where the paper has a model of nine billion parameters; the mathematics of the training is the same.
 */
export type Policy = readonly (readonly number[])[]

/** Every action as likely as every other: the reference that training may not leave cheaply. */
export function uniformPolicy(situations: number, actions: number): Policy {
  return Array.from({ length: situations }, () => Array.from({ length: actions }, () => 0))
}

/** Softmax of a row. */
export function probabilities(row: readonly number[]): number[] {
  const largest = Math.max(...row)
  const weights = row.map((logit) => Math.exp(logit - largest))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map((weight) => weight / total)
}

export function rowOf(policy: Policy, situation: number): readonly number[] {
  const row = policy[situation]
  if (!row) throw new RangeError(`The policy has no situation ${situation}.`)
  return row
}

export function drawAction(policy: Policy, situation: number, random: Random): number {
  const row = probabilities(rowOf(policy, situation))
  let left = random()
  const action = row.findIndex((share) => {
    left -= share
    return left < 0
  })
  return action === -1 ? row.length - 1 : action
}
