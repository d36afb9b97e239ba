/** Draws from a given stream of numbers in [0, 1). */
export type Random = () => number

export function uniform(random: Random, low: number, high: number): number {
  return low + (high - low) * random()
}

/** One of them, each as likely as the others. */
export function pick<T>(random: Random, items: readonly T[]): T {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new RangeError('There is nothing to pick from.')
  return item
}

/** Above this, e^−λ comes near the smallest number there is; larger rates are drawn in parts. */
const POISSON_PART = 500

/** A Poisson number by multiplying uniform ones (Knuth); a sum of independent parts for large rates. */
export function poisson(random: Random, rate: number): number {
  let count = 0
  for (let left = rate; left > 0; left -= POISSON_PART) {
    const limit = Math.exp(-Math.min(left, POISSON_PART))
    for (let product = random(); product > limit; product *= random()) count += 1
  }
  return count
}

/**
 * So many different ones, in random order; all of them, shuffled, when fewer. The work grows with `count`, not with the
 * items: a customer who looks at three offers of a thousand does not pay for the thousand.
 */
export function sample<T>(random: Random, items: readonly T[], count: number): T[] {
  if (4 * count <= items.length) return sampleFewOfMany(random, items, count)
  const rest = [...items]
  const size = Math.min(count, rest.length)
  for (let place = 0; place < size; place += 1) {
    const other = place + Math.floor(random() * (rest.length - place))
    const [kept, moved] = [rest[place] as T, rest[other] as T]
    rest[place] = moved
    rest[other] = kept
  }
  return rest.slice(0, size)
}

function sampleFewOfMany<T>(random: Random, items: readonly T[], count: number): T[] {
  const places: number[] = []
  while (places.length < count) {
    const place = Math.floor(random() * items.length)
    if (!places.includes(place)) places.push(place)
  }
  return places.map((place) => items[place] as T)
}
