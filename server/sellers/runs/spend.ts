import { and, eq, ne, sql } from 'drizzle-orm'
import type { Db, Tx } from '@/db/client'
import { type BotRow, botDays, botRuns, bots } from '@/db/schema'
import { notEarning } from '../../auth/standing'
import type { Deps } from '../../deps'
import type { Tokens } from '../../llm/model'
import { wordCount } from '../../shared/words'
import type { Silence } from '../../words/sellers'

/** What a run has cost so far. */
export type Spend = { usage: Tokens; costMicroUsd: bigint }

const TOKENS_PER_PRICE = 1_000_000n
/** `YYYY-MM-DD`. */
const DAY_CHARS = 10
/** More than a word has in most languages, so that what is put aside is rather too much. */
const TOKENS_PER_WORD = 2
/** Room for the market's own instructions, the question and an ordinary reply. */
const CALL_TOKENS = 2_000

/** The day of a moment, in UTC: what caps are counted by. */
export const dayOf = (at: Date) => at.toISOString().slice(0, DAY_CHARS)

/** Micro-dollars, rounded up, by the prices that the owner has named for a million tokens. */
export function costOf(bot: Pick<BotRow, 'inputMicroUsd' | 'outputMicroUsd'>, usage: Tokens): bigint {
  const sum =
    BigInt(usage.promptTokens) * bot.inputMicroUsd + BigInt(usage.completionTokens) * bot.outputMicroUsd
  return (sum + TOKENS_PER_PRICE - 1n) / TOKENS_PER_PRICE
}

/** The caps of tokens bind those that use them. */
const usesModel = ({ kind, usesEmbeddings }: BotRow) =>
  kind === 'llm' || (kind === 'corpus' && usesEmbeddings)

/** What a call is expected to use: put aside while it is under way. */
export function expectedTokens(knowledge: string): number {
  return CALL_TOKENS + TOKENS_PER_WORD * wordCount(knowledge)
}

/**
 * Whether a bot may be asked now, or why not. For a bot that calls a model what the call is expected to use is put aside: until
 * the run ends it stands in the run's own row, which is where a crash leaves it and a repeat finds it. So of two runs at once
 * only one gets the last of the day's tokens, and the cap is passed by at most one call.
 */
export async function admitRun(
  deps: Pick<Deps, 'db' | 'clock' | 'env'>,
  runId: string,
  { bot, tokens }: { bot: BotRow; tokens: number },
): Promise<Silence | null> {
  const day = dayOf(deps.clock.now())
  // A bot that was put to work before its owner had to prove an e-mail earns nothing until they do.
  if (bot.isPaused || (await notEarning(deps.db, deps, [bot.ownerId])).size > 0) return 'paused'
  if (!usesModel(bot)) return (await offersOf(deps.db, bot.id, day)) < bot.offersPerDayMax ? null : 'day-cap'
  return deps.db.transaction(async (tx) => {
    const [locked] = await tx.select().from(bots).where(eq(bots.id, bot.id)).for('no key update')
    if (!locked) return 'paused'
    if ((await offersOf(tx, bot.id, day)) >= locked.offersPerDayMax) return 'day-cap'
    const used = await tokensOf(tx, { botId: bot.id, day, runId })
    if (used >= locked.tokensPerDayMax) return 'token-cap'
    await tx.update(botRuns).set({ promptTokens: tokens }).where(eq(botRuns.id, runId))
    return null
  })
}

async function offersOf(db: Db, botId: string, day: string): Promise<number> {
  const [row] = await db
    .select({ offers: botDays.offers })
    .from(botDays)
    .where(and(eq(botDays.botId, botId), eq(botDays.day, day)))
  return row?.offers ?? 0
}

/** Tokens put aside for a rehearsal, on the day of a moment. */
export type PutAside = { botId: string; at: Date; tokens: number }

/**
 * As `admitRun`, for a rehearsal. It has no run, so what its call is expected to use is counted on the day until `settleRehearsal` puts
 * what it used in its place; after a crash it stands there until the day ends. Null past the cap.
 */
export async function admitRehearsal(
  deps: Pick<Deps, 'db' | 'clock'>,
  bot: BotRow,
  tokens: number,
): Promise<PutAside | null> {
  const aside = { botId: bot.id, at: deps.clock.now(), tokens: usesModel(bot) ? tokens : 0 }
  if (!usesModel(bot)) return aside
  return deps.db.transaction(async (tx) => {
    const [locked] = await tx.select().from(bots).where(eq(bots.id, bot.id)).for('no key update')
    const used = await tokensOf(tx, { botId: bot.id, day: dayOf(aside.at), runId: null })
    if (!locked || used >= locked.tokensPerDayMax) return null
    await countSpend(tx, aside, { usage: { promptTokens: tokens, completionTokens: 0 }, costMicroUsd: 0n })
    return aside
  })
}

/** Counts what a rehearsal used, in the place of what was put aside for it. */
export async function settleRehearsal(
  tx: Tx,
  aside: PutAside,
  { usage, costMicroUsd }: Spend,
): Promise<void> {
  const promptTokens = usage.promptTokens - aside.tokens
  await countSpend(tx, aside, { usage: { ...usage, promptTokens }, costMicroUsd })
}

/** Used on the day, and put aside by the runs that are under way, but for one of them. */
async function tokensOf(tx: Tx, of: { botId: string; day: string; runId: string | null }): Promise<number> {
  const [spent] = await tx
    .select({ tokens: sql<number>`${botDays.promptTokens} + ${botDays.completionTokens}` })
    .from(botDays)
    .where(and(eq(botDays.botId, of.botId), eq(botDays.day, of.day)))
  const [aside] = await tx
    .select({ tokens: sql<number>`coalesce(sum(${botRuns.promptTokens}), 0)::integer` })
    .from(botRuns)
    .where(
      and(
        eq(botRuns.botId, of.botId),
        eq(botRuns.state, 'queued'),
        of.runId === null ? undefined : ne(botRuns.id, of.runId),
      ),
    )
  return (spent?.tokens ?? 0) + (aside?.tokens ?? 0)
}

/** Adds what a run used to its bot's day; what is below nothing is taken off. */
export async function countSpend(
  tx: Tx,
  { botId, at }: { botId: string; at: Date },
  { usage, costMicroUsd }: Spend,
): Promise<void> {
  const { promptTokens, completionTokens } = usage
  if (promptTokens === 0 && completionTokens === 0 && costMicroUsd === 0n) return
  await tx
    .insert(botDays)
    .values({ botId, day: dayOf(at), promptTokens, completionTokens, costMicroUsd })
    .onConflictDoUpdate({
      target: [botDays.botId, botDays.day],
      set: {
        promptTokens: sql`${botDays.promptTokens} + ${promptTokens}`,
        completionTokens: sql`${botDays.completionTokens} + ${completionTokens}`,
        costMicroUsd: sql`${botDays.costMicroUsd} + ${costMicroUsd}`,
      },
    })
}
