import type { Experiment, Growth, Value } from './experiment'
import type { ParameterField } from './parameter-fields'

/** An experiment as far as its time goes. */
export type Timed = Pick<Experiment, 'secondsPerRun' | 'grows'> & { fields: readonly ParameterField[] }

/** Seconds that one seed takes, on one core, at every combination of the parameters: those given, or the defaults. */
export function secondsOfSeed(
  { fields, secondsPerRun, grows }: Timed,
  set: Readonly<Record<string, readonly Value[]>>,
): number {
  return fields.reduce((seconds, { name, usual, defaults }) => {
    const factors = (set[name] ?? defaults).map((value) => factorOf(grows[name], value, usual))
    return seconds * factors.reduce((sum, factor) => sum + factor, 0)
  }, secondsPerRun)
}

function factorOf(growth: Growth | undefined, value: Value, usual: Value): number {
  if (growth === undefined) return 1
  if (typeof growth !== 'number') return growth[String(value)] ?? 1
  return (Number(value) / Number(usual)) ** growth
}
