import type { Experiment, Values } from './experiment'
import { summaryAt, valuesAt } from './result'
import type { Result } from './row'
import type { Summary } from './statistics'

/** A point of the parameters with what its runs came to, by metric. */
export type SummaryPoint = { values: Values; metrics: Readonly<Record<string, Summary>> }

export function summarise({ metrics }: Pick<Experiment, 'metrics'>, result: Result): SummaryPoint[] {
  return result.points.map((point) => ({
    values: point.values,
    metrics: Object.fromEntries(
      Object.keys(metrics).flatMap((name) =>
        valuesAt(point, name).length === 0 ? [] : [[name, summaryAt(point, name)]],
      ),
    ),
  }))
}
