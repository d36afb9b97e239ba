import { and, asc, desc, eq, isNull, ne, or, sql } from 'drizzle-orm'
import { type Db, rowsOf } from '@/db/client'
import {
  contexts,
  inspections,
  probabilityScores,
  purchaseScores,
  purchases,
  resolutions,
  users,
} from '@/db/schema'
import type { InspectorRecord, SellerBits } from '../contract/records'
import { type Calibration, calibrationOf } from '../protocol/resolution'
import type { Resolved } from '../tree/contract'

/**
 * Probabilities that calibrations are counted from, the newest of one person, or of all inspectors: enough for ten bands, and the same cost
 * where a hundred were told and a million.
 */
export const JUDGED_MAX = 2_000

/** The outcome that stands; null while none was told. */
export async function standingResolution(db: Db, rootId: string) {
  const [standing] = await db
    .select()
    .from(resolutions)
    .where(and(eq(resolutions.rootId, rootId), isNull(resolutions.endedAt)))
  return standing ?? null
}

/** What was told of a question's outcome, for whoever may watch its tree. */
export async function readResolved(db: Db, rootId: string): Promise<Resolved> {
  const rows = await db
    .select({ resolution: resolutions, handle: users.handle, name: users.name })
    .from(resolutions)
    .innerJoin(users, eq(users.id, resolutions.byId))
    .where(eq(resolutions.rootId, rootId))
    .orderBy(asc(resolutions.number))
  if (rows.length === 0) return NOT_RESOLVED
  const views = rows.map(({ resolution, handle, name }) => {
    const { number, outcome, source, reason, byRole, resolvedAt } = resolution
    return { number, outcome, source, reason, by: { handle, name }, byRole, resolvedAt }
  })
  const isStanding = rows.at(-1)?.resolution.endedAt === null
  const scores = await db
    .select({ offerId: purchaseScores.offerId, bits: purchaseScores.bits })
    .from(purchaseScores)
    .where(eq(purchaseScores.rootId, rootId))
    .orderBy(asc(purchaseScores.offerId))
  return {
    standing: isStanding ? (views.at(-1) ?? null) : null,
    earlier: isStanding ? views.slice(0, -1) : views,
    scores,
  }
}

const NOT_RESOLVED: Resolved = { standing: null, earlier: [], scores: [] }

/**
 * What a seller's sold information gained against the truth: over trees that everybody may watch, and without trade between accounts
 * that look like one hand.
 */
export async function sellerBits(db: Db, sellerId: string): Promise<SellerBits> {
  const found = await db.execute(sql`
    select coalesce(sum(s.bits), 0)::float8 as bits, count(*)::int as n
    from ${purchaseScores} s
    join ${purchases} p on p.offer_id = s.offer_id
    join ${inspections} i on i.root_id = s.root_id and i.is_tree_public
    where s.seller_id = ${sellerId} and not accounts_linked(p.buyer_id, p.seller_id)`)
  return rowsOf<SellerBits>(found)[0] ?? { bits: 0, n: 0 }
}

/**
 * How a person's decided probabilities kept their word, over trees that everybody may watch. A claim has no date before which its
 * probability must be told, so one whose outcome its asker told as well proves nothing and is left out.
 */
export async function askerCalibration(db: Db, personId: string): Promise<Calibration> {
  const rows = await db
    .select({ probability: probabilityScores.probability, isTrue: probabilityScores.isTrue })
    .from(probabilityScores)
    .innerJoin(inspections, ofPublicTree)
    .innerJoin(contexts, eq(contexts.id, probabilityScores.rootId))
    .innerJoin(
      resolutions,
      and(eq(resolutions.rootId, probabilityScores.rootId), isNull(resolutions.endedAt)),
    )
    .where(
      and(
        eq(probabilityScores.judge, 'asker'),
        eq(probabilityScores.name, personId),
        or(eq(contexts.decision, 'forecast'), ne(resolutions.byId, personId)),
      ),
    )
    .orderBy(desc(probabilityScores.resolvedAt))
    .limit(JUDGED_MAX)
  return calibrationOf(rows)
}

/** The same of each inspector, those with the most first. */
export async function inspectorRecords(db: Db): Promise<InspectorRecord[]> {
  const rows = await db
    .select({
      name: probabilityScores.name,
      probability: probabilityScores.probability,
      isTrue: probabilityScores.isTrue,
    })
    .from(probabilityScores)
    .innerJoin(inspections, ofPublicTree)
    .where(eq(probabilityScores.judge, 'inspector'))
    .orderBy(desc(probabilityScores.resolvedAt))
    .limit(JUDGED_MAX)
  return [...Map.groupBy(rows, ({ name }) => name)]
    .map(([name, judged]) => ({ name, ...calibrationOf(judged) }))
    .toSorted((a, b) => b.n - a.n || (a.name < b.name ? -1 : 1))
}

/** Of trees that only their asker may watch nothing is counted: by the difference of two figures one outcome would be seen. */
const ofPublicTree = and(eq(inspections.rootId, probabilityScores.rootId), eq(inspections.isTreePublic, true))

/** Of a forecast: its reading has ended, its outcome can be told, and nobody has. */
export const isDue = (now: Date) => sql`(
  ${contexts.resolvesAt} <= ${now.toISOString()}::timestamptz and ${contexts.resolvedAt} is null
  and ${contexts.parentId} is null and ${contexts.phase} = 'settled')`
