import { and, asc, desc, eq } from 'drizzle-orm'
import type { Tx } from '@/db/client'
import { inboxDeliveries, inboxWebhooks, users } from '@/db/schema'
import { recordAct } from '../audit/record-act'
import { type Proof, proveAgain } from '../auth/prove-again'
import {
  type AddInboxWebhook,
  type ChangeInboxWebhook,
  INBOX_DELIVERIES_SHOWN,
  INBOX_WEBHOOKS_MAX,
  type InboxWebhook,
} from '../contract/inbox-webhooks'
import { type DeliveryFailure, ROTATION_MS } from '../contract/webhook'
import type { Deps } from '../deps'
import { AppError } from '../errors'
import { sealSecret } from '../sellers/webhook/secrets'
import { makeSecret } from '../sellers/webhook/sign'
import { callInbox, pauseHook } from './deliver'
import { testMessage } from './message'
import { purposeOf } from './secrets'

type Needs = Pick<Deps, 'db' | 'clock' | 'actor'>
type Hook = typeof inboxWebhooks.$inferSelect

/** One's own webhooks with their last calls, the oldest first. */
export async function listInboxWebhooks(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  personId: string,
): Promise<InboxWebhook[]> {
  const hooks = await db
    .select()
    .from(inboxWebhooks)
    .where(eq(inboxWebhooks.personId, personId))
    .orderBy(asc(inboxWebhooks.createdAt), asc(inboxWebhooks.id))
  return Promise.all(
    hooks.map(async ({ id, url, topics, failingSince, pausedAt, createdAt, oldSecretUntil }) => ({
      id,
      url,
      topics,
      failingSince,
      pausedAt,
      createdAt,
      oldSecretUntil: oldSecretUntil !== null && clock.now() < oldSecretUntil ? oldSecretUntil : null,
      deliveries: await db
        .select({
          id: inboxDeliveries.id,
          event: inboxDeliveries.event,
          state: inboxDeliveries.state,
          attempt: inboxDeliveries.attempt,
          httpStatus: inboxDeliveries.httpStatus,
          failure: inboxDeliveries.failure,
          createdAt: inboxDeliveries.createdAt,
          lastTryAt: inboxDeliveries.lastTryAt,
          nextTryAt: inboxDeliveries.dueAt,
        })
        .from(inboxDeliveries)
        .where(eq(inboxDeliveries.webhookId, id))
        .orderBy(desc(inboxDeliveries.createdAt), desc(inboxDeliveries.id))
        .limit(INBOX_DELIVERIES_SHOWN),
    })),
  )
}

/**
 * Has a server of somebody's own told what their inbox is told from now on. The secret is in this answer and nowhere else.
 *
 * @throws AppError `inbox.address_refused` (field `url`), `inbox.too_many_webhooks`; as `proveAgain`: whoever sits at a browser that was
 * left open must not have somebody's news sent on.
 */
export async function addInboxWebhook(
  deps: Needs & Pick<Deps, 'ids' | 'cipher' | 'outbound'>,
  { userId, sessionId, url, topics, password }: AddInboxWebhook & Pick<Proof, 'userId' | 'sessionId'>,
): Promise<{ id: string; secret: string }> {
  if (!deps.outbound.allows(url)) throw new AppError('inbox.address_refused', { details: { field: 'url' } })
  await proveAgain(deps, { userId, sessionId, password })
  const id = deps.ids.next('inboxWebhook')
  const secret = makeSecret()
  await deps.db.transaction(async (tx) => {
    // Two at once must not each be the last that fits.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
    if ((await tx.$count(inboxWebhooks, eq(inboxWebhooks.personId, userId))) >= INBOX_WEBHOOKS_MAX)
      throw new AppError('inbox.too_many_webhooks')
    await tx.insert(inboxWebhooks).values({
      id,
      personId: userId,
      url,
      topics,
      ...sealSecret(deps.cipher, purposeOf(id), secret),
      createdAt: deps.clock.now(),
    })
    await recordAct(tx, deps, userId, { act: 'webhook.added', webhookId: id })
  })
  return { id, secret }
}

/** Locks one's own. @throws AppError `inbox.webhook_not_found`. */
async function lockOwn(tx: Tx, personId: string, id: string): Promise<Hook> {
  const [hook] = await tx
    .select()
    .from(inboxWebhooks)
    .where(and(eq(inboxWebhooks.id, id), eq(inboxWebhooks.personId, personId)))
    .for('update')
  if (!hook) throw new AppError('inbox.webhook_not_found')
  return hook
}

/** What it is told of, and whether anything is sent there. Going on begins anew. @throws AppError `inbox.webhook_not_found`. */
export async function changeInboxWebhook(
  deps: Needs,
  personId: string,
  { id, topics, isPaused }: ChangeInboxWebhook,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const { pausedAt } = await lockOwn(tx, personId, id)
    const goesOn = !isPaused && pausedAt !== null
    await tx
      .update(inboxWebhooks)
      .set({ topics, ...(goesOn ? { pausedAt: null, failingSince: null } : {}) })
      .where(eq(inboxWebhooks.id, id))
    if (isPaused && pausedAt === null) await pauseHook(tx, id, deps.clock.now())
    await recordAct(tx, deps, personId, { act: 'webhook.changed', webhookId: id })
  })
}

/** Removes it with its calls: what waits is told to nobody. @throws AppError `inbox.webhook_not_found`. */
export async function removeInboxWebhook(deps: Needs, personId: string, id: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await lockOwn(tx, personId, id)
    await tx.delete(inboxWebhooks).where(eq(inboxWebhooks.id, id))
    await recordAct(tx, deps, personId, { act: 'webhook.removed', webhookId: id })
  })
}

/**
 * Makes a new secret and returns it, this once. For a day messages are signed with the one before as well.
 *
 * @throws AppError `inbox.webhook_not_found`; as `proveAgain`.
 */
export async function rotateInboxSecret(
  deps: Needs & Pick<Deps, 'cipher'>,
  { id, ...proof }: Proof & { id: string },
): Promise<{ id: string; secret: string }> {
  await proveAgain(deps, proof)
  const secret = makeSecret()
  await deps.db.transaction(async (tx) => {
    const { secretKeyId, secretSealed } = await lockOwn(tx, proof.userId, id)
    await tx
      .update(inboxWebhooks)
      .set({
        ...sealSecret(deps.cipher, purposeOf(id), secret),
        oldSecretKeyId: secretKeyId,
        oldSecretSealed: secretSealed,
        oldSecretUntil: new Date(deps.clock.now().getTime() + ROTATION_MS),
      })
      .where(eq(inboxWebhooks.id, id))
    await recordAct(tx, deps, proof.userId, { act: 'webhook.secret-rotated', webhookId: id })
  })
  return { id, secret }
}

/**
 * Calls one's own server with a signed message of type `test` and says what came of it. A success makes a failing address well again; one
 * that is paused stays so.
 *
 * @throws AppError `inbox.webhook_not_found`.
 */
export async function testInboxWebhook(
  deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'env' | 'cipher' | 'outbound'>,
  personId: string,
  id: string,
): Promise<{ isOk: boolean; httpStatus: number | null; failure: DeliveryFailure | null }> {
  const [hook] = await deps.db
    .select()
    .from(inboxWebhooks)
    .where(and(eq(inboxWebhooks.id, id), eq(inboxWebhooks.personId, personId)))
  if (!hook) throw new AppError('inbox.webhook_not_found')
  const deliveryId = deps.ids.next('delivery')
  const message = testMessage(deps, deps.clock.now())
  const { httpStatus, failure, durationMs } = await callInbox(deps, hook, { id: deliveryId, message })
  const now = deps.clock.now()
  const isOk = failure === null
  await deps.db.transaction(async (tx) => {
    // Removed while it was called.
    const [standing] = await tx.select().from(inboxWebhooks).where(eq(inboxWebhooks.id, id)).for('update')
    if (!standing) return
    await tx.insert(inboxDeliveries).values({
      id: deliveryId,
      webhookId: id,
      state: isOk ? 'delivered' : 'failed',
      attempt: 1,
      httpStatus,
      failure,
      durationMs,
      happenedAt: now,
      createdAt: now,
      lastTryAt: now,
    })
    if (isOk) await tx.update(inboxWebhooks).set({ failingSince: null }).where(eq(inboxWebhooks.id, id))
  })
  return { isOk, httpStatus, failure }
}
