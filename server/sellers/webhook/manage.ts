import { and, desc, eq, ne, sql } from 'drizzle-orm'
import type { Db, Tx } from '@/db/client'
import {
  type BotRow,
  botRuns,
  bots,
  contexts,
  inspections,
  type WebhookRow,
  webhookDeliveries,
  webhooks,
} from '@/db/schema'
import { recordAct } from '../../audit/record-act'
import { DELIVERIES_SHOWN, ROTATION_MS, type WebhookTest, type WebhookView } from '../../contract/webhook'
import type { Deps } from '../../deps'
import { AppError } from '../../errors'
import { namedQuestion } from '../../market/private/sight-sql'
import type { BotQuestion } from '../runs/answerer'
import { callWebhook } from './call'
import { logOf } from './deliver'
import { messageFor } from './message'
import { purposeOf, sealSecret } from './secrets'
import { makeSecret } from './sign'

/** One's own webhook bot. @throws AppError `sellers.bot_not_found`. */
async function readOwn(db: Db, ownerId: string, botId: string): Promise<{ bot: BotRow; hook: WebhookRow }> {
  const [own] = await db
    .select({ bot: bots, hook: webhooks })
    .from(bots)
    .innerJoin(webhooks, eq(webhooks.botId, bots.id))
    .where(and(eq(bots.id, botId), eq(bots.ownerId, ownerId)))
  if (!own) throw new AppError('sellers.bot_not_found')
  return own
}

/** @throws AppError `sellers.address_refused`. */
export async function insertWebhook(
  tx: Tx,
  deps: Pick<Deps, 'cipher' | 'outbound'>,
  { botId, url, secret }: { botId: string; url: string; secret: string },
): Promise<void> {
  checkAddress(deps, url)
  await tx.insert(webhooks).values({ botId, url, ...sealSecret(deps.cipher, purposeOf(botId), secret) })
}

/** Another address starts anew; the secret stays. @throws AppError `sellers.address_refused`. */
export async function changeAddress(
  tx: Tx,
  deps: Pick<Deps, 'outbound'>,
  { botId, url }: { botId: string; url: string },
): Promise<void> {
  checkAddress(deps, url)
  await tx
    .update(webhooks)
    .set({ url, failingSince: null })
    .where(and(eq(webhooks.botId, botId), ne(webhooks.url, url)))
}

function checkAddress({ outbound }: Pick<Deps, 'outbound'>, url: string): void {
  if (!outbound.allows(url)) throw new AppError('sellers.address_refused', { details: { field: 'bot.url' } })
}

/** The address and the last deliveries. @throws AppError `sellers.bot_not_found`. */
export async function viewWebhook(
  deps: Pick<Deps, 'db' | 'clock'>,
  ownerId: string,
  botId: string,
): Promise<WebhookView> {
  const { hook } = await readOwn(deps.db, ownerId, botId)
  const named = namedQuestion(ownerId)
  const deliveries = await deps.db
    .select({
      id: webhookDeliveries.id,
      contextId: sql<string | null>`${named.id}`,
      question: sql<string | null>`${named.title}`,
      state: webhookDeliveries.state,
      attempt: webhookDeliveries.attempt,
      httpStatus: webhookDeliveries.httpStatus,
      failure: webhookDeliveries.failure,
      durationMs: webhookDeliveries.durationMs,
      replyBytes: webhookDeliveries.replyBytes,
      createdAt: webhookDeliveries.createdAt,
      lastTryAt: webhookDeliveries.lastTryAt,
      nextTryAt: webhookDeliveries.nextTryAt,
    })
    .from(webhookDeliveries)
    .leftJoin(botRuns, eq(botRuns.id, webhookDeliveries.botRunId))
    .leftJoin(contexts, eq(contexts.id, botRuns.contextId))
    .leftJoin(inspections, eq(inspections.rootId, contexts.rootId))
    .where(eq(webhookDeliveries.botId, botId))
    .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
    .limit(DELIVERIES_SHOWN)
  const isOldHeld = hook.oldSecretUntil !== null && deps.clock.now() < hook.oldSecretUntil
  return {
    url: hook.url,
    failingSince: hook.failingSince,
    oldSecretUntil: isOldHeld ? hook.oldSecretUntil : null,
    deliveries,
  }
}

/**
 * Makes a new secret and returns it, this once. For a day messages are signed with the one before as well.
 *
 * @throws AppError `sellers.bot_not_found`.
 */
export async function rotateSecret(
  deps: Pick<Deps, 'db' | 'clock' | 'cipher' | 'actor'>,
  ownerId: string,
  botId: string,
): Promise<{ botId: string; secret: string }> {
  const secret = makeSecret()
  await deps.db.transaction(async (tx) => {
    await readOwn(tx, ownerId, botId)
    const [hook] = await tx.select().from(webhooks).where(eq(webhooks.botId, botId)).for('update')
    await tx
      .update(webhooks)
      .set({
        ...sealSecret(deps.cipher, purposeOf(botId), secret),
        oldSecretKeyId: hook?.secretKeyId ?? null,
        oldSecretSealed: hook?.secretSealed ?? null,
        oldSecretUntil: new Date(deps.clock.now().getTime() + ROTATION_MS),
      })
      .where(eq(webhooks.botId, botId))
    await recordAct(tx, deps, ownerId, { act: 'bot.secret-rotated', botId })
  })
  return { botId, secret }
}

const EXAMPLE: Omit<BotQuestion, 'budgetMicros'> = {
  contextId: '',
  askerId: null,
  question: {
    title: 'Does this call arrive?',
    body: 'A test from the page of your bot. What you answer is checked and thrown away.',
    decision: { kind: 'open' },
    pages: [],
  },
  tags: ['test'],
  subject: null,
}

/**
 * Calls one's own server with a signed message of type `test` and says what came of it; nothing is posted. A success makes a
 * failing address well again.
 *
 * @throws AppError `sellers.bot_not_found`.
 */
export async function testWebhook(deps: Deps, ownerId: string, botId: string): Promise<WebhookTest> {
  const { bot, hook } = await readOwn(deps.db, ownerId, botId)
  const id = deps.ids.next('delivery')
  const asked = { ...EXAMPLE, budgetMicros: bot.priceMicros }
  const message = messageFor(deps, bot, asked, { type: 'test', id })
  const tried = await callWebhook(deps, { bot, hook, message })
  const now = deps.clock.now()
  await deps.db.transaction(async (tx) => {
    await tx.insert(webhookDeliveries).values({
      id,
      botId,
      state: tried.said ? 'delivered' : 'failed',
      attempt: 1,
      ...logOf(tried),
      createdAt: now,
      lastTryAt: now,
    })
    if (tried.said) await tx.update(webhooks).set({ failingSince: null }).where(eq(webhooks.botId, botId))
  })
  return { isOk: tried.said !== null, ...logOf(tried) }
}
