import type { BotRow } from '@/db/schema'
import type { Deps } from '../../deps'
import { siteUrl } from '../../env'
import { exactCredits } from '../../shared/money'
import type { BotQuestion } from '../runs/answerer'

/** What an owner's server is sent; documented in docs/selling.md. Public text only. */
export type WebhookMessage = {
  type: 'question' | 'rehearsal' | 'test'
  /** Of the question towards this bot: the same on every try, and what a callback names. */
  id: string
  question: {
    title: string
    body: string
    decision: BotQuestion['question']['decision']
    pages: readonly string[]
    tags: readonly string[]
  }
  /** For a sub-question: what it wants to know about the offers with these teasers. */
  subject: BotQuestion['subject']
  /** All amounts are credits as decimal text. */
  budget: string
  price: { rule: 'fixed' | 'chosen'; usual: string; min: string; max: string }
  offersMax: number
  /** Until when offers are taken, ISO 8601; null when nobody can say. */
  deadline: string | null
  /** Where an answer that comes later is posted. */
  callbackUrl: string
}

/** Decimal text without the spaces that people read amounts with. */
const decimal = (micros: bigint) => exactCredits(micros).replace(/\s/g, '')

export function messageFor(
  { env }: Pick<Deps, 'env'>,
  bot: BotRow,
  asked: BotQuestion,
  { type, id }: Pick<WebhookMessage, 'type' | 'id'>,
): WebhookMessage {
  const { title, body, decision, pages } = asked.question
  const usual = decimal(bot.priceMicros)
  return {
    type,
    id,
    question: { title, body, decision, pages, tags: asked.tags },
    subject: asked.subject,
    budget: decimal(asked.budgetMicros),
    price: {
      rule: bot.priceRule === 'chosen' ? 'chosen' : 'fixed',
      usual,
      min: bot.priceMicrosMin === null ? usual : decimal(bot.priceMicrosMin),
      max: bot.priceMicrosMax === null ? usual : decimal(bot.priceMicrosMax),
    },
    offersMax: bot.offersPerContextMax,
    deadline: asked.closesAt?.toISOString() ?? null,
    callbackUrl: `${siteUrl(env).replace(/\/+$/, '')}/api/bots/callback/${id}`,
  }
}
