import { and, inArray, isNull } from 'drizzle-orm'
import type { Tx } from '@/db/client'
import { inboxDeliveries, inboxWebhooks } from '@/db/schema'
import type { Deps } from '../../deps'
import { TOPIC_OF_EVENT } from '../../words/notices'
import type { Deed } from './fold-notices'

type PutDeps = Pick<Deps, 'ids' | 'clock' | 'jobs'>

/**
 * Puts what happened to people down for their own servers, in the transaction that writes their notices: for each webhook that wants
 * such news and is not paused, one call. What a person switched off on the site and by mail is none of its business.
 */
export async function putDeliveries(tx: Tx, deps: PutDeps, deeds: readonly Deed[]): Promise<void> {
  const people = [...new Set(deeds.map(({ personId }) => personId))]
  if (people.length === 0) return
  const hooks = await tx
    .select({ id: inboxWebhooks.id, personId: inboxWebhooks.personId, topics: inboxWebhooks.topics })
    .from(inboxWebhooks)
    .where(and(inArray(inboxWebhooks.personId, people), isNull(inboxWebhooks.pausedAt)))
  const now = deps.clock.now()
  const rows = hooks.flatMap((hook) =>
    deeds
      .filter(
        ({ personId, event }) => personId === hook.personId && hook.topics.includes(TOPIC_OF_EVENT[event]),
      )
      .map(({ event, contextId, offerId, botId, gameId, count, amountMicros, reason, at }) => ({
        id: deps.ids.next('delivery'),
        webhookId: hook.id,
        event,
        contextId,
        offerId,
        botId,
        gameId,
        count,
        amountMicros,
        reason,
        happenedAt: at,
        dueAt: now,
        createdAt: now,
      })),
  )
  if (rows.length === 0) return
  await tx.insert(inboxDeliveries).values(rows)
  await deps.jobs.enqueue(
    tx,
    'inbox.deliver',
    rows.map(({ id }) => ({ deliveryId: id })),
  )
}
