import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../shared/random'
import {
  ADDRESS_ACCOUNTS_MAX,
  type Cluster,
  DEVICE_ACCOUNTS_MAX,
  findClusters,
  RING_ACCOUNTS_MAX,
  type Seen,
  type Trade,
} from './find-clusters'

const DAY = new Date('2031-05-01T12:00:00Z').getTime()
const at = (days: number) => new Date(DAY + days * 24 * 3_600_000)
const seen = (personId: string, address: string, days = 0): Seen => ({ personId, address, madeAt: at(days) })
const trade = (buyerId: string, sellerId: string, purchases: number): Trade => ({
  buyerId,
  sellerId,
  purchases,
})

/** An ordinary market: askers buy of several sellers, some sellers much more often than others. */
function ordinary(random: () => number, { askers = 120, sellers = 30 } = {}): Trade[] {
  const trades: Trade[] = []
  for (let a = 0; a < askers; a += 1) {
    const questions = 1 + Math.floor(random() * 6)
    const counts = new Map<string, number>()
    for (let p = 0; p < questions * 2; p += 1) {
      const seller = `seller-${Math.floor(random() ** 2 * sellers)}`
      counts.set(seller, (counts.get(seller) ?? 0) + 1)
    }
    for (const [seller, n] of counts) trades.push(trade(`asker-${a}`, seller, n))
  }
  return trades
}

/** A ring of `size` hands, each pair trading now and then, with a small part of its trade outside. */
function ring(random: () => number, name: string, size: number, outsidePercent: number): Trade[] {
  const trades: Trade[] = []
  for (let i = 0; i < size; i += 1)
    for (let j = 0; j < size; j += 1)
      if (i !== j && (size === 2 ? i === 0 : random() < 0.7))
        trades.push(trade(`${name}-${i}`, `${name}-${j}`, 5 + Math.floor(random() * 20)))
  const all = trades.reduce((sum, { purchases }) => sum + purchases, 0)
  const outside = Math.floor((all * outsidePercent) / (100 - outsidePercent))
  if (outside > 0) trades.push(trade(`${name}-0`, 'seller-0', outside))
  return trades
}

const clusterOf = (clusters: readonly Cluster[], person: string) =>
  clusters.find(({ people }) => people.includes(person))

/** Purchases that would count in no record. */
function discounted(clusters: readonly Cluster[], trades: readonly Trade[]): number {
  return trades
    .filter(({ buyerId, sellerId }) => clusterOf(clusters, buyerId)?.people.includes(sellerId))
    .reduce((sum, { purchases }) => sum + purchases, 0)
}
const all = (trades: readonly Trade[]) => trades.reduce((sum, { purchases }) => sum + purchases, 0)

describe('rings', () => {
  it('of two fresh accounts with a perfect record are seen, also in a market where nobody else trades', () => {
    const wash = [trade('a', 'b', 20)]
    const found = [{ cause: 'ring', people: ['a', 'b'] }]
    expect(findClusters({ seen: [], trades: wash })).toEqual(found)
    expect(findClusters({ seen: [], trades: [...ordinary(seededRandom(1)), ...wash] })).toContainEqual(
      found[0],
    )
  })

  it('generated among ordinary trade: nine in ten purchases inside are seen, one in a hundred of the others taken for it', () => {
    let [washed, caught, honest, wronged] = [0, 0, 0, 0]
    for (let seed = 1; seed <= 60; seed += 1) {
      const random = seededRandom(seed)
      const honestTrades = ordinary(random)
      const size = 2 + Math.floor(random() * (RING_ACCOUNTS_MAX - 1))
      const washTrades = ring(random, 'ring', size, Math.floor(random() * 15))
      const clusters = findClusters({ seen: [], trades: [...honestTrades, ...washTrades] })
      const inside = washTrades.filter(({ sellerId }) => sellerId.startsWith('ring'))
      washed += all(inside)
      caught += discounted(clusters, inside)
      honest += all(honestTrades)
      wronged += discounted(clusters, honestTrades)
    }
    expect(caught / washed).toBeGreaterThanOrEqual(0.9)
    expect(wronged / honest).toBeLessThanOrEqual(0.01)
  })

  it('are no longer taken for one hand once a fifth of their trade and more is with others', () => {
    const wash = [trade('a', 'b', 16), trade('a', 'seller-0', 5), trade('asker-0', 'b', 5)]
    const trades = [...ordinary(seededRandom(2)), ...wash]
    expect(clusterOf(findClusters({ seen: [], trades }), 'a')).toBeUndefined()
  })

  it('are not made of a first purchase or two', () => {
    expect(findClusters({ seen: [], trades: [trade('a', 'b', 2)] })).toEqual([])
  })

  it('are not a whole small market: seven who all trade with each other', () => {
    const people = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    const trades = people.flatMap((one) =>
      people.filter((other) => other !== one).map((other) => trade(one, other, 4)),
    )
    expect(findClusters({ seen: [], trades })).toEqual([])
  })
})

describe('addresses', () => {
  it('join accounts that were made there within days of each other, and no others', () => {
    const known = [seen('a', 'x', 0), seen('b', 'x', 3), seen('c', 'x', 30), seen('d', 'y', 0)]
    expect(findClusters({ seen: known, trades: [] })).toEqual([{ cause: 'address', people: ['a', 'b'] }])
  })

  it('say nothing where a school or a proxy stands', () => {
    const known = Array.from({ length: ADDRESS_ACCOUNTS_MAX + 1 }, (_, i) => seen(`p${i}`, 'x'))
    expect(findClusters({ seen: known, trades: [] })).toEqual([])
    expect(findClusters({ seen: known.slice(1), trades: [] })).toHaveLength(1)
  })

  it('make one of several in a ring, so that many accounts at one address are still a small ring', () => {
    const known = [seen('a', 'x'), seen('b', 'x'), seen('c', 'y'), seen('d', 'y')]
    const trades = [trade('a', 'c', 4), trade('b', 'd', 4)]
    expect(findClusters({ seen: known, trades })).toEqual([{ cause: 'ring', people: ['a', 'b', 'c', 'd'] }])
  })
})

describe('browsers', () => {
  const used = (personId: string, device: string) => ({ personId, device })

  it('join accounts that signed in with the same one, whenever they were made, and what an address joins besides', () => {
    const found = findClusters({
      seen: [seen('a', 'x', 0), seen('b', 'y', 300), seen('c', 'y', 301)],
      used: [used('a', 'laptop'), used('b', 'laptop'), used('d', 'phone')],
      trades: [],
    })
    expect(found).toEqual([{ cause: 'device', people: ['a', 'b', 'c'] }])
  })

  it('say nothing where one stands for everybody', () => {
    const many = Array.from({ length: DEVICE_ACCOUNTS_MAX + 1 }, (_, i) => used(`p${i}`, 'library'))
    expect(findClusters({ seen: [], used: many, trades: [] })).toEqual([])
    expect(findClusters({ seen: [], used: many.slice(1), trades: [] })).toHaveLength(1)
  })
})

it('puts each person into one cluster at most, the same whatever the order of what is known', () => {
  const name = fc.constantFrom(...'abcdefghij')
  const someTrades = fc.array(
    fc
      .record({ buyerId: name, sellerId: name, purchases: fc.integer({ min: 1, max: 30 }) })
      .filter(({ buyerId, sellerId }) => buyerId !== sellerId),
    { maxLength: 20 },
  )
  const someSeen = fc.array(
    fc.record({
      personId: name,
      address: fc.constantFrom('x', 'y', 'z'),
      madeAt: fc.integer({ min: 0, max: 0 }).map(at),
    }),
    { maxLength: 8 },
  )
  fc.assert(
    fc.property(someSeen, someTrades, (known, trades) => {
      const clusters = findClusters({ seen: known, trades })
      const people = clusters.flatMap((cluster) => cluster.people)
      expect(new Set(people).size).toBe(people.length)
      for (const cluster of clusters) expect(cluster.people.length).toBeGreaterThan(1)
      const turned = findClusters({ seen: known.toReversed(), trades: trades.toReversed() })
      const sorted = (list: readonly Cluster[]) =>
        list.map(({ people: these }) => these.join()).sort((a, b) => a.localeCompare(b))
      expect(sorted(turned)).toEqual(sorted(clusters))
    }),
  )
})
