import { and, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { type Db, rowsOf } from '@/db/client'
import {
  type BotRow,
  botDays,
  botRuns,
  bots,
  contextAbout,
  contexts,
  inspections,
  matchers,
  offers,
  users,
  webhooks,
} from '@/db/schema'
import { recordAct } from '../../audit/record-act'
import { BOTS_PER_PERSON_MAX, type BotRunView, type BotView, type CreateBotInput } from '../../contract/bots'
import { licenceOf } from '../../contract/licence'
import type { UncountedSales } from '../../contract/market-view'
import { NO_QUERY } from '../../contract/matching'
import type { Deps } from '../../deps'
import { AppError } from '../../errors'
import { putMatcherOfBot } from '../../market/matching/put-matcher'
import { insertMatcher } from '../../market/matching/store'
import { queryOf } from '../../market/matching/stored-query'
import { hasHiddenName } from '../../market/moderation/subjects'
import { once } from '../../market/once'
import { mayAnswer } from '../../market/private/sight'
import { isHidden, namedQuestion, showsTeaser } from '../../market/private/sight-sql'
import { NOTHING_UNCOUNTED, uncountedSales } from '../../market/uncounted'
import { isTerminal } from '../../protocol/advance'
import { setStartingPrice } from '../demand/follow-demand'
import { dayOf } from '../runs/spend'
import { insertWebhook } from '../webhook/manage'
import { makeSecret } from '../webhook/sign'
import { columnsOf } from './bot-columns'
import { openKnowledge } from './knowledge'

/** Runs shown in a bot's log. */
const RUNS_SHOWN = 50
/** Bots on one page of the list. */
const BOTS_SHOWN = 100

/**
 * Makes a bot; live, it answers contexts from now on, else it waits for its owner. A `webhook` bot's secret is returned this once, to
 * the call that made it.
 *
 * @throws AppError `sellers.too_many_bots`, `moderation.name_hidden`, `request.key_reused`, and as `columnsOf`.
 */
export async function createBot(
  deps: Deps,
  ownerId: string,
  { bot, isLive, requestKey }: CreateBotInput,
): Promise<{ botId: string; secret: string | null }> {
  const now = deps.clock.now()
  const input = { bot, isLive }
  let secret: string | null = null
  const { botId } = await deps.db.transaction((tx) =>
    once(tx, deps, { userId: ownerId, route: 'bots.create', key: requestKey, input, at: now }, async () => {
      const owned = await tx.$count(bots, and(eq(bots.ownerId, ownerId), isNull(bots.removedAt)))
      if (owned >= BOTS_PER_PERSON_MAX) throw new AppError('sellers.too_many_bots')
      // Else the words that a moderator took out of sight would come back as a bot's.
      if (await hasHiddenName(tx, ownerId)) throw new AppError('moderation.name_hidden')
      const botId = deps.ids.next('bot')
      await tx.insert(bots).values({
        id: botId,
        ownerId,
        kind: bot.kind,
        ...(await columnsOf(tx, deps, botId, bot, null)),
        isPaused: !isLive,
        pausedFor: isLive ? null : 'not-live',
        createdAt: now,
      })
      if (bot.price.rule === 'follows-demand')
        await setStartingPrice(tx, { botId, priceMicros: bot.price.priceMicros, at: now })
      await insertMatcher(tx, { id: deps.ids.next('matcher'), botId, createdAt: now, ...bot.matcher })
      if (bot.kind === 'webhook') {
        secret = makeSecret()
        await insertWebhook(tx, deps, { botId, url: bot.url, secret })
      }
      if (isLive) await putMatcherOfBot(tx, deps, botId)
      await recordAct(tx, deps, ownerId, { act: 'bot.created', botId })
      return { botId }
    }),
  )
  return { botId, secret }
}

/**
 * Pauses a bot, or puts it to work: then its failures are forgotten, and the open questions that it wants reach it.
 *
 * @throws AppError `sellers.bot_not_found`.
 */
export async function pauseBot(
  deps: Pick<Deps, 'db' | 'jobs' | 'clock' | 'actor'>,
  ownerId: string,
  { botId, isPaused }: { botId: string; isPaused: boolean },
): Promise<{ botId: string }> {
  return deps.db.transaction(async (tx) => {
    const [bot] = await tx
      .select()
      .from(bots)
      .where(and(eq(bots.id, botId), eq(bots.ownerId, ownerId), isNull(bots.removedAt)))
      .for('no key update')
    if (!bot) throw new AppError('sellers.bot_not_found')
    // What stands still already keeps its reason: a bot that never worked does not become public by being paused.
    if (bot.isPaused === isPaused) return { botId }
    if (isPaused) {
      await tx.update(bots).set({ isPaused, pausedFor: 'owner' }).where(eq(bots.id, botId))
    } else {
      await tx.update(bots).set({ isPaused, pausedFor: null, failures: 0 }).where(eq(bots.id, botId))
      await tx.update(webhooks).set({ failingSince: null }).where(eq(webhooks.botId, botId))
      await putMatcherOfBot(tx, deps, botId)
    }
    await recordAct(tx, deps, ownerId, { act: isPaused ? 'bot.paused' : 'bot.resumed', botId })
    return { botId }
  })
}

/** All bots that work, or all of one's own, newest first, those among them that were removed. */
export async function listBots(
  deps: Pick<Deps, 'db' | 'cipher' | 'clock'>,
  viewer: string | null,
  { mine }: { mine: boolean },
): Promise<BotView[]> {
  return readBots(deps, viewer, mine ? eq(bots.ownerId, viewer ?? '') : eq(bots.isPaused, false))
}

/** One bot. One that does not work yet is its owner's alone. @throws AppError `sellers.bot_not_found`. */
export async function viewBot(
  deps: Pick<Deps, 'db' | 'cipher' | 'clock'>,
  viewer: string | null,
  botId: string,
): Promise<BotView> {
  const [bot] = await readBots(deps, viewer, eq(bots.id, botId))
  if (!bot || (bot.pausedFor === 'not-live' && !bot.isYours)) throw new AppError('sellers.bot_not_found')
  return bot
}

async function readBots(
  deps: Pick<Deps, 'db' | 'cipher' | 'clock'>,
  viewer: string | null,
  where: SQL,
): Promise<BotView[]> {
  const rows = await deps.db
    .select({
      bot: bots,
      owner: { handle: users.handle, name: users.name },
      matcher: matchers,
      today: botDays,
      url: webhooks.url,
    })
    .from(bots)
    .innerJoin(users, eq(users.id, bots.ownerId))
    .leftJoin(matchers, eq(matchers.botId, bots.id))
    .leftJoin(botDays, and(eq(botDays.botId, bots.id), eq(botDays.day, dayOf(deps.clock.now()))))
    .leftJoin(webhooks, eq(webhooks.botId, bots.id))
    .where(where)
    .orderBy(desc(bots.createdAt), bots.id)
    .limit(BOTS_SHOWN)
  const figures = await botFigures(deps.db)
  const isOwner = rows.some(({ bot }) => bot.ownerId === viewer)
  const uncounted =
    viewer !== null && isOwner
      ? await uncountedSales(deps.db, viewer)
      : new Map<string | null, UncountedSales>()
  const handles = await handlesOf(
    deps.db,
    rows.flatMap(({ bot }) => bot.audiencePeople),
  )
  return rows.map(({ bot, owner, matcher, today, url }) => {
    const isYours = bot.ownerId === viewer
    const figure = figures.get(bot.id)
    return {
      id: bot.id,
      name: bot.name,
      about: bot.about,
      kind: bot.kind,
      owner,
      isYours,
      isPaused: bot.isPaused,
      pausedFor: bot.pausedFor,
      removedAt: bot.removedAt,
      matcher: matcher ? queryOf(matcher) : NO_QUERY,
      price: {
        rule: bot.priceRule,
        priceMicros: bot.priceMicros,
        minMicros: bot.priceMicrosMin,
        maxMicros: bot.priceMicrosMax,
      },
      licence: licenceOf(bot),
      teaser: bot.teaser,
      offers: figure?.offers ?? 0,
      bought: figure?.bought ?? 0,
      earnedMicros: BigInt(figure?.earned ?? '0'),
      createdAt: bot.createdAt,
      own: isYours
        ? ownView(deps, { bot, today, url, uncounted: uncounted.get(bot.id) ?? NOTHING_UNCOUNTED }, handles)
        : null,
    }
  })
}

function ownView(
  deps: Pick<Deps, 'cipher'>,
  {
    bot,
    today,
    url,
    uncounted,
  }: {
    bot: BotRow
    today: typeof botDays.$inferSelect | null
    url: string | null
    uncounted: UncountedSales
  },
  handles: ReadonlyMap<string, string>,
): BotView['own'] {
  return {
    knowledge: openKnowledge(deps.cipher, bot).reveal(),
    audience: { who: bot.audience, handles: bot.audiencePeople.flatMap((id) => handles.get(id) ?? []) },
    caps: {
      offersPerDay: bot.offersPerDayMax,
      offersPerContext: bot.offersPerContextMax,
      tokensPerDay: bot.tokensPerDayMax,
    },
    ownModel:
      bot.modelName === null || bot.modelBaseUrl === null
        ? null
        : {
            model: bot.modelName,
            baseUrl: bot.modelBaseUrl,
            embeddingModel: bot.modelEmbeddings ?? '',
            hasKey: bot.modelKeySealed !== null,
            inputMicroUsd: bot.inputMicroUsd,
            outputMicroUsd: bot.outputMicroUsd,
          },
    fitMin: bot.fitMin,
    namesDocuments: bot.namesDocuments,
    usesEmbeddings: bot.usesEmbeddings,
    url,
    failures: bot.failures,
    uncounted,
    today: {
      offers: today?.offers ?? 0,
      tokens: (today?.promptTokens ?? 0) + (today?.completionTokens ?? 0),
      costMicroUsd: today?.costMicroUsd ?? 0n,
    },
  }
}

async function handlesOf(db: Db, userIds: readonly string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map()
  const found = await db
    .select({ id: users.id, handle: users.handle })
    .from(users)
    .where(inArray(users.id, [...new Set(userIds)]))
  return new Map(found.map((person) => [person.id, person.handle]))
}

type BotFigures = { botId: string; offers: number; bought: number; earned: string }

async function botFigures(db: Db): Promise<Map<string, BotFigures>> {
  const found = await db.execute(sql`
    select o.bot_id as "botId", count(*)::int as offers, count(p.id)::int as bought,
      coalesce(sum(p.price_micros - p.fee_micros - coalesce(c.refunded_micros, 0)), 0)::text as earned
    from info_offer o join inspection i on i.root_id = o.root_id and i.is_tree_public
    left join purchase p on p.offer_id = o.id and not accounts_linked(p.buyer_id, p.seller_id)
    left join complaint c on c.offer_id = p.offer_id
    where o.bot_id is not null and o.state <> 'withdrawn' group by o.bot_id`)
  return new Map(rowsOf<BotFigures>(found).map((row) => [row.botId, row]))
}

/** The last runs of one's own bot. @throws AppError `sellers.bot_not_found`. */
export async function listBotRuns(db: Db, ownerId: string, botId: string): Promise<BotRunView[]> {
  const [bot] = await db
    .select({ id: bots.id })
    .from(bots)
    .where(and(eq(bots.id, botId), eq(bots.ownerId, ownerId)))
  if (!bot) throw new AppError('sellers.bot_not_found')
  const named = namedQuestion(ownerId)
  const runs = await db
    .select({
      run: botRuns,
      question: { id: named.id, title: named.title },
      context: {
        buyerId: contexts.buyerId,
        phase: contexts.phase,
        isSealed: contexts.isSealed,
        parentId: contexts.parentId,
        askedAt: contexts.createdAt,
        isHidden: isHidden('question', contexts.rootId),
      },
    })
    .from(botRuns)
    .innerJoin(contexts, eq(contexts.id, botRuns.contextId))
    .innerJoin(inspections, eq(inspections.rootId, contexts.rootId))
    .where(eq(botRuns.botId, botId))
    .orderBy(desc(botRuns.createdAt), botRuns.id)
    .limit(RUNS_SHOWN)
  const posted = await offersOfRuns(
    db,
    runs.map(({ run }) => run.id),
  )
  const about = await teasersAbout(
    db,
    ownerId,
    runs.map(({ run }) => run.contextId),
  )
  return runs.map(({ run, question, context }) => ({
    id: run.id,
    state: run.state,
    silence: run.silence,
    failure: run.failure,
    contextId: question.id,
    question: question.title,
    about: (about.get(run.contextId) ?? [])
      .filter(
        ({ isPublic }) => isPublic || mayAnswer(ownerId, { ...context, isOpen: !isTerminal(context.phase) }),
      )
      .map(({ teaser }) => teaser),
    offers: posted.get(run.id) ?? [],
    promptTokens: run.promptTokens,
    completionTokens: run.completionTokens,
    costMicroUsd: run.costMicroUsd,
    ...momentsOf(run, context),
  }))
}

/** When a sub-question was really asked is its inspector's to choose, so a run on it is dated as it is, and takes as long as it took. */
function momentsOf(
  { createdAt, finishedAt }: Pick<typeof botRuns.$inferSelect, 'createdAt' | 'finishedAt'>,
  { parentId, askedAt }: { parentId: string | null; askedAt: Date },
): Pick<BotRunView, 'createdAt' | 'finishedAt'> {
  if (parentId === null) return { createdAt, finishedAt }
  const tookMs = finishedAt === null ? null : finishedAt.getTime() - createdAt.getTime()
  return { createdAt: askedAt, finishedAt: tookMs === null ? null : new Date(askedAt.getTime() + tookMs) }
}

async function offersOfRuns(db: Db, runIds: readonly string[]): Promise<Map<string, BotRunView['offers']>> {
  if (runIds.length === 0) return new Map()
  const found = await db
    .select({
      runId: offers.botRunId,
      id: offers.id,
      teaser: offers.teaser,
      priceMicros: offers.priceMicros,
      state: offers.state,
      reason: offers.reason,
    })
    .from(offers)
    .where(inArray(offers.botRunId, [...runIds]))
    .orderBy(offers.createdAt, offers.id)
  return Map.groupBy(found, ({ runId }) => runId ?? '')
}

type TeaserAbout = { contextId: string; teaser: string; isPublic: boolean }

/** Teasers that sub-questions are about, and whether their own questions' pages show them to the viewer. */
async function teasersAbout(
  db: Db,
  viewer: string,
  contextIds: readonly string[],
): Promise<Map<string, TeaserAbout[]>> {
  if (contextIds.length === 0) return new Map()
  const found = await db
    .select({ contextId: contextAbout.contextId, teaser: offers.teaser, isPublic: showsTeaser(viewer) })
    .from(contextAbout)
    .innerJoin(offers, eq(offers.id, contextAbout.offerId))
    .innerJoin(contexts, eq(contexts.id, offers.contextId))
    .innerJoin(inspections, eq(inspections.rootId, contexts.rootId))
    .where(inArray(contextAbout.contextId, [...contextIds]))
  return Map.groupBy(found, ({ contextId }) => contextId)
}
