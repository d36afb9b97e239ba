import { and, asc, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Tx } from '@/db/client'
import { contexts, inboxItems, type MatcherRow, matchers } from '@/db/schema'
import { transact } from '@/db/transact'
import type { Deps } from '../../deps'
import { isTerminal } from '../../protocol/advance'
import { isMatch, readContext } from '../matching/predicate'
import { type MatchedRow, matchableContexts, matchedColumns, withRecords } from '../matching/read-contexts'
import { takeBackMatches } from './tell-people'
import { inboxTopic } from './topic'

/** People looked at by one job, each with up to fifty matchers. */
const RECHECK_CHUNK = 200

type RecheckDeps = Pick<Deps, 'db' | 'clock' | 'bus'>

/**
 * Goes through the inboxes that have a question which was edited: an item is put down to a matcher that fits the new text; one that
 * none of its person's matchers fits goes away with its notice while it is new. What somebody has seen, ignored or answered
 * stays: it is theirs to deal with. Returns where to go on, null at the end. Safe to repeat.
 */
export async function recheckItems(
  deps: RecheckDeps,
  { contextId, after }: { contextId: string; after: string | null },
  most = RECHECK_CHUNK,
): Promise<string | null> {
  const { told, next } = await transact(deps.db, async (tx) => {
    const [context] = await tx.select(matchedColumns).from(contexts).where(eq(contexts.id, contextId))
    if (!context || isTerminal(context.phase)) return { told: [], next: null }
    const items = await tx
      .select({ personId: inboxItems.personId, matcherId: inboxItems.matcherId })
      .from(inboxItems)
      // What a matcher found that is gone stays, as its person was told when deleting it.
      .where(
        and(
          eq(inboxItems.contextId, contextId),
          isNotNull(inboxItems.matcherId),
          after === null ? undefined : gt(inboxItems.personId, after),
        ),
      )
      .orderBy(asc(inboxItems.personId))
      .limit(most)
    const last = items.length === most ? items.at(-1) : undefined
    const fitting = await readFitting(
      tx,
      context,
      items.map(({ personId }) => personId),
    )
    const changed: string[] = []
    const lost: string[] = []
    for (const { personId, matcherId } of items) {
      const own = fitting.filter((matcher) => matcher.personId === personId)
      const [first] = own
      if (!first) lost.push(personId)
      else if (own.every(({ id }) => id !== matcherId)) {
        await tx
          .update(inboxItems)
          .set({ matcherId: first.id })
          .where(isItem(contextId, [personId]))
        changed.push(personId)
      }
    }
    const gone = await removeNew(tx, contextId, lost)
    return { told: [...changed, ...gone], next: last?.personId ?? null }
  })
  deps.bus.publishAll(told.map(inboxTopic))
  return next
}

const isItem = (contextId: string, people: readonly string[]) =>
  and(eq(inboxItems.contextId, contextId), inArray(inboxItems.personId, [...people]))

/** The matchers of these people that want the context, oldest first; its age does not count, as when it was new. */
async function readFitting(tx: Tx, row: MatchedRow, people: readonly string[]): Promise<MatcherRow[]> {
  if (people.length === 0) return []
  const standing = await tx
    .select()
    .from(matchers)
    .where(inArray(matchers.personId, [...people]))
    .orderBy(asc(matchers.createdAt), asc(matchers.id))
  const read = (await matchableContexts(tx, [row], row.createdAt)).map(readContext)
  const [context] = await withRecords(tx, read, standing)
  return context ? standing.filter((matcher) => isMatch(matcher, context)) : []
}

/** Returns the people whose item was still new and is gone. */
async function removeNew(tx: Tx, contextId: string, people: readonly string[]): Promise<string[]> {
  if (people.length === 0) return []
  const gone = await tx
    .delete(inboxItems)
    .where(
      and(
        isItem(contextId, people),
        isNull(inboxItems.seenAt),
        isNull(inboxItems.ignoredAt),
        sql`not exists (
          select 1 from info_offer o where o.context_id = ${contextId} and o.seller_id = ${inboxItems.personId}
            and o.bot_id is null and o.state <> 'withdrawn')`,
      ),
    )
    .returning({ personId: inboxItems.personId, createdAt: inboxItems.createdAt })
  await takeBackMatches(tx, gone)
  return gone.map(({ personId }) => personId)
}
