import type { Published, Value, Values } from '@/server/lab/experiment'
import { isAt } from '@/server/lab/result'
import type { SummaryPoint } from '@/server/lab/summarise'

/** A parameter that differs between points, with its values in their order. */
export type Axis = { name: string; values: readonly Value[] }

export function axesOf(points: readonly SummaryPoint[]): Axis[] {
  return Object.keys(points[0]?.values ?? {}).flatMap((name) => {
    const values = [...new Set(points.flatMap((point) => point.values[name] ?? []))]
    return values.length > 1 ? [{ name, values }] : []
  })
}

/** Points that agree with what is chosen for the axes that are not drawn. */
export function pointsAt(points: readonly SummaryPoint[], chosen: Values): SummaryPoint[] {
  return points.filter((point) => isAt(point.values, chosen))
}

export function publishedAt<T extends Published>(
  published: readonly T[],
  metric: string,
  values: Values,
): T[] {
  return published.filter((one) => one.metric === metric && isAt(values, one.at))
}
