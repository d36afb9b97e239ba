import OpenAI, { APIConnectionTimeoutError, APIError } from 'openai'
import type { ChatCompletion, ChatCompletionChunk } from 'openai/resources/chat/completions'
import { Stream } from 'openai/streaming'
import type { ModelFailure } from '../words/failures'
import type { Tokens, Usage } from './model'
import { NO_USAGE } from './model'
import { retryAfterMs } from './retry-after'
import { atLeast, tokensFor, tokensReported } from './usage'

/**
 * One call of a server that speaks OpenAI's chat completions, and the only file that knows the SDK: it streams, learns what
 * this server does not take, and tells failures apart. What comes back is text; `openai.ts` reads it.
 */

export type WireConfig = {
  apiKey: string
  /** The operator's, or for a bot its owner's; a buyer's never (reliability, L11). */
  baseURL: string
  model: string
  /** For a whole call, its retries and its repetition included. */
  timeoutMs?: number
  /** How long a server may say nothing, before its first word and between two. */
  stallMs?: number
  retriesMax?: number
  /** How long a call waits where its server asks for it (`Retry-After`); what is longer is its caller's to wait. */
  patienceMs?: number
  /** For a server that somebody else than the operator has named: the guarded one. */
  fetch?: Fetch
  /** Milliseconds, of this process alone: how long ago something was learnt, and until when a server is left alone. */
  now?: () => number
}
export type Fetch = (url: string | URL | Request, init?: RequestInit) => Promise<Response>

export type WireRequest = {
  messages: readonly { role: 'system' | 'user' | 'assistant'; content: string }[]
  temperature: number
  tokensMax: number
  /** The JSON that the reply must be; null for plain text. */
  json: { name: string; schema: Readonly<Record<string, unknown>> } | null
}

export type Sent =
  | { ok: true; text: string; usage: Usage }
  | {
      ok: false
      failure: ModelFailure
      isTransient: boolean
      usage: Usage
      status?: number
      retryAfterMs?: number
    }

export type Wire = (request: WireRequest, signal: AbortSignal) => Promise<Sent>

/** Ten minutes: what a small model on a slow machine needs for a full table. */
export const CALL_TIMEOUT_MS = 600_000
/** Two minutes: a slow machine reads a long prompt before it says a word; a server that hangs is noticed all the same. */
export const STALL_MS = 120_000
/** Two, half a second and a second apart (the SDK's backoff): bridges a hiccup. The engine waits out anything longer. */
export const CALL_RETRIES_MAX = 2
/** Five seconds: within one call; whoever asks can do something else meanwhile. */
export const CALL_PATIENCE_MS = 5_000
/** Far above any reply of the forms we ask for: what goes on and on is cut off. */
export const REPLY_CHARS_MAX = 200_000
/** With all that a stream wraps around each token: a body that is longer is never held whole, in whatever field it grows. */
const REPLY_BYTES_MAX = 32_000_000

/** The SDK as everything here uses it: nothing from the environment, no redirects, no logging. */
export function createClient(config: Omit<WireConfig, 'model'>): OpenAI {
  return new OpenAI({
    apiKey: config.apiKey,
    baseURL: config.baseURL,
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: config.retriesMax ?? CALL_RETRIES_MAX,
    timeout: config.timeoutMs ?? CALL_TIMEOUT_MS,
    logLevel: 'off',
    fetchOptions: { redirect: 'error' },
    ...(config.fetch ? { fetch: config.fetch } : {}),
  })
}

/**
 * What this server takes, learnt from its refusals. Everything else of a request is sent always. `format`: a JSON schema, any
 * JSON, or nothing, when the form stands in the prompt alone.
 */
type Taken = {
  temperature: boolean
  max_completion_tokens: boolean
  store: boolean
  stream_options: boolean
  format: 'json_schema' | 'json_object' | 'none'
}
const FLAGS = ['temperature', 'max_completion_tokens', 'store', 'stream_options'] as const
const EVERYTHING: Taken = {
  temperature: true,
  max_completion_tokens: true,
  store: true,
  stream_options: true,
  format: 'json_schema',
}
/** An hour, then everything is tried again: one odd refusal does not loosen a server's replies until the next start. */
export const LEARNT_MS = 3_600_000

export function createWire(config: WireConfig): Wire {
  const now = config.now ?? (() => performance.now())
  let learnt = { taken: EVERYTHING, at: now() }
  let closed: { until: number; failure: ModelFailure } | null = null
  return async (request, signal) => {
    if (closed && now() < closed.until) {
      const { until, failure } = closed
      return { ok: false, failure, isTransient: true, usage: NO_USAGE, retryAfterMs: until - now() }
    }
    for (let attempt = now() - learnt.at < LEARNT_MS ? learnt.taken : EVERYTHING; ; ) {
      const counted: Counted = { ...NO_USAGE, retryAfterMs: null }
      try {
        const sent = await sendOnce({ config, request, taken: attempt, signal, counted })
        if (attempt !== learnt.taken) learnt = { taken: attempt, at: now() }
        return sent
      } catch (error) {
        const easier = isRefusedRequest(error) ? withoutRefused(attempt, error, request) : null
        if (!easier) {
          const failed = failureOf(error, signal)
          const waitMs = failed.isTransient ? counted.retryAfterMs : null
          if (waitMs === null) return { ok: false, ...failed, usage: usageIn(counted) }
          if (waitMs > patienceOf(config)) closed = { until: now() + waitMs, failure: failed.failure }
          return { ok: false, ...failed, usage: usageIn(counted), retryAfterMs: waitMs }
        }
        attempt = easier
      }
    }
  }
}

const patienceOf = ({ patienceMs = CALL_PATIENCE_MS }: WireConfig) => patienceMs
const usageIn = ({ calls, promptTokens, completionTokens }: Counted): Usage => ({
  calls,
  promptTokens,
  completionTokens,
})

/** What was used so far, and how long the server that was asked last wants to be left alone. */
type Counted = Usage & { retryAfterMs: number | null }

type Sending = {
  config: WireConfig
  request: WireRequest
  taken: Taken
  signal: AbortSignal
  /** Holds what was used so far, also when this ends with an error. */
  counted: Counted
}

/** Counts what is sent, the SDK's retries too, and leaves a server alone that asks for longer than a call waits. */
function countingFetch(config: WireConfig, counted: Counted): Fetch {
  const send = config.fetch ?? fetch
  return async (url, init) => {
    counted.calls += 1
    const response = await send(url, init)
    counted.retryAfterMs = response.ok ? null : retryAfterMs(response.headers)
    if ((counted.retryAfterMs ?? 0) <= patienceOf(config)) return response
    const headers = new Headers(response.headers)
    headers.set('x-should-retry', 'false')
    return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
  }
}

async function sendOnce({ config, request, taken, signal, counted }: Sending): Promise<Sent> {
  const stalled = new AbortController()
  const timer = setTimeout(() => stalled.abort(new Stalled()), config.stallMs ?? STALL_MS)
  const both = AbortSignal.any([signal, stalled.signal])
  const client = createClient({ ...config, fetch: countingFetch(config, counted) })
  const sentChars = charsOf(request)
  try {
    const whole = await client.chat.completions
      .create({ ...bodyOf(config.model, request, taken), stream: true }, { signal: both })
      .asResponse()
    const response = new Response(whole.body?.pipeThrough(bounded(REPLY_BYTES_MAX)), whole)
    Object.assign(counted, tokensFor({ sentChars, saidChars: 0 }))
    const isStream = response.headers.get('content-type')?.includes('event-stream')
    const reply = emptyReply()
    if (isStream) {
      const control = new AbortController()
      for await (const chunk of Stream.fromSSEResponse<ChatCompletionChunk>(response, control, client)) {
        timer.refresh()
        takeIn(reply, chunk, chunk.choices?.[0]?.delta)
        counted.completionTokens += 1
        both.throwIfAborted()
        if (reply.text.length + reply.toolText.length + reply.refusal.length > REPLY_CHARS_MAX) {
          control.abort()
          reply.finish = 'length'
          break
        }
      }
    } else {
      const completion = (await response.json()) as ChatCompletion
      takeIn(reply, completion, completion.choices?.[0]?.message)
    }
    const saidChars = reply.text.length + reply.toolText.length + reply.refusal.length
    if (reply.usage) Object.assign(counted, atLeast(reply.usage, { sentChars, saidChars }))
    return sentOf(reply, usageIn(counted))
  } catch (error) {
    // A server that was given up had the prompt all the same, and may go on with it.
    if (both.aborted && counted.calls > 0 && counted.promptTokens === 0)
      Object.assign(counted, tokensFor({ sentChars, saidChars: 0 }))
    // The SDK hides the reason of an abort.
    if (stalled.signal.aborted) throw stalled.signal.reason
    if (isTooLong(error))
      return { ok: false, failure: 'truncated', isTransient: false, usage: usageIn(counted) }
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** The body is longer than any reply. */
class TooLong extends Error {}

/** The SDK wraps some errors of a body in its own. */
function isTooLong(error: unknown): boolean {
  return error instanceof TooLong || (error instanceof Error && error.cause instanceof TooLong)
}

function bounded(bytesMax: number): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0
  return new TransformStream({
    transform(part, controller) {
      bytes += part.byteLength
      if (bytes > bytesMax) throw new TooLong()
      controller.enqueue(part)
    },
  })
}

/** The server has said nothing for too long. */
class Stalled extends Error {}

function bodyOf(model: string, request: WireRequest, taken: Taken) {
  const { json } = request
  return {
    model,
    messages: request.messages.map(({ role, content }) => ({ role, content })),
    ...(taken.store ? { store: false } : {}),
    ...(taken.temperature ? { temperature: request.temperature } : {}),
    ...(taken.max_completion_tokens ? { max_completion_tokens: request.tokensMax } : {}),
    ...(taken.stream_options ? { stream_options: { include_usage: true } } : {}),
    ...(json && taken.format === 'json_schema'
      ? {
          response_format: {
            type: 'json_schema' as const,
            json_schema: { name: json.name, strict: true, schema: json.schema },
          },
        }
      : {}),
    ...(json && taken.format === 'json_object' ? { response_format: { type: 'json_object' as const } } : {}),
  }
}

function charsOf({ messages }: WireRequest): number {
  return messages.reduce((sum, { content }) => sum + content.length, 0)
}

type Reply = { text: string; toolText: string; refusal: string; finish: string | null; usage: Tokens | null }
/** Part of a message as servers send it, whatever the SDK's types say: content in parts, and answers as calls of a tool. */
type Part = { content?: unknown; refusal?: unknown; tool_calls?: unknown }

function emptyReply(): Reply {
  return { text: '', toolText: '', refusal: '', finish: null, usage: null }
}

/** Takes in a whole reply, or the next piece of one. */
function takeIn(reply: Reply, { choices, usage }: ChatCompletion | ChatCompletionChunk, part: unknown): void {
  const { content, refusal, tool_calls } = (part ?? {}) as Part
  reply.text += textOf(content)
  reply.refusal += typeof refusal === 'string' ? refusal : ''
  for (const call of Array.isArray(tool_calls) ? tool_calls : []) reply.toolText += argumentsOf(call)
  reply.finish = choices?.[0]?.finish_reason ?? reply.finish
  reply.usage = tokensReported(usage) ?? reply.usage
}

function argumentsOf(call: { function?: { arguments?: unknown } } | null): string {
  const given = call?.function?.arguments
  return typeof given === 'string' ? given : given == null ? '' : JSON.stringify(given)
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.map((part: { text?: unknown }) => (typeof part?.text === 'string' ? part.text : '')).join('')
}

function sentOf({ text, toolText, refusal, finish }: Reply, usage: Usage): Sent {
  const failed = (failure: ModelFailure): Sent => ({ ok: false, failure, isTransient: false, usage })
  if (refusal !== '' || finish === 'content_filter') return failed('refused')
  if (finish === 'length') return failed('truncated')
  return { ok: true, text: text || toolText, usage }
}

/** Servers say in words that a prompt does not fit: llama.cpp, vLLM, LM Studio and OpenAI each in their own. */
const TOO_LONG =
  /context[ _](length|size|window)|maximum context|exceed_context|too many tokens|prompt is too long|input is too long/i
const OUT_OF_MONEY = /insufficient[ _](quota|balance|credits?)|billing|exceeded your current quota/i
const NO_MODEL = /model.{0,80}(not found|does not exist|no such|unknown)|model_not_found/i

type Refusal = APIError & { status: number }

/** The server understood that something was asked and does not take it: another form of the request may do. */
function isRefusedRequest(error: unknown): error is Refusal {
  if (!(error instanceof APIError) || (error.status !== 400 && error.status !== 422)) return false
  return failureOf(error).failure === 'misconfigured'
}

/** The request without what was refused; null when there is nothing left to do without. */
function withoutRefused(taken: Taken, error: Refusal, { json }: WireRequest): Taken | null {
  // The text of an error may quote the prompt: it is only searched for names of parameters.
  const named = FLAGS.find((flag) => taken[flag] && (error.param === flag || mentions(error, flag)))
  if (named) return { ...taken, [named]: false }
  if (!json || taken.format === 'none') return null
  return { ...taken, format: taken.format === 'json_schema' ? 'json_object' : 'none' }
}

function mentions({ message }: Error, name: string): boolean {
  return message.includes(name)
}

/** Their messages may quote a prompt, so nothing of them goes on. */
function failureOf(
  error: unknown,
  signal?: AbortSignal,
): { failure: ModelFailure; isTransient: boolean; status?: number } {
  const given = error instanceof APIError && error.status !== undefined ? { status: error.status } : {}
  const lasting = (failure: ModelFailure) => ({ failure, isTransient: false, ...given })
  const passing = (failure: ModelFailure) => ({ failure, isTransient: true, ...given })
  if (signal?.aborted || error instanceof Stalled || error instanceof APIConnectionTimeoutError)
    return passing('timeout')
  if (error instanceof SyntaxError) return lasting('malformed')
  if (!(error instanceof APIError) || error.status === undefined) return passing('unavailable')
  const { status, code, message } = error
  const words = `${code ?? ''} ${message}`
  if (code === 'content_filter' || code === 'content_policy_violation') return lasting('refused')
  if (status === 402 || OUT_OF_MONEY.test(words)) return lasting('quota')
  if (status === 413 || TOO_LONG.test(words)) return lasting('too-long')
  if (status === 401 || status === 403) return lasting('key-refused')
  if (status === 404 || NO_MODEL.test(words)) return lasting('model-missing')
  if (status === 429) return passing('limited')
  if (status === 408) return passing('timeout')
  if (status === 409 || status >= 500) return passing('server-failed')
  return lasting('misconfigured')
}
