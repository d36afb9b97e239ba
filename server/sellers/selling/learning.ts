import { type SQL, sql } from 'drizzle-orm'
import { type Db, rowsOf } from '@/db/client'
import { contexts, inspections, offers } from '@/db/schema'
import type { Asking, PriceBand, QuestionKind, SellingScope } from '../../contract/selling'
import type { Reason } from '../../protocol/verdict'
import { MICROS_PER_CREDIT } from '../../shared/money'
import { priceBand } from './price-band'
import { inScope } from './scope'

/** Verdicts by which the price was the obstacle. */
const PRICE_OBSTACLES: readonly Reason[] = ['too-expensive', 'over-budget']

export function isPriceObstacle(reason: Reason | null): boolean {
  return reason !== null && PRICE_OBSTACLES.includes(reason)
}

/** Budgets within one step are of one kind: a price on a question of one credit says nothing about one of a hundred. */
export const BUDGET_STEPS: readonly bigint[] = [1n, 5n, 20n, 100n].map(
  (credits) => credits * MICROS_PER_CREDIT,
)

/** The newest questions that prices are compared over. A thousand: enough for bands, and read in one short stretch. */
const QUESTIONS_COMPARED = 1_000

const asks = sql<QuestionKind['asks']>`coalesce(${contexts.askKind}::text, ${contexts.decision}::text)`
const budgetStep = sql<number>`width_bucket(${contexts.budgetMicros}, array[${sql.raw(BUDGET_STEPS.join(', '))}]::bigint[])`

/** Columns that say of what kind a context is. */
export const kindColumns = { asks, budgetStep }

/** An inspection that has ended, one way or another. */
export const isTreeOver = sql<boolean>`${inspections.status} in ('settled', 'cancelled', 'failed')`

const keyOf = ({ asks, budgetStep }: QuestionKind) => `${asks}/${budgetStep}`

/** What others' offers that were bought cost, by kind of question; kinds with too few are left out. */
export type Bands = { of: (kind: QuestionKind) => PriceBand | null }

/** Reads what was paid lately on questions like those the seller answers. The seller's own sales are not among them. */
export async function readBands(db: Db, sellerId: string, kinds: readonly QuestionKind[]): Promise<Bands> {
  if (kinds.length === 0) return { of: () => null }
  const wanted = sql.join(
    [...new Map(kinds.map((kind) => [keyOf(kind), kind])).values()].map(
      (kind) => sql`(${kind.asks}::text, ${kind.budgetStep}::integer)`,
    ),
    sql`, `,
  )
  const found = await db.execute(sql`
    with newest as (
      select id from buyer_context where parent_id is null order by created_at desc, id limit ${QUESTIONS_COMPARED}
    )
    select ${asks} as asks, ${budgetStep} as "budgetStep", purchase.seller_id as "sellerId",
      purchase.price_micros::text as price
    from newest join purchase on purchase.root_id = newest.id
    join buyer_context on buyer_context.id = purchase.context_id
    where purchase.way = 'inspected' and purchase.seller_id <> ${sellerId}
      and (${asks}, ${budgetStep}) in (${wanted})`)
  const paid = Map.groupBy(rowsOf<QuestionKind & { sellerId: string; price: string }>(found), keyOf)
  const bands = new Map(
    [...paid].map(([key, rows]) => [
      key,
      priceBand(rows.map(({ sellerId, price }) => ({ sellerId, priceMicros: BigInt(price) }))),
    ]),
  )
  return { of: (kind) => bands.get(keyOf(kind)) ?? null }
}

/**
 * What a seller's unbought offers asked for, by kind of question, beside what was paid there: bands over many offers of
 * others, never one of them. Trees that are still going on are left out. Most unbought first.
 */
export async function learnAsking(db: Db, sellerId: string, scope: SellingScope): Promise<Asking[]> {
  const isObstacle: SQL = sql`${offers.reason} in (${sql.join(
    PRICE_OBSTACLES.map((reason) => sql`${reason}`),
    sql`, `,
  )})`
  const rows = await db
    .select({
      ...kindColumns,
      unbought: sql<number>`count(*)::int`,
      tooDear: sql<number>`(count(*) filter (where ${isObstacle}))::int`,
      asked: sql<
        string | null
      >`(percentile_disc(0.5) within group (order by ${offers.priceMicros}) filter (where ${isObstacle}))::text`,
    })
    .from(offers)
    .innerJoin(contexts, sql`${contexts.id} = ${offers.contextId}`)
    .innerJoin(inspections, sql`${inspections.rootId} = ${offers.rootId}`)
    .where(sql`${inScope(sellerId, scope)} and ${offers.state} = 'passed' and ${isTreeOver}`)
    .groupBy(sql`1, 2`)
    .orderBy(sql`3 desc, 1, 2`)
  const bands = await readBands(db, sellerId, rows)
  return rows.map(({ asks, budgetStep, unbought, tooDear, asked }) => ({
    kind: { asks, budgetStep },
    unbought,
    tooDear,
    askedMicros: asked === null ? null : BigInt(asked),
    usually: bands.of({ asks, budgetStep }),
  }))
}
