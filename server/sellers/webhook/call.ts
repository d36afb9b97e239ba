import type { BotRow, WebhookRow } from '@/db/schema'
import { CALL_TIMEOUT_MS, type DeliveryFailure, REPLY_BYTES_MAX } from '../../contract/webhook'
import type { Deps } from '../../deps'
import type { BotDraft } from '../runs/answerer'
import type { WebhookMessage } from './message'
import { readReply } from './read-reply'
import { openSecrets } from './secrets'
import { signedHeaders } from './sign'

/** One try of a call: what came of it, and what of it may stand in the log. Never the reply's text. */
export type Try = {
  httpStatus: number | null
  failure: DeliveryFailure | null
  durationMs: number
  replyBytes: number
  /** Null after a failure. */
  said: { kind: 'offers'; drafts: BotDraft[] } | { kind: 'later' } | null
}

const LATER = 202
const GONE = 410

/** Failures that may pass by themselves; the others are in what was answered, and would come again. */
const PASSING: readonly DeliveryFailure[] = ['unreachable', 'timeout', 'status', 'redirected']

export const mayPass = (failure: DeliveryFailure) => PASSING.includes(failure)

/** Calls an owner's server once: signed, within 15 s and 64 kB, no redirect followed. */
export async function callWebhook(
  deps: Pick<Deps, 'outbound' | 'cipher' | 'clock'>,
  { bot, hook, message }: { bot: BotRow; hook: WebhookRow; message: WebhookMessage },
  signal?: AbortSignal,
): Promise<Try> {
  const at = deps.clock.now()
  const body = JSON.stringify(message)
  const startedMs = performance.now()
  const reply = await deps.outbound.exchange({
    url: hook.url,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      'user-agent': 'Caveat-Webhook/1',
      ...signedHeaders(openSecrets(deps.cipher, hook, at), { id: message.id, at, body }),
    },
    body,
    timeoutMs: CALL_TIMEOUT_MS,
    replyBytesMax: REPLY_BYTES_MAX,
    ...(signal ? { signal } : {}),
  })
  const durationMs = Math.round(performance.now() - startedMs)
  if (!reply.ok) return { httpStatus: null, failure: reply.failure, durationMs, replyBytes: 0, said: null }
  const { status: httpStatus, body: bytes } = reply
  const log = { httpStatus, durationMs, replyBytes: bytes.length }
  const failure = statusFailure(httpStatus)
  if (failure) return { ...log, failure, said: null }
  if (httpStatus === LATER) return { ...log, failure: null, said: { kind: 'later' } }
  if (!isJsonType(reply.headers['content-type'])) return { ...log, failure: 'not-json', said: null }
  const read = readReply(bot, bytes)
  return read.ok
    ? { ...log, failure: null, said: { kind: 'offers', drafts: read.drafts } }
    : { ...log, failure: read.failure, said: null }
}

function statusFailure(status: number): DeliveryFailure | null {
  if (status === GONE) return 'gone'
  if (status >= 300 && status < 400) return 'redirected'
  return status >= 200 && status < 300 ? null : 'status'
}

function isJsonType(header: string | string[] | undefined): boolean {
  const type = String(header ?? '').split(';')[0] ?? ''
  return /^application\/([\w.-]+\+)?json$/i.test(type.trim())
}
