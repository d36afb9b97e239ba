import type { Experiment, Metric, Published } from '@/server/lab/experiment'
import { experimentNamed } from '@/server/lab/experiments'
import { type ParameterField, parameterFields } from '@/server/lab/parameter-fields'
import { seedsText } from '@/server/lab/seeds'

/** A figure from elsewhere; `isOfModel` where a language model ran it and ours beside it is scripted. */
export type Beside = Published & { isOfModel?: boolean }

/** An experiment as data, for what is drawn in the browser. */
export type Facts = {
  name: string
  fields: readonly ParameterField[]
  metrics: Readonly<Record<string, Metric>>
  published: readonly Beside[]
  /** The experiment that reproduces the figures of models; null where this one asks a model, or none does. */
  withModel: { name: string; title: string } | null
  seeds: string
  secondsPerRun: number
  grows: Experiment['grows']
  needsModel: boolean
  atMost: Experiment['atMost']
}

export function factsOf(experiment: Experiment): Facts {
  const { name, metrics, seeds, secondsPerRun, grows, needsModel, atMost } = experiment
  const twin = experiment.withModel === null ? null : experimentNamed(experiment.withModel)
  return {
    name,
    fields: parameterFields(experiment),
    metrics,
    published: besideOf(experiment, twin),
    withModel: twin && { name: twin.name, title: twin.title },
    seeds: seedsText(seeds),
    secondsPerRun,
    grows,
    needsModel,
    atMost,
  }
}

/** Its own figures, then those of its twin that it does not have itself. */
function besideOf({ published }: Experiment, twin: Experiment | null): Beside[] {
  const key = ({ at, metric, by, source }: Published) => JSON.stringify([at, metric, by, source])
  const ofModel = new Map((twin?.published ?? []).map((one) => [key(one), one]))
  const own = published.map((one) => ({ ...one, isOfModel: ofModel.has(key(one)) }))
  for (const one of published) ofModel.delete(key(one))
  return [...own, ...[...ofModel.values()].map((one) => ({ ...one, isOfModel: true }))]
}
