import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '@/db/client'
import type { Place } from '@/db/functions/matching'
import { type ContextRow, contexts, inboxItems, personMutes } from '@/db/schema'
import { transact } from '@/db/transact'
import type { Deps } from '../../deps'
import { doErrand, putErrands } from '../../jobs/errands'
import { isTerminal } from '../../protocol/advance'
import { type FoundPerson, findPeople } from '../matching/find'
import { matchableContexts, matchedColumns } from '../matching/read-contexts'
import { isHidden } from '../private/sight-sql'
import { noteMatches } from './tell-people'
import { inboxTopic } from './topic'

/** Matchers looked at by one job (reliability, D4): some tens of milliseconds, so that no transaction is long. */
export const FAN_OUT_CHUNK = 1_000

type Waiting = Pick<ContextRow, 'id' | 'parentId' | 'isSealed' | 'peopleUntil'>

/** Has the people found who look for these contexts, in the transaction that opens them. Nothing for those no person may answer. */
export async function fanOut(
  tx: Tx,
  deps: Pick<Deps, 'jobs' | 'clock'>,
  rows: readonly Waiting[],
): Promise<void> {
  const now = deps.clock.now()
  const forPeople = rows.filter((row) => isForPeople(row, now))
  const subjectIds = forPeople.map(({ id }) => id)
  await putErrands(tx, deps, { kind: 'fan-out', subjectIds })
  await deps.jobs.enqueue(
    tx,
    'market.fan-out',
    subjectIds.map((contextId) => ({ contextId })),
  )
}

/**
 * Sealed sub-questions are read by bots only: a person's inbox is kept, and would show what must be forgotten. A sub-question
 * that waits for bots alone is over before a person has read it.
 */
export function isForPeople(context: Waiting, now: Date): boolean {
  if (context.parentId === null) return true
  return !context.isSealed && context.peopleUntil !== null && now < context.peopleUntil
}

type FanOutDeps = Pick<Deps, 'db' | 'clock' | 'ids' | 'jobs' | 'bus'>

/** Puts a context into the inboxes of the people who look for it, as far as that has not been done: a chunk, and a job for the rest. */
export async function fanOutOn(deps: FanOutDeps & Pick<Deps, 'log'>, contextId: string): Promise<void> {
  const errand = { kind: 'fan-out', subjectId: contextId } as const
  const goesOn = await doErrand(deps, errand, async (after) => ({
    next: await fanOutChunk(deps, { contextId, after }),
  }))
  if (goesOn) await deps.jobs.enqueue(deps.db, 'market.fan-out', [{ contextId }])
}

/**
 * One chunk of matchers, after a place; returns where to go on, null at the end. Safe to repeat: an item is the person's and the
 * context's, so it is written once, and only new ones are told of.
 */
export async function fanOutChunk(
  deps: FanOutDeps,
  { contextId, after }: { contextId: string; after: string | null },
  chunk = FAN_OUT_CHUNK,
): Promise<string | null> {
  const { told, next } = await transact(deps.db, async (tx) => {
    const [context] = await tx.select(matchedColumns).from(contexts).where(eq(contexts.id, contextId))
    const now = deps.clock.now()
    if (!context || isTerminal(context.phase) || !isForPeople(context, now)) return { told: [], next: null }
    const [matchable] = await matchableContexts(tx, [context], now)
    if (!matchable) return { told: [], next: null }
    const { people, next: last } = await findPeople(tx, matchable, { after: readPlace(after), most: chunk })
    const items = people.map((person) => ({ ...person, contextId }))
    return { told: await writeItems(tx, deps, items), next: last && writePlace(last) }
  })
  deps.bus.publishAll(told.map(inboxTopic))
  return next ?? null
}

type Found = FoundPerson & { contextId: string }

/** Without those who have muted the asker, and without questions that are hidden. */
async function withoutUnwanted(tx: Tx, found: readonly Found[]): Promise<Found[]> {
  const of = inArray(contexts.id, [...new Set(found.map(({ contextId }) => contextId))])
  const hidden = await tx
    .select({ id: contexts.id })
    .from(contexts)
    .where(and(of, isHidden('question', contexts.rootId)))
  const muting = await tx
    .select({ contextId: contexts.id, personId: personMutes.personId })
    .from(contexts)
    .innerJoin(personMutes, eq(personMutes.otherId, contexts.buyerId))
    .where(and(of, inArray(personMutes.personId, [...new Set(found.map(({ personId }) => personId))])))
  return found.filter(
    ({ contextId, personId }) =>
      !hidden.some(({ id }) => id === contextId) &&
      !muting.some((mute) => mute.contextId === contextId && mute.personId === personId),
  )
}

/** Writes items that are not there yet, with their notices; returns the people who have new ones, to be hinted after the commit. */
export async function writeItems(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'ids' | 'jobs'>,
  found: readonly Found[],
): Promise<string[]> {
  if (found.length === 0) return []
  const wanted = await withoutUnwanted(tx, found)
  if (wanted.length === 0) return []
  const written = await tx
    .insert(inboxItems)
    .values(inOrder(wanted).map((item) => ({ ...item, createdAt: deps.clock.now() })))
    .onConflictDoNothing()
    .returning({
      personId: inboxItems.personId,
      contextId: inboxItems.contextId,
      createdAt: inboxItems.createdAt,
    })
  await noteMatches(tx, deps, written)
  return [...new Set(written.map(({ personId }) => personId))]
}

/** So that two who write the same items never wait for each other in a circle. */
function inOrder<T extends { personId: string; contextId: string }>(items: readonly T[]): T[] {
  const keyOf = (item: T) => `${item.personId} ${item.contextId}`
  return [...items].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

const PLACE = /^(\d{1,19})_(.+)$/

const writePlace = ({ budgetMicrosMin, matcherId }: Place) => `${budgetMicrosMin}_${matcherId}`

function readPlace(after: string | null): Place | null {
  const match = after === null ? null : PLACE.exec(after)
  return match ? { budgetMicrosMin: BigInt(match[1] ?? 0), matcherId: match[2] ?? '' } : null
}
