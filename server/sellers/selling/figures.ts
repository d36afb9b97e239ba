import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '@/db/client'
import { complaints, inspections, offers, purchaseScores, purchases } from '@/db/schema'
import type { ChartUnit, SellingFigures, SellingScope } from '../../contract/selling'
import type { Deps } from '../../deps'
import { EARNED } from '../../market/complaints/record'
import type { Reason } from '../../protocol/verdict'
import { periodsBetween, unitFor } from './periods'
import { inScope } from './scope'

/**
 * What became of a seller's offers made in these days: counts, money, reasons, and the same over time. Everything is counted
 * from the rows that `listOwnOffers` lists.
 */
export async function sellingFigures(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  sellerId: string,
  scope: SellingScope,
): Promise<SellingFigures> {
  const where = inScope(sellerId, scope)
  const now = clock.now()
  // Not the first day asked for: a year that somebody typed wrong would make a chart of centuries.
  const start = await firstOfferAt(db, where)
  const end = scope.to && scope.to < now ? new Date(scope.to.getTime() - 1) : now
  const unit = unitFor(start ?? end, end)
  const tally = await tallyOffers(db, where, unit)
  const periods = start && tally.length > 0 ? periodsBetween(start, end, unit) : []
  const made = tally.filter((row) => row.state !== 'withdrawn')
  const of = (state: Tally['state']) => tally.filter((row) => row.state === state)
  const byPeriod = Map.groupBy(made, (row) => row.period)
  return {
    made: sum(made),
    open: sum(of('open')),
    read: sum(tally, 'read'),
    bought: sum(of('bought')),
    boughtUnseen: sum(tally, 'unseen'),
    passed: sum(of('passed')),
    withdrawn: sum(of('withdrawn')),
    earnedMicros: earned(tally),
    reasons: reasonsOf(of('passed')),
    honesty: {
      judged: sum(tally, 'judged'),
      misleading: sum(tally, 'misleading'),
    },
    bits: {
      bits: tally.reduce((total, row) => total + row.bits, 0),
      n: sum(tally, 'scored'),
    },
    unit,
    periods: periods.map((start) => {
      const rows = byPeriod.get(start) ?? []
      const inState = (state: Tally['state']) => sum(rows.filter((row) => row.state === state))
      return {
        start,
        open: inState('open'),
        bought: inState('bought'),
        passed: inState('passed'),
        earnedMicros: earned(rows),
      }
    }),
  }
}

type Tally = Awaited<ReturnType<typeof tallyOffers>>[number]

/** One row for each period, state and reason: what all figures are added up from. */
function tallyOffers(db: Db, where: SQL | undefined, unit: ChartUnit) {
  // The unit stands in the text, for a parameter in `group by` is another expression to Postgres.
  const trunc = sql`date_trunc(${sql.raw(`'${unit}'`)}, ${offers.createdAt} at time zone 'UTC')`
  const count = (condition: SQL) => sql<number>`(count(*) filter (where ${condition}))::int`
  return db
    .select({
      period: sql<string>`to_char(${trunc}, 'YYYY-MM-DD')`,
      state: offers.state,
      reason: offers.reason,
      offers: sql<number>`count(*)::int`,
      read: sql<number>`count(${offers.firstReadAt})::int`,
      judged: sql<number>`count(${offers.isTeaserFair})::int`,
      misleading: count(sql`not ${offers.isTeaserFair}`),
      unseen: count(sql`${purchases.way} = 'unseen'`),
      bits: sql<number>`coalesce(sum(${purchaseScores.bits}), 0)::float8`,
      scored: sql<number>`count(${purchaseScores.bits})::int`,
      earnedMicros: sql<string>`coalesce(sum(${EARNED}), 0)::text`,
    })
    .from(offers)
    .leftJoin(purchases, eq(purchases.offerId, offers.id))
    .leftJoin(complaints, eq(complaints.offerId, offers.id))
    .leftJoin(purchaseScores, and(eq(purchaseScores.offerId, offers.id), isOfPublicTree))
    .where(where)
    .groupBy(trunc, offers.state, offers.reason)
}

/** Where only the asker may watch, a score would tell what was recommended. */
const isOfPublicTree = sql`exists (
  select from ${inspections} shown where shown.root_id = ${offers.rootId} and shown.is_tree_public)`

async function firstOfferAt(db: Db, where: SQL | undefined): Promise<Date | null> {
  const [first] = await db
    .select({ at: offers.createdAt })
    .from(offers)
    .where(where)
    .orderBy(offers.createdAt)
    .limit(1)
  return first?.at ?? null
}

function sum(
  rows: readonly Tally[],
  of: 'offers' | 'read' | 'judged' | 'misleading' | 'scored' | 'unseen' = 'offers',
): number {
  return rows.reduce((total, row) => total + row[of], 0)
}

function earned(rows: readonly Tally[]): bigint {
  return rows.reduce((total, row) => total + BigInt(row.earnedMicros), 0n)
}

function reasonsOf(passed: readonly Tally[]): SellingFigures['reasons'] {
  const counts = new Map<Reason, number>()
  for (const { reason, offers } of passed) {
    if (reason) counts.set(reason, (counts.get(reason) ?? 0) + offers)
  }
  return [...counts]
    .map(([reason, offers]) => ({ reason, offers }))
    .sort((a, b) => b.offers - a.offers || (a.reason < b.reason ? -1 : 1))
}
