import { summaryAt } from '../../result'
import type { Figure, Finding, Point, Result } from '../../row'

/** Short hands of this room's rows. */

export type Vector = { name: string; published: number; ours: number; tolerance: number; n?: number }

/** Vectors that must agree to their tolerance. */
export function exactly(vectors: readonly Vector[]): Finding {
  const off = vectors.filter(({ published, ours, tolerance }) => !(Math.abs(ours - published) <= tolerance))
  return {
    verdict: off.length === 0 ? 'reproduced' : 'not reproduced',
    ours: vectors.map(({ name, published, ours, n = 1 }) => ({ name, published, ours, interval: null, n })),
    why:
      off.length === 0
        ? agreementWords(vectors)
        : `These do not agree: ${off.map(({ name }) => name).join(', ')}.`,
  }
}

/** Not more than what is true of the figures as they are printed. */
function agreementWords(vectors: readonly Vector[]): string {
  const all = `${vectors.length} of ${vectors.length}`
  if (vectors.every(agreesToTheDigit)) return `Agree to the digit that is given: ${all}.`
  const apart = Math.max(...vectors.map(({ published, ours }) => Math.abs(ours / published - 1)))
  return `Agree within ${Number((100 * apart).toPrecision(2))} % of what is given, not to each digit that is shown: ${all}.`
}

/** Whether ours, rounded to the decimal places of what is given, is that. */
function agreesToTheDigit({ published, ours }: Vector): boolean {
  const places = `${Number(published.toPrecision(12))}`.split('.')[1]?.length ?? 0
  return Math.abs(ours - published) <= 0.5 * 10 ** -places + Number.EPSILON
}

/** A cell of a table with the band in which ours must lie. */
export type Cell = { figure: Figure; low: number; high: number }

export function within(figure: Figure, low: number, high: number): Cell {
  return { figure, low, high }
}

/** All cells within their bands; `more` are printed and do not count. */
export function inBands(cells: readonly Cell[], what: string, more: readonly Figure[] = []): Finding {
  const off = cells.filter(({ figure, low, high }) => !(figure.ours >= low && figure.ours <= high))
  return {
    verdict: off.length === 0 ? 'reproduced' : 'not reproduced',
    ours: [...cells.map(({ figure }) => figure), ...more],
    why:
      off.length === 0
        ? `Within their bands: ${cells.length} of ${cells.length} ${what}.`
        : `Outside their bands: ${off.length} of ${cells.length} ${what} (${off.map(({ figure }) => figure.name).join('; ')}).`,
  }
}

/** All that a claim needs, each with its figures; the sentence names what fails. */
export function allHold(
  claims: readonly { claim: string; holds: boolean }[],
  ours: readonly Figure[],
): Finding {
  const failed = claims.filter(({ holds }) => !holds).map(({ claim }) => claim)
  return {
    verdict: failed.length === 0 ? 'reproduced' : 'not reproduced',
    ours,
    why:
      failed.length === 0
        ? `It holds that ${claims.map(({ claim }) => claim).join(', and that ')}.`
        : `It does not hold that ${failed.join(', nor that ')}.`,
  }
}

export function meanAt(point: Point, metric: string): number {
  return summaryAt(point, metric).mean
}

/** Over all points of a result with the given value of a parameter. */
export function meanOver(result: Result | undefined, name: string, value: unknown, metric: string): number {
  const points = result?.points.filter(({ values }) => values[name] === value) ?? []
  return points.reduce((sum, point) => sum + meanAt(point, metric), 0) / points.length
}
