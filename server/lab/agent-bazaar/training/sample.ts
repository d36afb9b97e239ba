import type { Prompt } from '../roles/ask'

/**
 * One decision as a line for whoever trains a language model elsewhere: what it would have been asked, what the policy
 * answered, what the episode was worth, and how much better than its group that is.
 */
export type TrainingSample = {
  iteration: number
  episode: number
  step: number
  prompt: Prompt
  completion: string
  reward: number
  advantage: number
}

/** JSON Lines, one sample a line. */
export function sampleLine(sample: TrainingSample): string {
  return `${JSON.stringify(sample)}\n`
}
