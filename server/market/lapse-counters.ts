import { and, eq, inArray, sql } from 'drizzle-orm'
import { rowsOf, type Tx } from '@/db/client'
import { contexts, offers } from '@/db/schema'
import type { Deps } from '../deps'
import { inTree, type Note } from '../realtime/tree-transaction'
import { isWaitingCounter } from './news-since'
import { REOPEN_WITHIN_DAYS, REOPENED_MAX, reopenable } from './reopening'

type LapseDeps = Pick<Deps, 'db' | 'bus' | 'clock'>

/**
 * Ends counter-offers whose question can be taken up no more: nobody has read them, and their sellers are told so. Of up to `most`
 * questions; returns how many there were. Safe to repeat.
 */
export async function lapseCounters(deps: LapseDeps, most: number): Promise<number> {
  const now = sql`${deps.clock.now().toISOString()}::timestamptz`
  const found = await deps.db.execute(sql`
    select distinct c.id from info_offer o join buyer_context c on c.id = o.context_id
    where o.is_counter and o.state = 'open' and o.forgotten_at is null and c.phase = 'settled' and (
      c.resolved_at is not null or c.reopened >= ${REOPENED_MAX} or c.closes_at <= ${now}
      or c.ended_at <= ${now} - make_interval(days => ${REOPEN_WITHIN_DAYS}))
    limit ${most}`)
  const rootIds = rowsOf<{ id: string }>(found).map(({ id }) => id)
  for (const rootId of rootIds) await inTree(deps, rootId, (tx, note) => lapse(tx, deps, note, rootId))
  return rootIds.length
}

async function lapse(tx: Tx, { clock }: LapseDeps, note: Note, rootId: string): Promise<void> {
  const [root] = await tx.select().from(contexts).where(eq(contexts.id, rootId)).for('update')
  const now = clock.now()
  // It may have been taken up a moment ago.
  if (root?.phase !== 'settled' || reopenable(root, now).may) return
  const posted = await tx
    .select()
    .from(offers)
    .where(and(eq(offers.contextId, rootId), eq(offers.isCounter, true)))
    .orderBy(offers.createdAt, offers.id)
    .for('update')
  const waiting = posted.filter(isWaitingCounter).map(({ id }) => id)
  if (waiting.length === 0) return
  await tx
    .update(offers)
    .set({ state: 'passed', reason: 'not-read', endedAt: now })
    .where(inArray(offers.id, waiting))
  note.act()
  for (const offerId of waiting) note({ type: 'offer.lapsed', contextId: rootId, offerId, code: 'not-read' })
}
