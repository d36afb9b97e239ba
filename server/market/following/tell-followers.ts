import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { rowsOf, type Tx } from '@/db/client'
import { contexts, errands, personMutes, publications, threadQuestions } from '@/db/schema'
import { transact } from '@/db/transact'
import type { Deps } from '../../deps'
import { doErrand, putErrands } from '../../jobs/errands'
import { isTerminal } from '../../protocol/advance'
import type { Telling } from '../../words/follows'
import type { NoticeEvent } from '../../words/notices'
import { tellOfQuestion } from '../inbox/tell-people'
import { inboxTopic } from '../inbox/topic'
import { isAnswerHidden, isHidden } from '../private/sight-sql'

/** People told by one piece: some tens of milliseconds, so that no transaction is long. */
const CHUNK = 500

type TellDeps = Pick<Deps, 'db' | 'clock' | 'ids' | 'jobs' | 'bus' | 'log'>

/** Has many people told of a question, in the transaction that makes it so. */
export async function putTelling(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  telling: { kind: Telling; contextId: string },
): Promise<void> {
  await putErrands(tx, deps, { kind: telling.kind, subjectIds: [telling.contextId] })
  await deps.jobs.enqueue(tx, 'market.tell', [telling])
}

/** The same where anybody follows the question or what it is about; else nothing. */
export async function putTellingToFollowers(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  telling: { kind: 'tell-asked' | 'tell-followers'; contextId: string },
): Promise<void> {
  const root = await readRoot(tx, telling.contextId)
  if (!root) return
  const [first] = await nextPeople(tx, await audienceOf(tx, telling.kind, root), null, 1)
  if (first !== undefined) await putTelling(tx, deps, telling)
}

/** Tells the next chunk of people, and has a job made for the rest. */
export async function tellOn(
  deps: TellDeps,
  { kind, contextId }: { kind: Telling; contextId: string },
): Promise<void> {
  const errand = { kind, subjectId: contextId } as const
  const goesOn = await doErrand(deps, errand, async (after) => ({
    next: await tellChunk(deps, { kind, contextId, after }),
  }))
  if (goesOn) await deps.jobs.enqueue(deps.db, 'market.tell', [{ kind, contextId }])
}

/**
 * One chunk of people after a place; returns where to go on, null at the end. The place is written with the notices, so what is
 * repeated after a crash tells nobody twice.
 */
export async function tellChunk(
  deps: Omit<TellDeps, 'log'>,
  { kind, contextId, after }: { kind: Telling; contextId: string; after: string | null },
  chunk = CHUNK,
): Promise<string | null> {
  const { told, next } = await transact(deps.db, async (tx) => {
    const root = await readRoot(tx, contextId)
    const event = root && eventOf(kind, root)
    if (!root || !event) return { told: [], next: null }
    const people = await nextPeople(tx, await audienceOf(tx, kind, root), after, chunk)
    const last = people.at(-1)
    if (last === undefined) return { told: [], next: null }
    const moved = await tx
      .update(errands)
      .set({ after: last })
      .where(
        and(
          eq(errands.kind, kind),
          eq(errands.subjectId, contextId),
          sql`${errands.after} is not distinct from ${after}`,
        ),
      )
      .returning({ kind: errands.kind })
    // Begun anew, or done by somebody else: that walk tells them.
    if (moved.length === 0) return { told: [], next: null }
    const wanting = await withoutMuting(tx, root.buyerId, people)
    const changed = await tellOfQuestion(tx, deps, { event, contextId, people: wanting })
    return { told: changed, next: people.length === chunk ? last : null }
  })
  deps.bus.publishAll(told.map(inboxTopic))
  return next
}

type Root = {
  id: string
  buyerId: string
  tags: string[]
  phase: typeof contexts.$inferSelect.phase
  isPublished: boolean
}

/** Null for what a moderator has hidden: nobody is told of it. */
async function readRoot(tx: Tx, contextId: string): Promise<Root | null> {
  const isPublished = sql<boolean>`exists (
    select from ${publications} told where told.root_id = ${contexts.id} and told.ended_at is null
      and not ${isAnswerHidden(contexts.id)})`
  const [root] = await tx
    .select({
      id: contexts.id,
      buyerId: contexts.buyerId,
      tags: contexts.tags,
      phase: contexts.phase,
      isPublished,
    })
    .from(contexts)
    .where(
      and(
        eq(contexts.id, contextId),
        isNull(contexts.parentId),
        sql`not ${isHidden('question', contexts.id)}`,
      ),
    )
  return root ?? null
}

function eventOf(kind: Telling, { phase, isPublished }: Root): NoticeEvent | null {
  const isOver = isTerminal(phase)
  switch (kind) {
    case 'tell-asked':
      return 'followed.asked'
    case 'tell-raised':
      return isOver ? null : 'question.raised'
    case 'tell-followers':
      if (isPublished) return 'followed.answered'
      return isOver ? 'followed.ended' : null
  }
}

/** Whom the raise itself has found, an alert told. */
const raisedAt = (rootId: string) =>
  sql`(select max(e.at) from inspection_event e where e.root_id = ${rootId} and e.type = 'budget.raised')`

/** Selects `person_id` after a place, in order, at most so many: each source through an index made for that. */
type Audience = (after: string, most: number) => SQL

async function audienceOf(tx: Tx, kind: Telling, root: Root): Promise<Audience> {
  if (kind === 'tell-raised')
    return (after, most) => sql`(
      select i.person_id from inbox_item i
      where i.context_id = ${root.id} and i.person_id > ${after} and i.ignored_at is null and i.created_at < ${raisedAt(root.id)}
      order by i.person_id limit ${most})
      union (
      select o.seller_id from info_offer o
      where o.context_id = ${root.id} and o.seller_id > ${after} and o.state = 'open'
      group by o.seller_id order by o.seller_id limit ${most})`
  const followed = kind === 'tell-followers' ? [['question', root.id]] : await aboutOf(tx, root)
  return (after, most) => sql`
    select one.person_id
    from unnest(${sql.param(followed.map(([kind]) => kind))}::text[], ${sql.param(followed.map(([, subject]) => subject))}::text[])
      as about(kind, subject)
    cross join lateral (
      select f.person_id from follow f
      where f.kind = about.kind and f.subject = about.subject and f.person_id > ${after}
      order by f.person_id limit ${most}) one`
}

/** What a new question is about, as it can be followed. */
async function aboutOf(tx: Tx, root: Root): Promise<[string, string][]> {
  const pages = await tx
    .select({ address: threadQuestions.address, own: threadQuestions.own })
    .from(threadQuestions)
    .where(eq(threadQuestions.contextId, root.id))
  const addresses = new Set(pages.flatMap(({ address, own }) => (address === '' ? [own] : [address, own])))
  return [
    ['person', root.buyerId],
    ...root.tags.map((tag): [string, string] => ['tag', tag]),
    ...[...addresses].map((address): [string, string] => ['page', address]),
  ]
}

async function nextPeople(tx: Tx, audience: Audience, after: string | null, most: number): Promise<string[]> {
  const found = await tx.execute(sql`
    select distinct person_id as "personId" from (${audience(after ?? '', most)}) people order by person_id limit ${most}`)
  return rowsOf<{ personId: string }>(found).map(({ personId }) => personId)
}

/** Without the asker, and without those who do not want to see them. */
async function withoutMuting(tx: Tx, buyerId: string, people: readonly string[]): Promise<string[]> {
  const muting = await tx
    .select({ personId: personMutes.personId })
    .from(personMutes)
    .where(and(eq(personMutes.otherId, buyerId), inArray(personMutes.personId, [...people])))
  const unwilling = new Set([buyerId, ...muting.map(({ personId }) => personId)])
  return people.filter((personId) => !unwilling.has(personId))
}
