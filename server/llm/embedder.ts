import type { Tokens } from './model'

/**
 * Meaning as numbers, for bots that search by meaning too. What is expected to fail is null, never an exception: then
 * whoever asks goes on by words alone.
 */
export interface Embedder {
  /** Vectors of different embedders cannot be compared, so each is kept with this name. */
  readonly name: string
  /** A passage that would answer the question, made up (HyDE): at most four sentences, temperature 0. */
  imagine(question: string, signal: AbortSignal): Promise<{ text: string; usage: Tokens } | null>
  /** One vector for each text, in order. */
  embed(
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<{ vectors: Float32Array[]; usage: Tokens } | null>
}
