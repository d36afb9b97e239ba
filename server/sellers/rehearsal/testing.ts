import { eq, sql } from 'drizzle-orm'
import { rowsOf } from '@/db/client'
import { botDays } from '@/db/schema'
import type { TestDatabase } from '@/db/testing'
import { createBotSchema } from '../../contract/bots'
import {
  askQuestion,
  buyAll,
  credits,
  newKey,
  person,
  scriptedModel,
  sell,
} from '../../inspection/engine/testing'
import type { InspectReply, InspectTask, ModelResult, OfferReply, OfferTask } from '../../llm/model'
import { type TestMarket, testMarket } from '../../testing'
import { createBot } from '../bots/bots'

export const TOKENS = { promptTokens: 900, completionTokens: 100 }
export const USAGE = { ...TOKENS, calls: 1 }
export const SAID = { teaser: 'The load limit of the bridge', privateInfo: 'It carries 3.5 tonnes.' }
/** The private part of that as it is drawn. */
export const SAID_PROSE = [{ tag: 'p', children: [SAID.privateInfo] }]

export type Reply = ModelResult<OfferReply>
export const said = (value: OfferReply): Reply => ({ ok: true, value, usage: USAGE })

/** A market whose bots answer as told and whose inspector follows its script; it buys all when there is none. */
export function marketWhere(
  database: TestDatabase,
  reply: (task: OfferTask) => Reply | Promise<Reply> = () => said(SAID),
  script: (task: InspectTask) => InspectReply = buyAll,
) {
  const tasks: OfferTask[] = []
  const site = {
    ...scriptedModel(script),
    async offer(task: OfferTask) {
      tasks.push(task)
      return reply(task)
    },
  }
  return { market: testMarket(database, { site, isSiteBuiltIn: false }), tasks }
}

export async function bot(
  { deps }: TestMarket,
  ownerId: string,
  over: object = {},
  isLive = false,
): Promise<string> {
  const input = createBotSchema.parse({
    bot: {
      kind: 'llm',
      name: 'Bridge bot',
      matcher: { anyOf: ['bridge'] },
      knowledge: 'The bridge carries 3.5 tonnes.',
      price: { rule: 'fixed', priceMicros: credits(0.5) },
      ...over,
    },
    isLive,
    requestKey: newKey(),
  })
  return (await createBot(deps, ownerId, input)).botId
}

/** A question that was asked, answered by hand, bought and ended. */
export async function pastQuestion(market: TestMarket, buyerId: string, over: object = {}): Promise<string> {
  const seller = await person(market, 'sam')
  const contextId = await askQuestion(market, buyerId, over)
  await sell(market, seller, { contextId, teaser: 'What I saw there', privateInfo: 'A sign.', price: 0.8 })
  await market.settle()
  return contextId
}

/** Every row of every table but the days of bots. */
export async function everything({ deps }: TestMarket): Promise<Record<string, string>> {
  const tables = rowsOf<{ name: string }>(
    await deps.db.execute(
      sql`select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
    ),
  )
  const all: Record<string, string> = {}
  for (const { name } of tables.filter((table) => table.name !== 'bot_day')) {
    const [row] = rowsOf<{ text: string }>(
      await deps.db.execute(
        sql`select coalesce(string_agg(t::text, ';' order by t::text), '') as text from ${sql.identifier(name)} t`,
      ),
    )
    all[name] = row?.text ?? ''
  }
  return all
}

export const dayOfBot = async ({ deps }: TestMarket, botId: string) =>
  (await deps.db.select().from(botDays).where(eq(botDays.botId, botId)))[0]
