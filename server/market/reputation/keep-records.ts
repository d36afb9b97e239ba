import { and, inArray, isNotNull, lt, type SQL, sql } from 'drizzle-orm'
import { type Db, rowsOf } from '@/db/client'
import { type AnswerTrail, answers, sellerRecords, users } from '@/db/schema'
import type { Deps } from '../../deps'
import { marginalValues } from '../../protocol/value'
import type { Rating } from '../../words/ratings'
import { addUp, type Reads, type Sale } from './add-up'

/** Sellers counted at a time, so that no pass holds the whole market in memory. */
const SELLERS_AT_ONCE = 100
/** Rows of one insert: sixteen parameters each, of 65,535 that a statement takes. */
const ROWS_AT_ONCE = 2_000

/** In so many passes, a day of them, every seller is counted anew whatever happened. */
const PASSES_FOR_ALL = 24
const PASS_MS = 3_600_000
/** Beyond the last pass: what an inspection did is dated up to an hour before it, and a pass takes its time. */
const MARGIN = '2 hours'

/**
 * Counts sellers' records anew, from questions that everybody may watch and without trade between accounts that look like one hand: of
 * whom something was read, bought, refunded, rated or scored since the last pass; of the others each once a day, since a cluster, a tree
 * that is opened or closed and another answer move a record too. Rows that nothing counts for any more go. Several at once do no harm:
 * the later one's count stands.
 */
export async function keepSellerRecords({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  const all = await sellersToCount(db, now)
  for (let first = 0; first < all.length; first += SELLERS_AT_ONCE) {
    const sellerIds = all.slice(first, first + SELLERS_AT_ONCE)
    const rows = addUp(await salesOf(db, sellerIds), await readsOf(db, sellerIds))
    await db.transaction(async (tx) => {
      for (let first = 0; first < rows.length; first += ROWS_AT_ONCE)
        await tx
          .insert(sellerRecords)
          .values(rows.slice(first, first + ROWS_AT_ONCE).map((row) => ({ ...row, countedAt: now })))
          .onConflictDoUpdate({
            target: [sellerRecords.season, sellerRecords.topic, sellerRecords.sellerId],
            set: COUNTED_ANEW,
            setWhere: sql`${sellerRecords.countedAt} <= excluded.counted_at`,
          })
      await tx
        .delete(sellerRecords)
        .where(and(inArray(sellerRecords.sellerId, sellerIds), lt(sellerRecords.countedAt, now)))
    })
  }
  const gone = db.select({ id: users.id }).from(users).where(isNotNull(users.deletedAt))
  await db.delete(sellerRecords).where(inArray(sellerRecords.sellerId, gone))
}

const COUNTED_ANEW = Object.fromEntries(
  [
    ...['read', 'bought', 'buyers', 'rated', 'useful', 'standing', 'value', 'valued', 'bits', 'scored'].map(
      (name) => [name, name] as const,
    ),
    ['spentMicros', 'spent_micros'] as const,
    ['refundedMicros', 'refunded_micros'] as const,
    ['countedAt', 'counted_at'] as const,
  ].map(([name, column]) => [name, sql.raw(`excluded.${column}`)]),
)

/** Accounts that are gone have no record. */
async function sellersToCount(db: Db, now: Date): Promise<string[]> {
  const pass = Math.floor(now.getTime() / PASS_MS) % PASSES_FOR_ALL
  const found = await db.execute(sql`
    with last as (
      select coalesce(max(counted_at) - ${MARGIN}::interval, '-infinity') as at from seller_record),
    moved as (
      select p.seller_id from purchase p, last where p.created_at > last.at
      union select o.seller_id from info_offer o, last where o.first_read_at > last.at
      union select c.seller_id from complaint c, last where c.decided_at > last.at
      union select r.seller_id from rating r, last where r.rated_at > last.at
      union select s.seller_id from purchase_score s, last where s.resolved_at > last.at)
    select u.id from users u
    where u.deleted_at is null and (
      u.id in (select seller_id from moved)
      or ('x' || substr(md5(u.id), 1, 4))::bit(16)::int % ${PASSES_FOR_ALL} = ${pass}
        and exists (select from info_offer o where o.seller_id = u.id and (o.first_read_at is not null or o.state = 'bought')))
    order by u.id`)
  return rowsOf<{ id: string }>(found).map(({ id }) => id)
}

async function readsOf(db: Db, sellerIds: readonly string[]): Promise<Reads[]> {
  const found = await db.execute(sql`
    select o.seller_id as "sellerId", to_char(o.first_read_at at time zone 'UTC', 'YYYY-"Q"Q') as season,
      topic.tag as topic, count(*)::int as read
    from info_offer o
    join inspection i on i.root_id = o.root_id and i.is_tree_public
    join buyer_context root on root.id = o.root_id
    cross join lateral (select distinct tag from unnest(array_append(root.tags, '')) as tag) topic
    where o.seller_id = any(${sql.param([...sellerIds])}::text[]) and o.first_read_at is not null
      and ${notOneHand(sql`root.buyer_id`, sql`o.seller_id`)}
    group by 1, 2, 3`)
  return rowsOf<Reads>(found)
}

/** As `accounts_linked` says it, with the clusters looked up once and not for each pair. */
const notOneHand = (one: SQL, other: SQL) => sql`
  ${one} <> ${other} and not exists (
    select from person_cluster a join person_cluster b on b.cluster = a.cluster
    where a.person_id = ${one} and b.person_id = ${other})`

type Row = {
  offerId: string
  rootId: string
  sellerId: string
  hand: string
  at: string
  topics: string[]
  priceMicros: string
  netMicros: string
  refundedMicros: string
  rating: Rating | null
  bits: number | null
}

/** A payment that an operator took back was no sale. */
async function salesOf(db: Db, sellerIds: readonly string[]): Promise<Sale[]> {
  const found = await db.execute(sql`
    select p.offer_id as "offerId", p.root_id as "rootId", p.seller_id as "sellerId", coalesce(hand.cluster, p.buyer_id) as hand,
      to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at, root.tags as topics,
      p.price_micros::text as "priceMicros", (p.price_micros - p.fee_micros)::text as "netMicros",
      coalesce(c.refunded_micros, 0)::text as "refundedMicros", r.rating, s.bits
    from purchase p
    join inspection i on i.root_id = p.root_id and i.is_tree_public
    join buyer_context root on root.id = p.root_id
    left join person_cluster hand on hand.person_id = p.buyer_id
    left join complaint c on c.offer_id = p.offer_id
    left join rating r on r.offer_id = p.offer_id
    left join purchase_score s on s.offer_id = p.offer_id
    where p.seller_id = any(${sql.param([...sellerIds])}::text[]) and ${notOneHand(sql`p.buyer_id`, sql`p.seller_id`)}
      and not exists (select from ledger_transfer back where back.key = 'reverse:purchase:' || p.id)`)
  const rows = rowsOf<Row>(found)
  const values = await valuesOf(db, [...new Set(rows.map(({ rootId }) => rootId))])
  return rows.map(({ offerId, rootId: _, at, priceMicros, netMicros, refundedMicros, ...row }) => ({
    ...row,
    at: new Date(at),
    priceMicros: BigInt(priceMicros),
    netMicros: BigInt(netMicros),
    refundedMicros: BigInt(refundedMicros),
    value: values.get(offerId) ?? null,
  }))
}

/**
 * By offer, what a purchase changed in the last answer of its question, in points of utility. Where one call imagined the way to an answer
 * knowing everything, as in earlier versions of the market, there is no such number.
 */
async function valuesOf(db: Db, rootIds: readonly string[]): Promise<Map<string, number>> {
  if (rootIds.length === 0) return new Map()
  const rows = await db
    .selectDistinctOn([answers.rootId], {
      rootId: answers.rootId,
      citations: answers.citations,
      trail: answers.trail,
      trailBy: answers.trailBy,
    })
    .from(answers)
    .where(inArray(answers.rootId, [...rootIds]))
    .orderBy(answers.rootId, sql`${answers.revision} desc`)
  return new Map(
    rows
      .filter(({ trailBy }) => trailBy !== '')
      .flatMap(({ citations, trail }) => {
        const gains = gainsOf(trail)
        return gains.length === citations.length
          ? citations.map((offerId, index) => [offerId, gains[index] ?? 0] as const)
          : []
      }),
  )
}

function gainsOf(trail: AnswerTrail): number[] {
  const steps = trail.flatMap((step) => (step.kind === 'choice' ? [step] : []))
  if (steps.length === 0 || steps.length !== trail.length) return []
  return marginalValues(steps).map(({ gain }) => gain)
}
