import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { type Db, rowsOf, type Tx } from '@/db/client'
import {
  accessKeys,
  addressees,
  botDays,
  botRuns,
  bots,
  contexts,
  corpusDocuments,
  corpusTerms,
  gameSeats,
  matchers,
  offers,
  suspensions,
  webhookDeliveries,
  webhooks,
} from '@/db/schema'
import { recordAct } from '../../audit/record-act'
import { revokeKeysOfBot } from '../../auth/access-keys'
import type { RemovedBot } from '../../contract/bots'
import type { Deps } from '../../deps'
import { AppError } from '../../errors'
import { withdrawOffer } from '../../market/post-offer'
import { OPEN_PHASES } from '../../protocol/advance'
import { inTree } from '../../realtime/tree-transaction'
import { lockCorpus } from '../corpus/passages'
import { concludeRun } from '../runs/conclude-run'
import { sealKnowledge } from './knowledge'
import { modelColumns } from './own-model'

/**
 * Removes one's own bot for ever. What it offered and was asked stays as history under its name; what it knows and all its secrets go:
 * prompt, model key, webhook, documents. Its offers that nobody has read are withdrawn. One that nobody else has anything of (`HISTORY`)
 * vanishes wholly.
 *
 * It is paused first and removed last: what comes between are transactions of other trees, and after a crash the owner finds a
 * paused bot that can be removed again.
 *
 * @throws AppError `sellers.bot_not_found`.
 */
export async function removeBot(
  deps: Deps,
  ownerId: string,
  { botId }: { botId: string },
): Promise<RemovedBot> {
  await pauseOwn(deps.db, ownerId, botId)
  const withdrawn = await withdrawUnread(deps, ownerId, botId)
  await endRuns(deps, botId)
  const isGone = await deps.db.transaction(async (tx) => {
    // In the order of who adds a document: first the corpus, then the bot.
    await lockCorpus(tx, botId)
    const [bot] = await tx.select().from(bots).where(eq(bots.id, botId)).for('update')
    if (!bot || bot.removedAt) return bot === undefined
    await deleteBelongings(tx, botId)
    await revokeKeysOfBot(tx, deps, { ownerId, botId })
    await recordAct(tx, deps, ownerId, { act: 'bot.removed', botId })
    if (!(await hasHistory(tx, botId))) {
      await tx.delete(webhookDeliveries).where(eq(webhookDeliveries.botId, botId))
      await tx.delete(botDays).where(eq(botDays.botId, botId))
      await tx.delete(bots).where(eq(bots.id, botId))
      return true
    }
    await tx
      .update(bots)
      .set({
        removedAt: deps.clock.now(),
        isPaused: true,
        pausedFor: 'owner',
        audiencePeople: [],
        ...sealKnowledge(deps.cipher, botId, ''),
        ...modelColumns(deps, botId, null, bot),
      })
      .where(eq(bots.id, botId))
    return false
  })
  return { botId, withdrawn, isGone }
}

/** From then on nothing wakes it, and a run that is under way posts nothing. */
async function pauseOwn(db: Db, ownerId: string, botId: string): Promise<void> {
  const [bot] = await db
    .update(bots)
    .set({ isPaused: true, pausedFor: sql`coalesce(${bots.pausedFor}, 'owner')` })
    .where(and(eq(bots.id, botId), eq(bots.ownerId, ownerId), isNull(bots.removedAt)))
    .returning({ id: bots.id })
  if (!bot) throw new AppError('sellers.bot_not_found')
}

/** Takes back what it offers on open questions and nobody has read; says how many offers that were. */
async function withdrawUnread(deps: Deps, ownerId: string, botId: string): Promise<number> {
  const unread = await deps.db
    .select({ id: offers.id })
    .from(offers)
    .innerJoin(contexts, eq(contexts.id, offers.contextId))
    .where(
      and(
        eq(offers.botId, botId),
        eq(offers.state, 'open'),
        isNull(offers.firstReadAt),
        inArray(contexts.phase, OPEN_PHASES),
      ),
    )
    .orderBy(offers.id)
  let withdrawn = 0
  for (const { id } of unread) {
    try {
      await withdrawOffer(deps, ownerId, id)
      withdrawn += 1
    } catch (error) {
      // Read meanwhile: then it stands like any other that was read.
      if (!(error instanceof AppError) || error.code !== 'market.offer_frozen') throw error
    }
  }
  return withdrawn
}

/** Ends the runs that are under way, so that no question waits for them. */
async function endRuns(deps: Deps, botId: string): Promise<void> {
  const open = await deps.db
    .select({ runId: botRuns.id, contextId: contexts.id, rootId: contexts.rootId })
    .from(botRuns)
    .innerJoin(contexts, eq(contexts.id, botRuns.contextId))
    .where(and(eq(botRuns.botId, botId), inArray(botRuns.state, ['queued', 'awaited'])))
    .orderBy(botRuns.id)
  for (const { runId, contextId, rootId } of open) {
    await inTree(deps, rootId, (tx, note) =>
      concludeRun(tx, deps, note, { runId, botId, contextId }, { kind: 'silent', silence: 'paused' }),
    )
  }
}

/** What wakes it, where it is called and with which secret, and what it sells passages of. */
async function deleteBelongings(tx: Tx, botId: string): Promise<void> {
  await tx.delete(matchers).where(eq(matchers.botId, botId))
  await tx.delete(webhooks).where(eq(webhooks.botId, botId))
  // With their uploads and passages.
  await tx.delete(corpusDocuments).where(eq(corpusDocuments.botId, botId))
  await tx.delete(corpusTerms).where(eq(corpusTerms.botId, botId))
}

/** What others have of a bot, or a record of it: while there is any, its row stays. */
export const HISTORY = [botRuns, offers, accessKeys, addressees, gameSeats, suspensions] as const

async function hasHistory(tx: Tx, botId: string): Promise<boolean> {
  const any = HISTORY.map((table) => sql`exists (select from ${table} where ${table.botId} = ${botId})`)
  const found = await tx.execute(sql`select ${sql.join(any, sql` or `)} as "hasHistory"`)
  return rowsOf<{ hasHistory: boolean }>(found)[0]?.hasHistory ?? true
}
