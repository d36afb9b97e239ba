import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { type Db, rowsOf } from '@/db/client'
import { bots, users } from '@/db/schema'
import type { Profile, UncountedSales } from '../contract/market-view'
import type { Deps } from '../deps'
import { AppError } from '../errors'
import { readLaidOut } from '../prose/laid-out'
import { askerCountsOf } from './asker-record'
import { refundShares } from './complaints/record'
import type { Viewer } from './private/sight'
import { publicOffersOf, questionsOf } from './question-cards'
import { recordsOf } from './reputation/read-records'
import { askerCalibration, sellerBits } from './resolutions'
import { teaserRecords } from './teaser-honesty'
import { NOTHING_UNCOUNTED, uncountedSales } from './uncounted'

type Figures = {
  asked: number
  spent: string
  offers: number
  read: number
  sold: number
  earned: string
  bought: number
}

/**
 * What a person asked, sold, bought and earned where everybody may watch, as everybody may see it; trade between accounts that look
 * like one hand is left out. @throws AppError `market.person_not_found`.
 */
export async function viewProfile(
  deps: Pick<Deps, 'db' | 'prose' | 'clock'>,
  viewer: Viewer,
  handle: string,
): Promise<Profile> {
  const { db } = deps
  const [person] = await db
    .select()
    .from(users)
    .where(and(eq(users.handle, handle.toLowerCase()), isNull(users.deletedAt)))
  if (!person) throw new AppError('market.person_not_found')
  const ofOthers = sql`not accounts_linked(buyer_id, seller_id)`
  // Of trees that only their asker may watch nothing is counted: by the difference of two sums one purchase would be seen.
  const found = await db.execute(sql`
    with purchase as (select p.* from purchase p join inspection i on i.root_id = p.root_id and i.is_tree_public),
      offer as (select o.* from info_offer o join inspection i on i.root_id = o.root_id and i.is_tree_public)
    select
      (select count(*)::int from buyer_context where buyer_id = ${person.id} and parent_id is null) as asked,
      (select coalesce(sum(price_micros - coalesce(c.refunded_micros, 0)), 0)::text
        from purchase left join (select offer_id, refunded_micros from complaint) c using (offer_id)
        where buyer_id = ${person.id} and ${ofOthers}) as spent,
      (select count(*)::int from offer where seller_id = ${person.id} and state <> 'withdrawn') as offers,
      (select count(first_read_at)::int from offer where seller_id = ${person.id}) as read,
      (select count(*)::int from purchase where seller_id = ${person.id} and ${ofOthers}) as sold,
      (select coalesce(sum(price_micros - fee_micros - coalesce(c.refunded_micros, 0)), 0)::text
        from purchase left join (select offer_id, refunded_micros from complaint) c using (offer_id)
        where seller_id = ${person.id} and ${ofOthers}) as earned,
      (select count(*)::int from purchase where buyer_id = ${person.id} and ${ofOthers}) as bought`)
  const figures = rowsOf<Figures>(found)[0]
  if (!figures) throw new AppError('market.person_not_found')
  const passed = await passedByReason(db, person.id)
  const records = await teaserRecords(db, [person.id])
  const { asBuyer, asSeller } = await refundShares(db, person.id, deps.clock.now())
  const ownBots = await db
    .select({ id: bots.id, name: bots.name, kind: bots.kind })
    .from(bots)
    // One that has not been put to work yet is its owner's alone.
    .where(
      and(
        eq(bots.ownerId, person.id),
        isNull(bots.removedAt),
        viewer === person.id ? undefined : sql`${bots.pausedFor} is distinct from 'not-live'`,
      ),
    )
    .orderBy(asc(bots.name))
  return {
    person: {
      handle: person.handle,
      name: person.name,
      bio: person.bio,
      bioProse: await readLaidOut(deps, { id: person.id, markdown: person.bio }),
      createdAt: person.createdAt,
      isDemo: person.isDemo,
    },
    isYou: viewer === person.id,
    asked: {
      count: figures.asked,
      record: await askerCountsOf(db, person.id),
      spentMicros: BigInt(figures.spent),
    },
    sold: {
      offers: figures.offers,
      read: figures.read,
      bought: figures.sold,
      earnedMicros: BigInt(figures.earned),
      uncounted: viewer === person.id ? await allUncounted(db, person.id) : null,
      passed,
      honesty: records.get(person.id) ?? null,
      refundShare: asSeller,
      bits: await sellerBits(db, person.id),
      records: await recordsOf(db, person.id),
    },
    calibration: await askerCalibration(db, person.id),
    bought: { count: figures.bought, refundShare: asBuyer },
    bots: ownBots,
    questions: await questionsOf(db, viewer, person.id),
    offers: await publicOffersOf(db, viewer, person.id),
  }
}

/** By hand and by all bots. */
async function allUncounted(db: Db, sellerId: string): Promise<UncountedSales> {
  return [...(await uncountedSales(db, sellerId)).values()].reduce(
    (all, one) => ({
      onPrivate: all.onPrivate + one.onPrivate,
      ofOneHand: all.ofOneHand + one.ofOneHand,
      earnedMicros: all.earnedMicros + one.earnedMicros,
    }),
    NOTHING_UNCOUNTED,
  )
}

/** Why a seller's offers were not bought, most frequent first. */
async function passedByReason(db: Db, sellerId: string): Promise<Profile['sold']['passed']> {
  const found = await db.execute(sql`
    select o.reason, count(*)::int as offers from info_offer o
    join inspection i on i.root_id = o.root_id and i.is_tree_public
    where o.seller_id = ${sellerId} and o.state = 'passed' and o.reason is not null
    group by o.reason order by count(*) desc, o.reason::text collate "C"`)
  return rowsOf<Profile['sold']['passed'][number]>(found)
}
