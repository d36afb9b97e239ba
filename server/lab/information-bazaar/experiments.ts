import type { Experiment } from '../experiment'

/** One line for each experiment of this room. */
export const informationBazaarExperiments: readonly Experiment[] = []
