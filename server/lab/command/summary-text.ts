import type { Experiment } from '../experiment'
import type { Result } from '../row'
import { summarise } from '../summarise'
import { digits } from './reproduce'

/** A screen or two; the folder has everything. */
const LINES_MAX = 60

/** What a run came to, at each point of what was swept: for whoever waits before the command. */
export function summaryText(experiment: Pick<Experiment, 'metrics'>, result: Result): string {
  const points = summarise(experiment, result)
  const swept = Object.keys(points[0]?.values ?? {}).filter(
    (name) => new Set(points.map(({ values }) => values[name])).size > 1,
  )
  const lines = points.flatMap(({ values, metrics }) => [
    ...(swept.length > 0 ? [swept.map((name) => `${name}=${values[name]}`).join(' ')] : []),
    ...Object.entries(metrics).map(([name, { mean, low, high, n }]) => {
      const between = low === null || high === null ? '' : ` (${digits(low)} to ${digits(high)})`
      return `    ${experiment.metrics[name]?.label}: ${digits(mean)}${between}, n = ${n}`
    }),
  ])
  const more = lines.length - LINES_MAX
  return [...lines.slice(0, LINES_MAX), ...(more > 0 ? [`${more} more lines are in summary.csv.`] : [])].join(
    '\n',
  )
}
