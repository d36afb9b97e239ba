import { seededRandom, seedFrom } from '../shared/random'

/**
 * A random stream of its own for one part of a run ("world", "firm/3"): what one agent draws never depends on how often,
 * or in which order, another one did.
 */
export function stream(seed: number, name: string): () => number {
  return seededRandom(seedFrom(`${seed}/${name}`))
}
