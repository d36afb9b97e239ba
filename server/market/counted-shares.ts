import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Db } from '@/db/client'
import { answers, inspections, offers, purchases, valuations } from '@/db/schema'
import type { SellerShare } from '../contract/selling'
import { planOf, type Shares, sharesOf } from '../protocol/shares'
import { type Recommendation, worthBounds } from '../protocol/value'

export type Counting = {
  /** Purchases of the answer, in the order bought. */
  citations: readonly string[]
  /** By offer: what tells texts apart. */
  hashes: ReadonlyMap<string, string | null>
  valuation: Pick<typeof valuations.$inferSelect, 'seed' | 'isFree' | 'known'>
}

/** `spread`: utility between the best option and the worst one, as everything bought has it; null for a claim. */
export type CountedShares = Shares & { spread: number | null }

/** What was counted of an answer, purchase by purchase; null while that is too little. */
export function countedShares({ citations, hashes, valuation }: Counting): CountedShares | null {
  const plan = planOf(
    citations.map((offerId) => hashes.get(offerId) ?? null),
    valuation,
  )
  const known = new Map(Object.entries(valuation.known))
  const at = (set: readonly number[]): Recommendation | null => {
    const recommended = known.get(set.join())
    return recommended === undefined || recommended.kind === 'open' ? null : recommended
  }
  const shares = sharesOf(plan, at)
  const final = shares?.unit === 'utility' ? at([...new Set(plan.first)]) : null
  const bounds = final && worthBounds(final)
  return shares && { ...shares, spread: bounds && bounds.most - bounds.least }
}

/** Of these offers those that were bought, counted, and whose trees everybody may watch: where they are told to others too. */
export async function sharesToSellers(
  db: Db,
  offerIds: readonly string[],
): Promise<Map<string, SellerShare>> {
  if (offerIds.length === 0) return new Map()
  const rows = await db
    .selectDistinct({ rootId: answers.rootId, citations: answers.citations, valuation: valuations })
    .from(purchases)
    .innerJoin(inspections, and(eq(inspections.rootId, purchases.rootId), eq(inspections.isTreePublic, true)))
    .innerJoin(
      answers,
      and(eq(answers.rootId, inspections.rootId), eq(answers.revision, inspections.answerRevision)),
    )
    .innerJoin(
      valuations,
      and(
        eq(valuations.rootId, answers.rootId),
        eq(valuations.revision, answers.revision),
        isNotNull(valuations.countedAt),
      ),
    )
    .where(inArray(purchases.offerId, [...offerIds]))
  const cited = rows.flatMap(({ citations }) => citations)
  const texts = await db
    .select({ id: offers.id, hash: offers.contentHash })
    .from(offers)
    .where(inArray(offers.id, cited))
  const hashes = new Map(texts.map(({ id, hash }) => [id, hash]))
  return new Map(
    rows.flatMap(({ citations, valuation }) => {
      const shares = countedShares({ citations, hashes, valuation })
      if (!shares) return []
      const { unit, isExact, orders, spread } = shares
      return citations.flatMap((offerId, place): [string, SellerShare][] => {
        const purchase = shares.purchases[place]
        if (!purchase || !offerIds.includes(offerId)) return []
        const { share, low, high, changes } = purchase
        return [[offerId, { share, low, high, changes, unit, isExact, orders, spread }]]
      })
    }),
  )
}
