import type { Experiment, Metric, Published } from '@/server/lab/experiment'
import { type ParameterField, parameterFields } from '@/server/lab/parameter-fields'
import { seedsText } from '@/server/lab/seeds'

/** An experiment as data, for what is drawn in the browser. */
export type Facts = {
  name: string
  fields: readonly ParameterField[]
  metrics: Readonly<Record<string, Metric>>
  published: readonly Published[]
  seeds: string
  secondsPerRun: number
  grows: Experiment['grows']
  needsModel: boolean
  atMost: Experiment['atMost']
}

export function factsOf(experiment: Experiment): Facts {
  const { name, metrics, published, seeds, secondsPerRun, grows, needsModel, atMost } = experiment
  return {
    name,
    fields: parameterFields(experiment),
    metrics,
    published,
    seeds: seedsText(seeds),
    secondsPerRun,
    grows,
    needsModel,
    atMost,
  }
}
