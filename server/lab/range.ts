/**
 * What a metric can be at a point of the parameters. It is data and no function, so that a page can have it too.
 */

/**
 * An end of a range: a number, a parameter of that name, or arithmetic of such. With `unless`, the end is gone (infinite) where
 * that switch is on: the published code's rule may overspend.
 */
export type Bound<Name extends string = string> =
  | number
  | Name
  | { readonly sum: readonly Bound<Name>[] }
  | { readonly product: readonly Bound<Name>[] }
  | { readonly unless: Name; readonly bound: Bound<Name> }

export type MetricRange<Name extends string = string> = readonly [least: Bound<Name>, most: Bound<Name>]

/** A share of a whole, and whatever is one. */
export const SHARE = [0, 1] as const
/** An amount or a number of things, of which no most is known. */
export const AT_LEAST_0 = [0, Number.POSITIVE_INFINITY] as const
/** Any finite number. */
export const ANY_NUMBER = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const

/** The parameters of a point, or more. */
type At = Readonly<Record<string, unknown>>

/** Both ends as numbers; the least first. */
export function endsOf([least, most]: MetricRange, values: At): readonly [least: number, most: number] {
  return [endOf(least, values), endOf(most, values)]
}

/** @throws RangeError when a named parameter has no number there. */
function endOf(bound: Bound, values: At): number {
  if (typeof bound === 'number') return bound
  if (typeof bound === 'string') {
    const value = values[bound]
    if (typeof value !== 'number') throw new RangeError(`A range needs the parameter ${bound}, a number.`)
    return value
  }
  if ('sum' in bound) return bound.sum.reduce<number>((sum, one) => sum + endOf(one, values), 0)
  if ('product' in bound)
    return bound.product.reduce<number>((product, one) => product * endOf(one, values), 1)
  return values[bound.unless] === true ? Number.POSITIVE_INFINITY : endOf(bound.bound, values)
}
