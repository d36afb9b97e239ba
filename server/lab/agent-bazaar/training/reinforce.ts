import { type Policy, probabilities, rowOf } from './policy'

/** REINFORCE++ without a critic and without clipped ratios (AB §4.2, lab-specification.md B.7). */

/** One decision with the advantage that it is credited with. */
export type Scored = { situation: number; action: number; advantage: number }

/** What a return gains for a reply in the required form, and loses for another. */
const FORMAT_WEIGHT = 2
/** Advantages are held within this many standard deviations. */
const ADVANTAGE_MAX = 3
/** Keeps a group of equal returns from dividing by zero. */
const SD_FLOOR = 1e-8

/** G = R ± 2. */
export function formatReturn(reward: number, isValid: boolean): number {
  return reward + (isValid ? FORMAT_WEIGHT : -FORMAT_WEIGHT)
}

/** A = (G − mean)/(SD + 1e-8) within a group, clipped to ±3; SD with n. */
export function advantagesOf(returns: readonly number[]): number[] {
  const mean = returns.reduce((sum, value) => sum + value, 0) / returns.length
  const variance = returns.reduce((sum, value) => sum + (value - mean) ** 2, 0) / returns.length
  return returns.map((value) => {
    const advantage = (value - mean) / (Math.sqrt(variance) + SD_FLOOR)
    return Math.max(-ADVANTAGE_MAX, Math.min(ADVANTAGE_MAX, advantage))
  })
}

/**
 * Scores every sample within its group, in the order of `samples`. Published: all samples of a step, over the iteration's
 * episodes, however hard each was.
 */
export function scoreWithin<T extends { return: number }>(
  samples: readonly T[],
  groupOf: (sample: T) => string | number,
): (T & { advantage: number })[] {
  const advantages = new Map<T, number>()
  for (const group of Map.groupBy(samples, groupOf).values()) {
    const scores = advantagesOf(group.map((sample) => sample.return))
    group.forEach((sample, index) => {
      advantages.set(sample, scores[index] ?? 0)
    })
  }
  return samples.map((sample) => ({ ...sample, advantage: advantages.get(sample) ?? 0 }))
}

/** (log π − log π_ref)²: squared, because the plain log-ratio rewards leaving the reference wherever it is negative. */
export function penalty(
  policy: Policy,
  reference: Policy,
  { situation, action }: Omit<Scored, 'advantage'>,
): number {
  return (logChance(policy, situation, action) - logChance(reference, situation, action)) ** 2
}

/** Mean over the samples of −A·log π + β·(log π − log π_ref)²; an action is one token here. */
export function loss(policy: Policy, reference: Policy, samples: readonly Scored[], beta: number): number {
  const total = samples.reduce(
    (sum, sample) =>
      sum -
      sample.advantage * logChance(policy, sample.situation, sample.action) +
      beta * penalty(policy, reference, sample),
    0,
  )
  return total / samples.length
}

/** Of `loss`, by the logits. */
export function gradient(
  policy: Policy,
  reference: Policy,
  samples: readonly Scored[],
  beta: number,
): number[][] {
  const result = policy.map((row) => row.map(() => 0))
  for (const { situation, action, advantage } of samples) {
    const ratio = logChance(policy, situation, action) - logChance(reference, situation, action)
    const byLogChance = (-advantage + 2 * beta * ratio) / samples.length
    const row = probabilities(rowOf(policy, situation))
    row.forEach((chance, index) => {
      const cell = result[situation]
      if (cell) cell[index] = (cell[index] ?? 0) + byLogChance * ((index === action ? 1 : 0) - chance)
    })
  }
  return result
}

/** Gradients are held to this norm, the whole table being one tensor. */
const NORM_MAX = 0.5
const MOMENTS = [0.9, 0.999] as const
const EPSILON = 1e-8
const WEIGHT_DECAY = 0.01

export type AdamW = { policy: Policy; mean: number[][]; square: number[][]; steps: number }

export function adamW(policy: Policy): AdamW {
  return {
    policy,
    mean: policy.map((row) => row.map(() => 0)),
    square: policy.map((row) => row.map(() => 0)),
    steps: 0,
  }
}

/** One step of AdamW down a clipped gradient; returns the new state and leaves the old one alone. */
export function descend(state: AdamW, by: readonly (readonly number[])[], learningRate: number): AdamW {
  const norm = Math.sqrt(by.flat().reduce((sum, value) => sum + value ** 2, 0))
  const scale = norm > NORM_MAX ? NORM_MAX / norm : 1
  const steps = state.steps + 1
  const [keepMean, keepSquare] = MOMENTS
  const cell = (table: readonly (readonly number[])[], row: number, column: number) =>
    table[row]?.[column] ?? 0
  const each = (value: (row: number, column: number) => number) =>
    state.policy.map((line, row) => line.map((_, column) => value(row, column)))
  const mean = each(
    (row, column) =>
      keepMean * cell(state.mean, row, column) + (1 - keepMean) * scale * cell(by, row, column),
  )
  const square = each(
    (row, column) =>
      keepSquare * cell(state.square, row, column) + (1 - keepSquare) * (scale * cell(by, row, column)) ** 2,
  )
  const policy = each((row, column) => {
    const first = cell(mean, row, column) / (1 - keepMean ** steps)
    const second = cell(square, row, column) / (1 - keepSquare ** steps)
    const old = cell(state.policy, row, column)
    return old - learningRate * (first / (Math.sqrt(second) + EPSILON) + WEIGHT_DECAY * old)
  })
  return { policy, mean, square, steps }
}

function logChance(policy: Policy, situation: number, action: number): number {
  const row = rowOf(policy, situation)
  const largest = Math.max(...row)
  const total = row.reduce((sum, logit) => sum + Math.exp(logit - largest), 0)
  return (row[action] ?? Number.NaN) - largest - Math.log(total)
}
