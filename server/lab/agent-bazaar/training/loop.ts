import { drawDifficulty, type Weights } from './curriculum'
import { type Policy, uniformPolicy } from './policy'
import { adamW, descend, formatReturn, gradient, scoreWithin } from './reinforce'
import type { TrainingSample } from './sample'

/** A game that can be trained: episodes of a difficulty under a policy. */
export type Game = {
  situations: number
  actions: number
  /** The difficulties of the next iteration, by the last one's success from 0 to 1. */
  curriculum(success: number): Weights
  play(policy: Policy, difficulty: number, seed: number): Promise<Episode>
}

export type Episode = {
  return: number
  /** What the curriculum goes by: survival or detection, from 0 to 1. */
  success: number
  /** What a report follows; the same names in every episode. */
  measures: Readonly<Record<string, number>>
  decisions: readonly Decision[]
}

export type Decision = {
  step: number
  situation: number
  action: number
  prompt: TrainingSample['prompt']
  completion: string
}

export type TrainingConfig = {
  iterations: number
  episodes: number
  /** Samples of one step of the optimiser. */
  batch: number
  /** Weight of the penalty for leaving the reference (β). */
  beta: number
  learningRate: number
  /**
   * Compare a sample with those of the same difficulty only. The published code compares all: then an advantage says above
   * all how hard the episode was, which no action can change.
   */
  groupsByDifficulty: boolean
  /** Off: every episode has `difficulty`. */
  hasCurriculum: boolean
  difficulty: number
}

/** One iteration: means over its episodes. */
export type IterationReport = { return: number; success: number; difficulty: number } & Readonly<
  Record<string, number>
>

export type Trained = { policy: Policy; reference: Policy; iterations: readonly IterationReport[] }

/** REINFORCE++ with the adaptive curriculum (lab-specification.md B.7). `take` gets every sample, scored. */
export async function train(
  game: Game,
  config: TrainingConfig,
  seed: number,
  take?: (sample: TrainingSample) => void,
): Promise<Trained> {
  const reference = uniformPolicy(game.situations, game.actions)
  let state = adamW(reference)
  let success = 0
  const iterations: IterationReport[] = []
  for (let iteration = 0; iteration < config.iterations; iteration += 1) {
    const weights: Weights = config.hasCurriculum ? game.curriculum(success) : [[config.difficulty, 1]]
    const difficulties = Array.from({ length: config.episodes }, (_, episode) =>
      drawDifficulty(weights, seed, iteration, episode),
    )
    const episodes: Episode[] = []
    for (const [episode, difficulty] of difficulties.entries())
      episodes.push(await game.play(state.policy, difficulty, seed + 1_000 * iteration + episode + 1))
    const samples = scoreWithin(
      episodes.flatMap((episode, index) =>
        episode.decisions.map((decision) => ({
          ...decision,
          iteration,
          episode: index,
          difficulty: difficulties[index] ?? config.difficulty,
          reward: episode.return,
          // A policy of this kind cannot answer in a wrong form.
          return: formatReturn(episode.return, true),
        })),
      ),
      ({ step, difficulty }) => (config.groupsByDifficulty ? `${step}/${difficulty}` : step),
    )
    if (take) for (const sample of samples) take(asLine(sample))
    for (let first = 0; first < samples.length; first += config.batch) {
      const some = samples.slice(first, first + config.batch)
      state = descend(state, gradient(state.policy, reference, some, config.beta), config.learningRate)
    }
    success = meanOf(episodes.map((episode) => episode.success))
    iterations.push(reportOf(episodes, difficulties))
  }
  return { policy: state.policy, reference, iterations }
}

/** Means over episodes of a fixed difficulty, with seeds that training has not seen. */
export async function evaluate(game: Game, policy: Policy, difficulty: number, seeds: readonly number[]) {
  const episodes: Episode[] = []
  for (const seed of seeds) episodes.push(await game.play(policy, difficulty, seed))
  return reportOf(
    episodes,
    seeds.map(() => difficulty),
  )
}

function reportOf(episodes: readonly Episode[], difficulties: readonly number[]): IterationReport {
  const names = Object.keys(episodes[0]?.measures ?? {})
  return {
    ...Object.fromEntries(
      names.map((name) => [name, meanOf(episodes.flatMap(({ measures }) => measures[name] ?? []))]),
    ),
    return: meanOf(episodes.map((episode) => episode.return)),
    success: meanOf(episodes.map((episode) => episode.success)),
    difficulty: meanOf(difficulties),
  }
}

function asLine({
  iteration,
  episode,
  step,
  prompt,
  completion,
  reward,
  advantage,
}: TrainingSample): TrainingSample {
  return { iteration, episode, step, prompt, completion, reward, advantage }
}

function meanOf(values: readonly number[]): number {
  return values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : 0
}
