import { and, desc, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { type Db, rowsOf } from '@/db/client'
import { botRuns, bots, contexts, matchers, offers, users } from '@/db/schema'
import type { Deps } from '../deps'
import { AppError } from '../errors'
import { insertMatcher } from '../market/matching'
import { once } from '../market/once'
import type { BotView, botRunViewSchema, CreateBotInput } from './contract'
import { openKnowledge, sealKnowledge } from './knowledge'

/** Runs shown in a bot's log. */
const RUNS_SHOWN = 50
/** Bots on one page of the list. */
const BOTS_SHOWN = 100

/** Puts a bot to work: it answers contexts that open from now on. @throws AppError `request.key_reused`. */
export async function createBot(
  deps: Deps,
  ownerId: string,
  input: CreateBotInput,
): Promise<{ botId: string }> {
  const now = deps.clock.now()
  return deps.db.transaction((tx) =>
    once(tx, { userId: ownerId, route: 'bots.create', key: input.requestKey, input, at: now }, async () => {
      const botId = deps.ids.next('bot')
      await tx.insert(bots).values({
        id: botId,
        ownerId,
        kind: input.kind,
        name: input.name,
        teaser: input.teaser,
        ...sealKnowledge(deps.cipher, botId, input.knowledge),
        priceMicros: input.priceMicros,
        createdAt: now,
      })
      await insertMatcher(tx, {
        id: deps.ids.next('matcher'),
        botId,
        keywords: input.keywords,
        scope: input.scope,
        budgetMicrosMin: 0n,
      })
      return { botId }
    }),
  )
}

/** Pauses a bot or lets it go on; going on forgets its failures. @throws AppError `sellers.bot_not_found`. */
export async function pauseBot(
  deps: Pick<Deps, 'db'>,
  ownerId: string,
  { botId, isPaused }: { botId: string; isPaused: boolean },
): Promise<{ botId: string }> {
  const changed = await deps.db
    .update(bots)
    .set(isPaused ? { isPaused } : { isPaused, failures: 0 })
    .where(and(eq(bots.id, botId), eq(bots.ownerId, ownerId)))
    .returning({ id: bots.id })
  if (changed.length === 0) throw new AppError('sellers.bot_not_found')
  return { botId }
}

/** All bots, or one's own, newest first. What a bot knows is in its owner's view only. */
export async function listBots(
  deps: Pick<Deps, 'db' | 'cipher'>,
  viewer: string | null,
  { mine }: { mine: boolean },
): Promise<BotView[]> {
  const rows = await deps.db
    .select({ bot: bots, owner: { handle: users.handle, name: users.name }, matcher: matchers })
    .from(bots)
    .innerJoin(users, eq(users.id, bots.ownerId))
    .leftJoin(matchers, eq(matchers.botId, bots.id))
    .where(mine ? eq(bots.ownerId, viewer ?? '') : undefined)
    .orderBy(desc(bots.createdAt), bots.id)
    .limit(BOTS_SHOWN)
  const figures = await botFigures(deps.db)
  return rows.map(({ bot, owner, matcher }) => {
    const isYours = bot.ownerId === viewer
    const figure = figures.get(bot.id)
    return {
      id: bot.id,
      name: bot.name,
      kind: bot.kind,
      owner,
      isYours,
      isPaused: bot.isPaused,
      keywords: matcher?.keywords ?? [],
      scope: matcher?.scope ?? 'both',
      priceMicros: bot.priceMicros,
      teaser: bot.teaser,
      knowledge: isYours ? openKnowledge(deps.cipher, bot).reveal() : null,
      offers: figure?.offers ?? 0,
      bought: figure?.bought ?? 0,
      earnedMicros: BigInt(figure?.earned ?? '0'),
      failures: bot.failures,
      createdAt: bot.createdAt,
    }
  })
}

type BotFigures = { botId: string; offers: number; bought: number; earned: string }

async function botFigures(db: Db): Promise<Map<string, BotFigures>> {
  const found = await db.execute(sql`
    select o.bot_id as "botId", count(*)::int as offers, count(p.id)::int as bought,
      coalesce(sum(p.price_micros - p.fee_micros), 0)::text as earned
    from info_offer o left join purchase p on p.offer_id = o.id
    where o.bot_id is not null group by o.bot_id`)
  return new Map(rowsOf<BotFigures>(found).map((row) => [row.botId, row]))
}

/** The last runs of one's own bot. @throws AppError `sellers.bot_not_found`. */
export async function listBotRuns(
  db: Db,
  ownerId: string,
  botId: string,
): Promise<z.infer<typeof botRunViewSchema>[]> {
  const [bot] = await db
    .select({ id: bots.id })
    .from(bots)
    .where(and(eq(bots.id, botId), eq(bots.ownerId, ownerId)))
  if (!bot) throw new AppError('sellers.bot_not_found')
  return db
    .select({
      id: botRuns.id,
      state: botRuns.state,
      question: contexts.title,
      contextId: contexts.id,
      offerState: offers.state,
      failure: botRuns.failure,
      createdAt: botRuns.createdAt,
    })
    .from(botRuns)
    .innerJoin(contexts, eq(contexts.id, botRuns.contextId))
    .leftJoin(offers, eq(offers.id, botRuns.offerId))
    .where(eq(botRuns.botId, botId))
    .orderBy(desc(botRuns.createdAt))
    .limit(RUNS_SHOWN)
}
