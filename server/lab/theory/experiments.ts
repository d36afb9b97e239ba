import type { Experiment } from '../experiment'
import { codeOfBuying } from './code-of-buying'
import { inspectionDepth } from './inspection-depth'
import { defenceCost, oversightGame } from './oversight'

/** One line for each experiment of this room. */
export const theoryExperiments: readonly Experiment[] = [
  inspectionDepth,
  codeOfBuying,
  oversightGame,
  defenceCost,
]
