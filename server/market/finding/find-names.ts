import { type SQL, sql } from 'drizzle-orm'
import { type Db, rowsOf } from '@/db/client'
import type { NamesFound, TagFound } from '../../contract/follows'
import { TAGGED_COUNTED_MAX } from '../../contract/limits'
import type { AddresseeView } from '../../contract/market-view'
import type { Viewer } from '../private/sight'
import { isHidden, isMuted } from '../private/sight-sql'

/** How many of each are shown below what somebody types. */
const FOUND_MAX = 5
/** One letter finds everything and helps nobody. */
const QUERY_CHARS_MIN = 2
/** The last letter there is: what begins with a word stands between the word and the word with this behind it. */
const LAST_LETTER = '\u{10FFFF}'

/** Tags and people that begin with what somebody types; people by handle, name or last name. */
export async function findNames(db: Db, viewer: Viewer, query: string): Promise<NamesFound> {
  const typed = query.toLowerCase().replace(/^[@#]/, '')
  if (typed.length < QUERY_CHARS_MIN) return { tags: [], people: [] }
  const [tags, people] = await Promise.all([
    db.execute(tagsBeginning(typed)),
    db.execute(peopleBeginning(viewer, typed)),
  ])
  return { tags: rowsOf<TagFound>(tags), people: rowsOf<NamesFound['people'][number]>(people) }
}

/** Whether a text begins so, in the order of the indexes, which is that of the letters' codes. */
const begins = (column: SQL, typed: string) =>
  sql`${column} ~>=~ ${typed} and ${column} ~<~ ${typed + LAST_LETTER}`

/** Each tag once, jumping from one to the next through the index, however many questions have it. */
export const tagsBeginning = (typed: string) => sql`
  with recursive found(tag) as (
    (select t.tag from question_tag t where ${begins(sql`t.tag`, typed)} order by t.tag using ~<~ limit 1)
    union all
    select (select t.tag from question_tag t where t.tag ~>~ found.tag and t.tag ~<~ ${typed + LAST_LETTER}
      order by t.tag using ~<~ limit 1)
    from found where found.tag is not null
  )
  select tag, (select count(*)::int from (
    select from question_tag t where t.tag = found.tag limit ${TAGGED_COUNTED_MAX}) counted) as questions
  from found where tag is not null limit ${FOUND_MAX}`

/** By each of the three as many as are shown, so that the reading ends there. */
export function peopleBeginning(viewer: Viewer, typed: string): SQL {
  const shown = sql`u.deleted_at is null and u.demo_of is null and not ${isHidden('person', sql`u.id`)}
    and not ${isMuted(viewer, sql`u.id`)}`
  const by = (column: SQL) => sql`(
    select u.handle, u.name from users u where ${begins(column, typed)} and ${shown}
    order by ${column} using ~<~ limit ${FOUND_MAX})`
  return sql`
    select handle, name from (
      ${by(sql`u.handle`)} union ${by(sql`lower(name)`)} union ${by(sql`lower(substring(name from '[^ ]+$'))`)}
    ) people order by lower(name), handle limit ${FOUND_MAX}`
}

/** The tags of so many questions are counted: what is asked about now, at the same cost in a market of any size. */
const NEWEST_QUESTIONS = 1_000
/** As many as a page shows at once. */
const TAGS_MAX = 100

/** The tags of the newest questions, the most used first; hidden questions count in none. */
export async function newestTags(db: Db): Promise<TagFound[]> {
  const found = await db.execute(sql`
    select tag, count(*)::int as questions from (
      select c.id, c.tags from buyer_context c where c.parent_id is null
      order by c.created_at desc nulls first, c.id limit ${NEWEST_QUESTIONS}
    ) newest, unnest(newest.tags) as tag
    where not ${isHidden('question', sql`newest.id`)}
    group by tag order by count(*) desc, tag collate "C" limit ${TAGS_MAX}`)
  return rowsOf<TagFound>(found)
}

/** People and working bots that begin with what somebody types, for whom a question can be put to by name. */
export async function findAddressees(db: Db, viewer: Viewer, query: string): Promise<AddresseeView[]> {
  const typed = query.toLowerCase().replace(/^@/, '')
  if (typed.length < QUERY_CHARS_MIN) return []
  const [people, bots] = await Promise.all([
    db.execute(peopleBeginning(viewer, typed)),
    db.execute(botsBeginning(viewer, typed)),
  ])
  return [
    ...rowsOf<NamesFound['people'][number]>(people).map(({ handle, name }) => ({
      kind: 'person' as const,
      to: handle,
      name,
    })),
    ...rowsOf<{ id: string; name: string }>(bots).map(({ id, name }) => ({
      kind: 'bot' as const,
      to: id,
      name,
    })),
  ]
}

/** One's own are left out: they answer no question of their owner's. */
export const botsBeginning = (viewer: Viewer, typed: string): SQL => sql`
  select b.id, b.name from bot b
  where ${begins(sql`lower(b.name)`, typed)} and not b.is_paused and b.owner_id <> ${viewer ?? ''}
    and not ${isHidden('bot', sql`b.id`)}
  order by lower(b.name) using ~<~, b.id limit ${FOUND_MAX}`
