import { agentBazaarExperiments } from './agent-bazaar/experiments'
import type { Experiment } from './experiment'
import { informationBazaarExperiments } from './information-bazaar/experiments'
import { marketExperiments } from './market/experiments'
import { theoryExperiments } from './theory/experiments'

/** Every experiment that the lab knows. Each room has its own list, one line for each experiment. */
export const experiments: readonly Experiment[] = [
  ...theoryExperiments,
  ...informationBazaarExperiments,
  ...agentBazaarExperiments,
  ...marketExperiments,
]

/** @throws Error that names what there is. */
export function experimentNamed(name: string): Experiment {
  const found = experiments.find((experiment) => experiment.name === name)
  if (!found) {
    throw new Error(
      `There is no experiment “${name}”. There are: ${experiments.map((one) => one.name).join(', ')}.`,
    )
  }
  return found
}
