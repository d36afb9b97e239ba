import { durationWords } from '../duration-words'
import type { Experiment } from '../experiment'
import { jobsOf } from '../grid'
import { legalWords, parameterFields } from '../parameter-fields'
import { secondsOfSeed } from '../run-time'

/** What there is, how long it takes and what it reproduces. */
export function listText(experiments: readonly Experiment[], threads: number): string {
  return experiments.map((experiment) => entry(experiment, threads)).join('\n')
}

function entry(experiment: Experiment, threads: number): string {
  const runs = jobsOf(experiment, {}).length
  const fields = parameterFields(experiment)
  const seconds = experiment.seeds.length * secondsOfSeed({ ...experiment, fields }, {})
  const time = durationWords(seconds / (experiment.needsModel ? 1 : threads))
  const parameters = fields.map(
    (field) => `    ${field.name}=${field.defaults.join(',')}  ${field.words} (${legalWords(field)})`,
  )
  const model = experiment.needsModel ? '; needs a language model' : ''
  return [
    `${experiment.name}: ${experiment.question}`,
    `    ${experiment.reproduces}`,
    `    ${runs} ${runs === 1 ? 'run' : 'runs'} with ${experiment.seeds.length} seeds, ${time}${model}`,
    ...(experiment.log === null ? [] : [`    --log writes ${experiment.log}`]),
    ...parameters,
    '',
  ].join('\n')
}
