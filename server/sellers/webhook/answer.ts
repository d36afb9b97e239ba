import { eq } from 'drizzle-orm'
import { webhooks } from '@/db/schema'
import { NO_USAGE } from '../../llm/model'
import type { Answerer } from '../runs/answerer'
import { callWebhook } from './call'
import { messageFor } from './message'

/** Asks an owner's server once. For rehearsals: at work a call is delivered, logged and tried again (`deliver.ts`). */
export const answerFromWebhook: Answerer = async (
  deps,
  bot,
  asked,
  { runId, signal, isRehearsal = false },
) => {
  const free = { usage: NO_USAGE, costMicroUsd: 0n }
  const [hook] = await deps.db.select().from(webhooks).where(eq(webhooks.botId, bot.id))
  if (!hook) return { kind: 'failed', failure: 'address-refused', ...free }
  const message = messageFor(deps, bot, asked, { type: isRehearsal ? 'rehearsal' : 'question', id: runId })
  const { said, failure } = await callWebhook(deps, { bot, hook, message }, signal)
  if (!said) return { kind: 'failed', failure: failure ?? 'unreachable', ...free }
  if (said.kind === 'later') return { kind: 'later' }
  return said.drafts.length > 0
    ? { kind: 'offers', offers: said.drafts, ...free }
    : { kind: 'silent', ...free }
}
