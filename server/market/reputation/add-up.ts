import type { Rating } from '../../words/ratings'
import { ALL_SEASONS, ALL_TOPICS, seasonOf } from './seasons'
import { heldUp, standingOf } from './standing'

/** A purchase that counts in its seller's record: in a question that everybody may watch, by somebody else's hand. */
export type Sale = {
  sellerId: string
  hand: string
  at: Date
  /** Tags of its question. */
  topics: readonly string[]
  priceMicros: bigint
  /** What its seller earned by it, before any refund. */
  netMicros: bigint
  refundedMicros: bigint
  rating: Rating | null
  /** What it changed, in points of utility; null where no number says that. */
  value: number | null
  /** What it gained against the truth; null while that is not known. */
  bits: number | null
}

/** How many offers of a seller were first read in a quarter, on questions with a tag; without tag all of them. */
export type Reads = { sellerId: string; season: string; topic: string; read: number }

/** One row of the table, without when it was counted. */
export type SellerSums = {
  season: string
  topic: string
  sellerId: string
  read: number
  bought: number
  buyers: number
  rated: number
  useful: number
  spentMicros: bigint
  refundedMicros: bigint
  standing: number
  value: number
  valued: number
  bits: number
  scored: number
}

/** A row for each seller, season and topic with anything to count, and for all seasons and all topics together. Pure. */
export function addUp(sales: readonly Sale[], reads: readonly Reads[]): SellerSums[] {
  const salesOf = new Map<string, Sale[]>()
  const readsOf = new Map<string, number>()
  const places = new Map<string, Pick<SellerSums, 'season' | 'topic' | 'sellerId'>>()
  const placed = (season: string, topic: string, sellerId: string) => {
    const key = JSON.stringify([season, topic, sellerId])
    places.set(key, { season, topic, sellerId })
    return key
  }
  for (const { sellerId, season, topic, read } of reads)
    for (const when of [season, ALL_SEASONS]) {
      const key = placed(when, topic, sellerId)
      readsOf.set(key, (readsOf.get(key) ?? 0) + read)
    }
  for (const sale of sales)
    for (const when of [seasonOf(sale.at), ALL_SEASONS])
      for (const topic of new Set([ALL_TOPICS, ...sale.topics])) {
        const key = placed(when, topic, sale.sellerId)
        const those = salesOf.get(key)
        if (those) those.push(sale)
        else salesOf.set(key, [sale])
      }
  return [...places].map(([key, place]) => ({
    ...place,
    read: readsOf.get(key) ?? 0,
    ...sumsOf(salesOf.get(key) ?? []),
  }))
}

function sumsOf(sales: readonly Sale[]): Omit<SellerSums, 'season' | 'topic' | 'sellerId' | 'read'> {
  const values = sales.flatMap(({ value }) => value ?? [])
  const bits = sales.flatMap((sale) => sale.bits ?? [])
  return {
    bought: sales.length,
    buyers: new Set(sales.map(({ hand }) => hand)).size,
    rated: sales.filter(({ rating }) => rating !== null).length,
    useful: sales.filter(({ rating }) => rating === 'useful').length,
    spentMicros: sales.reduce((sum, { priceMicros }) => sum + priceMicros, 0n),
    refundedMicros: sales.reduce((sum, { refundedMicros }) => sum + refundedMicros, 0n),
    standing: standingOf(sales.map((sale) => ({ hand: sale.hand, heldUp: heldUp(sale) }))),
    value: total(values),
    valued: values.length,
    bits: total(bits),
    scored: bits.length,
  }
}

const total = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)
