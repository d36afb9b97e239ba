import { and, eq, isNull, sql } from 'drizzle-orm'
import { rowsOf } from '@/db/client'
import { contexts } from '@/db/schema'
import type { Deps } from '../deps'
import { inTree } from '../realtime/tree-transaction'

/** Forecasts noted by one pass; the next pass goes on. */
const SWEEP_MAX = 20

/**
 * Notes, once for each, that the outcome of a forecast can be told: its asker is reminded of it. Several processes at once do no harm:
 * each notes those that it marks.
 */
export async function remindDue(deps: Pick<Deps, 'db' | 'bus' | 'clock'>): Promise<void> {
  const now = deps.clock.now()
  for (const { id } of rowsOf<{ id: string }>(await deps.db.execute(unremindedForecasts(now)))) {
    await inTree(deps, id, async (tx, note) => {
      const reminded = await tx
        .update(contexts)
        .set({ remindedAt: now })
        .where(and(eq(contexts.id, id), isNull(contexts.remindedAt), isNull(contexts.resolvedAt)))
        .returning({ id: contexts.id })
      if (reminded.length > 0) note({ type: 'outcome.due', contextId: id })
    })
  }
}

/** Forecasts whose reading has ended, whose outcome can be told, and whose asker was not reminded of it. */
export const unremindedForecasts = (now: Date) => sql`
  select id from buyer_context
  where resolves_at <= ${now.toISOString()}::timestamptz and resolves_at is not null and resolved_at is null
    and reminded_at is null and parent_id is null and phase = 'settled'
  order by resolves_at limit ${SWEEP_MAX}`
