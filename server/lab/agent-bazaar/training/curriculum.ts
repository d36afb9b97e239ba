import { seededRandom } from '../../../shared/random'

/** How hard the next episodes are, by how well the last iteration went (lab-specification.md B.7). Weights in per cent. */
export type Weights = readonly (readonly [difficulty: number, weight: number])[]

/** Stabilising firms of five, by the share of them that survived: fewer is harder. */
export function crashCurriculum(survival: number): Weights {
  if (survival < 0.6) return [[5, 100]]
  if (survival < 0.75) return weights({ 5: 60, 4: 40 })
  if (survival < 0.85) return weights({ 5: 40, 4: 30, 3: 30 })
  return weights({ 5: 20, 4: 20, 3: 30, 2: 15, 1: 15 })
}

/** Sybils of twelve sellers, by δ: more is harder. */
export function lemonCurriculum(detection: number): Weights {
  if (detection < 0.5) return [[3, 100]]
  if (detection < 0.7) return weights({ 3: 60, 6: 40 })
  if (detection < 0.85) return weights({ 3: 30, 6: 40, 9: 30 })
  return weights({ 3: 20, 6: 40, 9: 40 })
}

/** The same draw for the same seed, iteration and episode. */
export function drawDifficulty(weights: Weights, seed: number, iteration: number, episode: number): number {
  const total = weights.reduce((sum, [, weight]) => sum + weight, 0)
  let left = seededRandom(seed + 1_000 * iteration + episode)() * total
  const drawn = weights.find(([, weight]) => {
    left -= weight
    return left < 0
  })
  return (drawn ?? weights.at(-1) ?? [0])[0]
}

function weights(table: Readonly<Record<number, number>>): Weights {
  return Object.entries(table).map(([difficulty, weight]) => [Number(difficulty), weight])
}
