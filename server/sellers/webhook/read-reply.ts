import type { BotRow } from '@/db/schema'
import { type DeliveryFailure, JSON_DEPTH_MAX, webhookReplySchema } from '../../contract/webhook'
import { parseCredits } from '../../shared/money'
import type { BotDraft } from '../runs/answerer'
import { priceOf } from '../runs/drafts'

export type ReadReply = { ok: true; drafts: BotDraft[] } | { ok: false; failure: DeliveryFailure }

/** Reads offers out of what an owner's server has written; prices follow the bot's rule and bounds. */
export function readReply(bot: BotRow, bytes: Uint8Array): ReadReply {
  const text = textIn(bytes)
  if (text === null) return { ok: false, failure: 'not-json' }
  if (depthOf(text) > JSON_DEPTH_MAX) return { ok: false, failure: 'too-deep' }
  const parsed = webhookReplySchema.safeParse(jsonIn(text))
  if (!parsed.success) return { ok: false, failure: jsonIn(text) === undefined ? 'not-json' : 'malformed' }
  const drafts: BotDraft[] = []
  for (const { teaser, privateInfo, price } of parsed.data.offers) {
    const named = price == null ? null : parseCredits(price)
    if (named && !named.ok) return { ok: false, failure: 'malformed' }
    drafts.push({ teaser, privateInfo, priceMicros: priceOf(bot, named?.micros ?? null) })
  }
  return { ok: true, drafts }
}

function textIn(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Not UTF-8, so not JSON; the decoder says no more than that.
    return null
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's message would quote the reply.
    return undefined
  }
}

/** How deep arrays and objects lie in one another, before anything is built from them. */
function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  let isInText = false
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]
    if (isInText) {
      if (char === '\\') at += 1
      else if (char === '"') isInText = false
    } else if (char === '"') isInText = true
    else if (char === '{' || char === '[') deepest = Math.max(deepest, ++depth)
    else if (char === '}' || char === ']') depth -= 1
  }
  return deepest
}
