import type { BotRow, WebhookRow } from '@/db/schema'
import { CALL_TIMEOUT_MS, type DeliveryFailure, REPLY_BYTES_MAX } from '../../contract/webhook'
import type { Deps } from '../../deps'
import type { Secret } from '../../shared/secret'
import type { BotDraft } from '../runs/answerer'
import type { WebhookMessage } from './message'
import { readReply } from './read-reply'
import { openSecrets, purposeOf } from './secrets'
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

/** What came of a call, before anybody has read its reply. */
export type Posted = Omit<Try, 'said'> & { reply: { contentType: string; bytes: Uint8Array } | null }

/** Posts a signed message to somebody's server once: within 15 s and 64 kB, no redirect followed. */
export async function postSigned(
  deps: Pick<Deps, 'outbound'>,
  message: { url: string; secrets: readonly Secret[]; id: string; at: Date; body: string },
  signal?: AbortSignal,
): Promise<Posted> {
  const { url, secrets, id, at, body } = message
  const startedMs = performance.now()
  const reply = await deps.outbound.exchange({
    url,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      'user-agent': 'Caveat-Webhook/1',
      ...signedHeaders(secrets, { id, at, body }),
    },
    body,
    timeoutMs: CALL_TIMEOUT_MS,
    replyBytesMax: REPLY_BYTES_MAX,
    ...(signal ? { signal } : {}),
  })
  const durationMs = Math.round(performance.now() - startedMs)
  if (!reply.ok) return { httpStatus: null, failure: reply.failure, durationMs, replyBytes: 0, reply: null }
  const { status: httpStatus, body: bytes, headers } = reply
  return {
    httpStatus,
    failure: statusFailure(httpStatus),
    durationMs,
    replyBytes: bytes.length,
    reply: { contentType: String(headers['content-type'] ?? ''), bytes },
  }
}

/** Calls an owner's server once, and reads what it says. */
export async function callWebhook(
  deps: Pick<Deps, 'outbound' | 'cipher' | 'clock'>,
  { bot, hook, message }: { bot: BotRow; hook: WebhookRow; message: WebhookMessage },
  signal?: AbortSignal,
): Promise<Try> {
  const at = deps.clock.now()
  const secrets = openSecrets(deps.cipher, purposeOf(bot.id), hook, at)
  const body = JSON.stringify(message)
  const { reply, ...log } = await postSigned(
    deps,
    { url: hook.url, secrets, id: message.id, at, body },
    signal,
  )
  if (log.failure || !reply) return { ...log, said: null }
  if (log.httpStatus === LATER) return { ...log, said: { kind: 'later' } }
  if (!isJsonType(reply.contentType)) return { ...log, failure: 'not-json', said: null }
  const read = readReply(bot, reply.bytes)
  return read.ok
    ? { ...log, said: { kind: 'offers', drafts: read.drafts } }
    : { ...log, failure: read.failure, said: null }
}

function statusFailure(status: number): DeliveryFailure | null {
  if (status === GONE) return 'gone'
  if (status >= 300 && status < 400) return 'redirected'
  return status >= 200 && status < 300 ? null : 'status'
}

function isJsonType(header: string): boolean {
  const type = header.split(';')[0] ?? ''
  return /^application\/([\w.-]+\+)?json$/i.test(type.trim())
}
