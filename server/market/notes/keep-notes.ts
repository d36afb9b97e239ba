import { isNotNull, sql } from 'drizzle-orm'
import { type Db, rowsOf } from '@/db/client'
import { publicNotes } from '@/db/schema'
import type { Deps } from '../../deps'
import type { NoteStatus } from '../../words/public-notes'
import { tellOfNotes } from '../inbox/tell-people'
import { inboxTopic } from '../inbox/topic'
import { isHidden } from '../private/sight-sql'
import { hasStanding } from '../standing'
import { bridge, type Rating } from './bridging'

/** Whoever has rated looks again; a count costs up to half a second of one core. */
export const COUNT_EVERY_MS = 10_000
/** Without a new rating too: accounts go, and are found to be one hand. */
export const COUNT_ANYWAY_MS = 3_600_000
/**
 * Ratings of one count, of the newest notes that have together no more; 20,000 take half a second, in slices. What an older note came to
 * stands.
 */
export const RATINGS_COUNTED_MAX = 20_000
const NOTES_COUNTED_MAX = 2_000
/** The same ratings always come to the same. */
const SEED = 2_022

type KeepDeps = Pick<Deps, 'db' | 'clock' | 'ids' | 'jobs' | 'bus'>

/** Counts when ratings have changed, at most every few seconds, and once an hour in any case; the sweeper calls it more often. */
export function createNoteKeeper(deps: KeepDeps): () => Promise<void> {
  let lookAt = 0
  let countAt = 0
  return async () => {
    const now = deps.clock.now().getTime()
    if (now < lookAt) return
    lookAt = now + COUNT_EVERY_MS
    const isDue = (await deps.db.$count(publicNotes, isNotNull(publicNotes.dueAt))) > 0
    if (!isDue && now < countAt) return
    countAt = now + COUNT_ANYWAY_MS
    await countNotes(deps)
  }
}

/**
 * Writes down what all ratings come to now, and tells authors what that makes of their notes. Several at once do no harm: each writes what
 * it saw, and what came since is still due.
 */
async function countNotes(deps: KeepDeps): Promise<void> {
  const { db, clock } = deps
  const due = await db
    .select({ id: publicNotes.id, dueAt: publicNotes.dueAt })
    .from(publicNotes)
    .where(isNotNull(publicNotes.dueAt))
  const { noteIds, ratings } = await ratingsThatCount(db, clock.now())
  const counted = await bridge(ratings, SEED)
  const rows = noteIds.map((id) => ({
    id,
    ...(counted.get(id) ?? { status: 'waiting', intercept: 0, ratings: 0 }),
  }))
  const told = await db.transaction(async (tx) => {
    const changed = rowsOf<Changed>(
      await tx.execute(sql`
        with said as (
          select * from json_to_recordset(${JSON.stringify(rows)}::json) as one(id text, status text, intercept double precision, ratings int)
        ), before as (
          select n.id, n.status from public_note n join said on said.id = n.id
          where (n.status, n.intercept, n.ratings) is distinct from (said.status, said.intercept, said.ratings)
          order by n.id for update of n
        )
        update public_note note set status = said.status, intercept = said.intercept, ratings = said.ratings
        from said join before on before.id = said.id
        where note.id = said.id
        returning note.author_id as "authorId", note.root_id as "rootId", before.status as before, note.status as now,
          ${isHidden('note', sql`note.id`)} as "isHidden"`),
    )
    const news = changed.filter((one) => !one.isHidden && isNews(one))
    return tellOfNotes(
      tx,
      deps,
      news.map(({ authorId, rootId, now }) => ({ authorId, rootId, isShown: now === 'shown' })),
    )
  })
  deps.bus.publishAll(told.map(inboxTopic))
  await db.execute(sql`
    update ${publicNotes} note set due_at = null
    from json_to_recordset(${JSON.stringify(due)}::json) as seen(id text, "dueAt" timestamptz)
    where note.id = seen.id and note.due_at = seen."dueAt"`)
}

type Changed = { authorId: string; rootId: string; before: NoteStatus; now: NoteStatus; isHidden: boolean }

/** It is shown, or not, or no longer; not that it needs more ratings, as it did when it was written. */
const isNews = ({ before, now }: Pick<Changed, 'before' | 'now'>) =>
  before !== now && (now !== 'waiting' || before === 'shown')

/**
 * One word of each hand on each note, the last said: accounts that look like one hand are one rater, and none on a note of their own. Nor
 * does anybody count who is gone, is new, or may not rate now.
 */
async function ratingsThatCount(db: Db, now: Date): Promise<{ noteIds: string[]; ratings: Rating[] }> {
  const found = await db.execute(sql`
    with newest as (
      select n.id, n.author_id, sum(said.ratings) over (order by n.created_at desc, n.id) as up_to
      from (select id, author_id, created_at from public_note order by created_at desc, id limit ${NOTES_COUNTED_MAX}) n
      cross join lateral (select count(*) as ratings from note_rating r where r.note_id = n.id) said)
    select n.id as note, coalesce(json_agg(json_build_object('rater', r.hand, 'isHelpful', r.is_helpful))
      filter (where r.hand is not null), '[]') as ratings
    from newest n
    left join lateral (
      select distinct on (hand) person_hand(r.person_id) as hand, r.is_helpful
      from note_rating r join users u on u.id = r.person_id
      where r.note_id = n.id and u.deleted_at is null and ${hasStanding(sql`r.person_id`, now)} and r.person_id <> n.author_id and not accounts_linked(r.person_id, n.author_id)
        and not exists (select from suspension s where s.person_id = r.person_id and s.bot_id is null and s.suspended_right = 'decide'
          and s.lifted_at is null and s.until > ${now.toISOString()}::timestamptz)
      order by hand, r.rated_at desc) r on true
    where n.up_to <= ${RATINGS_COUNTED_MAX}
    group by n.id`)
  const rows = rowsOf<{ note: string; ratings: { rater: string; isHelpful: boolean }[] }>(found)
  return {
    noteIds: rows.map(({ note }) => note),
    ratings: rows.flatMap(({ note, ratings }) => ratings.map((one) => ({ note, ...one }))),
  }
}
