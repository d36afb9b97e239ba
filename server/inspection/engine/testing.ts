import { users } from '@/db/schema'
import { createBotSchema } from '../../contract/bots'
import type { AskInput, PostOfferInput } from '../../contract/market'
import { grantWelcome } from '../../ledger/grant-welcome'
import { builtInModel } from '../../llm/built-in/built-in'
import type { InspectReply, InspectTask, Model, ModelResult } from '../../llm/model'
import { ask } from '../../market/ask'
import { postOffer } from '../../market/post-offer'
import { DEFAULT_POLICY } from '../../protocol/policy'
import { createBot } from '../../sellers/bots/bots'
import { MICROS_PER_CREDIT } from '../../shared/money'
import type { TestMarket } from '../../testing'

/** People, questions and offers for the engine's tests; everything not said is ordinary. */

let keys = 0
/** A request key that no other form has. */
export const newKey = () => {
  keys += 1
  return `test-key-${keys}`
}

export const credits = (amount: number) => BigInt(Math.round(amount * 100)) * (MICROS_PER_CREDIT / 100n)

export async function person({ deps, clock }: TestMarket, name: string): Promise<string> {
  const id = deps.ids.next('user')
  await deps.db.insert(users).values({ id, handle: `${name}-${id.slice(-6)}`, name, createdAt: clock.now() })
  await grantWelcome(deps.db, { userId: id, at: clock.now() })
  return id
}

export async function askQuestion(
  { deps }: TestMarket,
  buyerId: string,
  over: Partial<AskInput> = {},
): Promise<string> {
  const { contextId } = await ask(deps, buyerId, {
    title: 'Is the bridge at Lindow safe to cross?',
    body: '',
    decision: { kind: 'open' },
    pages: [],
    tags: [],
    budgetMicros: credits(10),
    deadlineMinutes: 60,
    start: { rule: 'quorum', offers: 1 },
    isTreePublic: false,
    policy: DEFAULT_POLICY,
    requestKey: newKey(),
    ...over,
  })
  return contextId
}

export async function sell(
  { deps }: TestMarket,
  sellerId: string,
  offer: Pick<PostOfferInput, 'contextId' | 'teaser' | 'privateInfo' | 'licence' | 'isCounter'> & {
    price: number
  },
): Promise<string> {
  const { price, ...rest } = offer
  const { offerId } = await postOffer(deps, sellerId, {
    ...rest,
    priceMicros: credits(price),
    requestKey: newKey(),
  })
  return offerId
}

/** A bot that answers sub-questions with one text. */
export async function subBot(
  { deps }: TestMarket,
  ownerId: string,
  bot: { keyword: string; teaser: string; knowledge: string; price: number },
): Promise<string> {
  const input = createBotSchema.parse({
    bot: {
      kind: 'fixed',
      name: `Bot on ${bot.keyword}`,
      matcher: { anyOf: [bot.keyword], scope: 'sub-contexts' },
      teaser: bot.teaser,
      knowledge: bot.knowledge,
      price: { rule: 'fixed', priceMicros: credits(bot.price) },
    },
    isLive: true,
    requestKey: newKey(),
  })
  const { botId } = await createBot(deps, ownerId, input)
  return botId
}

type Scripted = InspectReply | Extract<ModelResult<never>, { ok: false }>

/** A model whose verdicts are `script`; everything else is the built-in one's. Remembers what it was shown. */
export function scriptedModel(
  script: (task: InspectTask) => Scripted | Promise<Scripted>,
): Model & { seen: InspectTask[] } {
  const seen: InspectTask[] = []
  return {
    ...builtInModel,
    name: 'Scripted',
    seen,
    async inspect(task) {
      seen.push(task)
      const reply = await script(task)
      const usage = { calls: 1, promptTokens: 100, completionTokens: 10 }
      return 'ok' in reply ? reply : { ok: true, value: reply, usage }
    },
  }
}

export const NOTHING: InspectReply = { buy: [], pass: [], ask: [] }

/** Buys everything on the table. */
export function buyAll(task: InspectTask): InspectReply {
  return { ...NOTHING, buy: task.offers.map(({ handle }) => ({ handle, reason: 'worth-its-price' })) }
}

/** Asks one thing about everything on the table. */
export function askAbout(task: InspectTask, question: string, budget = 2): InspectReply {
  const about = task.offers.map(({ handle }) => handle)
  return { ...NOTHING, ask: [{ about, kind: 'verify', question, budgetMicros: credits(budget) }] }
}
