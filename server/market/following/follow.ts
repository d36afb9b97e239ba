import { and, eq, isNull, sql } from 'drizzle-orm'
import { type Db, rowsOf } from '@/db/client'
import { contexts, follows, inspections, pageThreads, users } from '@/db/schema'
import type { FollowedThing, FollowState, OwnFollow, SetFollow } from '../../contract/follows'
import { FOLLOWERS_COUNTED_MAX, FOLLOWS_MAX } from '../../contract/limits'
import type { Deps } from '../../deps'
import { AppError } from '../../errors'
import { webAddressOf } from '../../shared/web-address'
import type { Viewer } from '../private/sight'
import { opensPage } from '../private/sight-sql'

/**
 * Follows something, or follows it no longer; both may be said twice.
 *
 * @throws AppError `follows.not_yourself`, `follows.too_many`, and what `subjectOf` throws for what is not there.
 */
export async function setFollow(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  personId: string,
  { follows: wanted, ...thing }: SetFollow,
): Promise<FollowState> {
  return db.transaction(async (tx) => {
    const subject = await subjectOf(tx, personId, thing)
    const row = { personId, kind: thing.kind, subject }
    if (!wanted) {
      await tx.delete(follows).where(isFollow(row))
      return stateOf(tx, personId, row)
    }
    if (thing.kind === 'person' && subject === personId) throw new AppError('follows.not_yourself')
    // One at a time for each person, so that the limit holds.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, personId)).for('no key update')
    const isNew = (await tx.$count(follows, isFollow(row))) === 0
    if (isNew && (await tx.$count(follows, eq(follows.personId, personId))) >= FOLLOWS_MAX)
      throw new AppError('follows.too_many')
    await tx
      .insert(follows)
      .values({ ...row, createdAt: clock.now() })
      .onConflictDoNothing()
    return stateOf(tx, personId, row)
  })
}

/** Whether the viewer follows it, and how many do. @throws AppError as `subjectOf`. */
export async function readFollow(db: Db, viewer: Viewer, thing: FollowedThing): Promise<FollowState> {
  return stateOf(db, viewer, { kind: thing.kind, subject: await subjectOf(db, viewer, thing) })
}

type Row = Pick<typeof follows.$inferSelect, 'kind' | 'subject'>

const isFollow = ({ personId, kind, subject }: Row & { personId: string }) =>
  and(eq(follows.personId, personId), eq(follows.kind, kind), eq(follows.subject, subject))

async function stateOf(db: Db, viewer: Viewer, row: Row): Promise<FollowState> {
  const counted = db
    .select({ one: sql`1` })
    .from(follows)
    .where(and(eq(follows.kind, row.kind), eq(follows.subject, row.subject)))
    .limit(FOLLOWERS_COUNTED_MAX)
  const [[found], own] = await Promise.all([
    db.select({ followers: sql<number>`count(*)::int` }).from(counted.as('counted')),
    viewer === null ? 0 : db.$count(follows, isFollow({ personId: viewer, ...row })),
  ])
  return { follows: own > 0, followers: found?.followers ?? 0 }
}

/**
 * What a row says for a thing.
 *
 * @throws AppError `market.context_not_found` for what is no root that the viewer may open, `market.person_not_found`,
 * `market.no_web_page`.
 */
async function subjectOf(db: Db, viewer: Viewer, { kind, subject }: FollowedThing): Promise<string> {
  switch (kind) {
    case 'question': {
      const [root] = await db
        .select({ id: contexts.id })
        .from(contexts)
        .innerJoin(inspections, eq(inspections.rootId, contexts.rootId))
        .where(and(eq(contexts.id, subject), isNull(contexts.parentId), opensPage(viewer)))
      if (!root) throw new AppError('market.context_not_found')
      return root.id
    }
    case 'person': {
      const [person] = await db
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.handle, subject), isNull(users.deletedAt)))
      if (!person) throw new AppError('market.person_not_found')
      return person.id
    }
    case 'page': {
      const own = webAddressOf(subject)
      if (own === null) throw new AppError('market.no_web_page', { details: { field: 'subject' } })
      const [page] = await db
        .select({ joinedTo: pageThreads.joinedTo })
        .from(pageThreads)
        .where(eq(pageThreads.address, own))
      return page?.joinedTo ?? own
    }
    case 'tag':
      return subject
  }
}

/** All that somebody follows, the newest first. Questions that they may not open any more are left out, and people who have left. */
export async function listFollows(db: Db, personId: string): Promise<OwnFollow[]> {
  const found = await db.execute(sql`
    select f.kind, case f.kind when 'person' then u.handle else f.subject end as subject,
      case f.kind when 'question' then c.title when 'person' then u.name when 'page' then coalesce(nullif(p.title, ''), f.subject)
        else f.subject end as label,
      to_char(f.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as since
    from follow f
    left join lateral (
      select ${contexts.title} as title from ${contexts}
      join ${inspections} on ${inspections.rootId} = ${contexts.rootId}
      where ${contexts.id} = f.subject and f.kind = 'question' and ${opensPage(personId)}) c on true
    left join users u on f.kind = 'person' and u.id = f.subject and u.deleted_at is null
    left join page_thread p on f.kind = 'page' and p.address = f.subject
    where f.person_id = ${personId} and (f.kind in ('page', 'tag') or c.title is not null or u.id is not null)
    order by f.created_at desc, f.kind, f.subject`)
  return rowsOf<Omit<OwnFollow, 'since'> & { since: string }>(found).map((row) => ({
    ...row,
    since: new Date(row.since),
  }))
}
