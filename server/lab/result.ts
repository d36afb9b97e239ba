import { rangeOf, type Values } from './experiment'
import type { Figure, Point, Result } from './row'
import { type Measured, type Summary, summaryOf, wilsonInterval } from './statistics'

/** A metric's values at a point, one for each seed that has it. */
export function valuesAt(point: Point, metric: string): number[] {
  return point.runs.flatMap(({ metrics }) => metrics[metric] ?? [])
}

/** @throws Error when no run of the point has the metric. */
export function summaryAt(point: Point, metric: string): Summary {
  const values = valuesAt(point, metric)
  if (values.length === 0) throw new Error(`No run has ${metric} at ${JSON.stringify(point.values)}`)
  return summaryOf(values, measuredAt(point, metric))
}

function measuredAt({ metrics, values }: Point, metric: string): Measured | undefined {
  const found = metrics[metric]
  return found && { ...found, range: rangeOf(found, values) }
}

export function isAt(values: Values, at: Values): boolean {
  return Object.entries(at).every(([name, value]) => values[name] === value)
}

/** @throws Error when not exactly one point is there. */
export function pointAt(result: Result | undefined, at: Values): Point {
  const found = result?.points.filter((point) => isAt(point.values, at)) ?? []
  const [point] = found
  if (!point || found.length > 1) {
    throw new Error(`${found.length} points at ${JSON.stringify(at)}, where one was asked for`)
  }
  return point
}

/** A mean as a report's figure. */
export function figureOf(name: string, published: Figure['published'], summary: Summary): Figure {
  const { mean, low, high, n } = summary
  return { name, published, ours: mean, interval: low === null || high === null ? null : [low, high], n }
}

/** The share of runs in which a metric of 0 or 1 is 1, as a report's figure with Wilson's interval. */
export function shareOf(
  name: string,
  published: Figure['published'],
  points: readonly Point[],
  metric: string,
): Figure {
  const values = points.flatMap((point) => valuesAt(point, metric))
  const hits = values.filter((value) => value === 1).length
  const n = values.length
  return { name, published, ours: hits / n, interval: wilsonInterval(hits, n), n }
}
