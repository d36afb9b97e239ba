import { and, eq, lt, lte, sql } from 'drizzle-orm'
import { rowsOf, type Tx } from '@/db/client'
import { inboxDeliveries, inboxWebhooks } from '@/db/schema'
import type { InboxMessage } from '../contract/inbox-webhooks'
import { DEAD_AFTER_MS, RETRY_DELAYS_MS } from '../contract/webhook'
import type { Deps } from '../deps'
import { leasedUntil, renewedLease, underLease } from '../jobs/lease'
import { viewNotices } from '../market/inbox/notices'
import { tellWebhookPaused } from '../market/inbox/tell-people'
import { inboxTopic } from '../market/inbox/topic'
import { mayPass, type Posted, postSigned } from '../sellers/webhook/call'
import { openSecrets } from '../sellers/webhook/secrets'
import { messageOf } from './message'
import { purposeOf } from './secrets'

/** Calls of one pass of the sweeper, one after another. */
const SWEEP_MAX = 20
/** What was delivered or given up is of interest for as long as its owner may look for a fault. */
const KEEP_DAYS = 30
const DAY_MS = 86_400_000

type DeliverDeps = Pick<Deps, 'db' | 'clock' | 'ids' | 'jobs' | 'env' | 'cipher' | 'outbound' | 'log' | 'bus'>
type Delivery = typeof inboxDeliveries.$inferSelect
type Hook = typeof inboxWebhooks.$inferSelect

/**
 * Tries to tell one person's server of one thing that happened, when that is due and nobody else is at it: with the same id on every
 * try, over hours, until it answers with a success or is given up. What it is told is what its owner may see at that moment. A process
 * that dies between the server's yes and the row calls twice.
 */
export async function deliverToInbox(deps: DeliverDeps, deliveryId: string): Promise<void> {
  const now = deps.clock.now()
  const is = eq(inboxDeliveries.id, deliveryId)
  const [claimed] = await deps.db
    .update(inboxDeliveries)
    .set({
      attempt: sql`${inboxDeliveries.attempt} + 1`,
      dueAt: leasedUntil(now, inboxDeliveries.attempt),
    })
    .where(and(is, lte(inboxDeliveries.dueAt, now)))
    .returning()
  if (!claimed) return
  const [hook] = await deps.db.select().from(inboxWebhooks).where(eq(inboxWebhooks.id, claimed.webhookId))
  if (!hook) return
  const isOurs = and(is, eq(inboxDeliveries.state, 'queued'), eq(inboxDeliveries.attempt, claimed.attempt))
  const message = hook.pausedAt === null ? await messageFor(deps, hook, claimed) : null
  if (!message) {
    await deps.db.update(inboxDeliveries).set({ state: 'given-up', dueAt: null }).where(isOurs)
    return
  }
  const renew = async () => {
    const dueAt = renewedLease(deps.clock.now(), inboxDeliveries.dueAt)
    return (await deps.db.update(inboxDeliveries).set({ dueAt }).where(isOurs).returning()).length > 0
  }
  const posted = await underLease(deps, renew, (lost) =>
    callInbox(deps, hook, { id: claimed.id, message }, lost),
  )
  await record(deps, { hook, delivery: claimed, posted })
}

/** Null for what is no more to be told. */
async function messageFor(deps: DeliverDeps, hook: Hook, delivery: Delivery): Promise<InboxMessage | null> {
  const { event, happenedAt } = delivery
  if (event === null) return null
  const row = {
    ...delivery,
    event,
    personId: hook.personId,
    cause: event,
    createdAt: happenedAt,
    changedAt: happenedAt,
    readAt: null,
    mailedAt: null,
  }
  const [notice] = await viewNotices(deps.db, hook.personId, [row])
  return notice ? messageOf(deps, notice) : null
}

/** One call of a person's server, signed; what it replies beyond its status is not read. */
export function callInbox(
  deps: Pick<Deps, 'outbound' | 'cipher' | 'clock'>,
  hook: Hook,
  { id, message }: { id: string; message: InboxMessage },
  signal?: AbortSignal,
): Promise<Posted> {
  const at = deps.clock.now()
  const secrets = openSecrets(deps.cipher, purposeOf(hook.id), hook, at)
  return postSigned(deps, { url: hook.url, secrets, id, at, body: JSON.stringify(message) }, signal)
}

type Recorded = { hook: Hook; delivery: Delivery; posted: Posted }

/** Writes what came of it: the log, the next try, and how the address stands. */
async function record(deps: DeliverDeps, { hook, delivery, posted }: Recorded): Promise<void> {
  const now = deps.clock.now()
  const { failure, httpStatus, durationMs } = posted
  const again = failure && mayPass(failure) ? nextTry(now, delivery.attempt) : null
  const hasPaused = await deps.db.transaction(async (tx) => {
    const written = await tx
      .update(inboxDeliveries)
      .set({
        state: failure === null ? 'delivered' : again ? 'queued' : mayPass(failure) ? 'given-up' : 'failed',
        httpStatus,
        failure,
        durationMs,
        lastTryAt: now,
        dueAt: again,
      })
      .where(
        and(
          eq(inboxDeliveries.id, delivery.id),
          eq(inboxDeliveries.state, 'queued'),
          eq(inboxDeliveries.attempt, delivery.attempt),
        ),
      )
      .returning({ id: inboxDeliveries.id })
    if (written.length === 0) return false
    if (again) await deps.jobs.enqueue(tx, 'inbox.deliver', [{ deliveryId: delivery.id }], again)
    return recordAddress(tx, deps, hook, posted)
  })
  if (hasPaused) deps.bus.publish(inboxTopic(hook.personId))
}

function nextTry(now: Date, attempt: number): Date | null {
  const delayMs = RETRY_DELAYS_MS[attempt - 1]
  return delayMs === undefined ? null : new Date(now.getTime() + delayMs)
}

/** A success makes the address well; failures over days, or its own word that it is gone, pause it. Returns whether that happened now. */
async function recordAddress(tx: Tx, deps: DeliverDeps, hook: Hook, { failure }: Posted): Promise<boolean> {
  const now = deps.clock.now()
  const [standing] = await tx
    .update(inboxWebhooks)
    .set({
      failingSince:
        failure === null
          ? null
          : sql`coalesce(${inboxWebhooks.failingSince}, ${now.toISOString()}::timestamptz)`,
    })
    .where(eq(inboxWebhooks.id, hook.id))
    .returning({ since: inboxWebhooks.failingSince, pausedAt: inboxWebhooks.pausedAt })
  if (!standing || standing.pausedAt !== null) return false
  const { since } = standing
  const isDead = failure === 'gone' || (since !== null && now.getTime() - since.getTime() >= DEAD_AFTER_MS)
  if (!isDead) return false
  await pauseHook(tx, hook.id, now)
  await tellWebhookPaused(tx, deps, hook.personId)
  return true
}

/** Nothing more is sent there, and what waits is given up. */
export async function pauseHook(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.update(inboxWebhooks).set({ pausedAt: now }).where(eq(inboxWebhooks.id, id))
  await tx
    .update(inboxDeliveries)
    .set({ state: 'given-up', dueAt: null })
    .where(and(eq(inboxDeliveries.webhookId, id), eq(inboxDeliveries.state, 'queued')))
}

/** Calls what is due, whatever became of its job. */
export async function sweepInboxDeliveries(deps: DeliverDeps): Promise<void> {
  const due = dueInboxDeliveries(deps.clock.now())
  for (const { id } of rowsOf<{ id: string }>(await deps.db.execute(due))) {
    await deliverToInbox(deps, id).catch((error: unknown) =>
      deps.log.error({ err: error, deliveryId: id }, 'a webhook of a person was not called'),
    )
  }
}

export const dueInboxDeliveries = (now: Date) => sql`
  select id from inbox_delivery where due_at <= ${now.toISOString()}::timestamptz order by due_at limit ${SWEEP_MAX}`

/** Removes what ended long ago, up to `most`. Returns how many there were. */
export async function dropOldDeliveries({ db, clock }: Pick<Deps, 'db' | 'clock'>, most: number) {
  const before = new Date(clock.now().getTime() - KEEP_DAYS * DAY_MS)
  const old = db
    .select({ id: inboxDeliveries.id })
    .from(inboxDeliveries)
    .where(and(lt(inboxDeliveries.createdAt, before), sql`${inboxDeliveries.state} <> 'queued'`))
    .limit(most)
  const gone = await db
    .delete(inboxDeliveries)
    .where(sql`${inboxDeliveries.id} in ${old}`)
    .returning({ id: inboxDeliveries.id })
  return gone.length
}
