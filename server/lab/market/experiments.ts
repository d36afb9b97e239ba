import type { Experiment } from '../experiment'
import { marketRevaluation } from './market-revaluation'

/** One line for each experiment of this room. */
export const marketExperiments: readonly Experiment[] = [marketRevaluation]
