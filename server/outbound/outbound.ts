import { Agent, buildConnector, type Dispatcher, request, fetch as undiciFetch } from 'undici'
import type { OutboundFailure } from '../contract/outbound'
import { checkUrl, WEB_PORTS } from './check-url'
import { AddressRefused, guardedConnector, type Resolve, systemResolve } from './connector'

export type Exchange = {
  url: string
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string | Uint8Array
  /** For the whole exchange, from the lookup to the last byte, so that a reply that drips is over in time too. */
  timeoutMs: number
  replyBytesMax: number
  signal?: AbortSignal
}

export type ExchangeResult =
  /** Any status: a redirect too, which is never followed. */
  | { ok: true; status: number; headers: Record<string, string | string[] | undefined>; body: Uint8Array }
  | { ok: false; failure: OutboundFailure }

/** The one client for addresses that people write: owners' servers and owners' models. */
export interface Outbound {
  /** Whether an address may be called, as far as its text shows. */
  allows(url: string): boolean
  exchange(call: Exchange): Promise<ExchangeResult>
  /** The same with the face of `fetch`, for libraries. Throws on every failure; its message is the failure's code. */
  fetch(url: string | URL | Request, init?: RequestInit): Promise<Response>
  close(): Promise<void>
}

export type OutboundOptions = {
  /** The development switch (`OUTBOUND_PRIVATE`): http, loopback and private addresses will do. */
  allowsPrivate: boolean
  resolve?: Resolve
  /** Instead of those of web servers; '' is the protocol's own. */
  ports?: readonly string[]
}

/** A reply of a model with all its reasoning fits many times. */
const FETCH_BYTES_MAX = 2_000_000
/** Above any model call; the caller's own deadline is shorter. */
const FETCH_TIMEOUT_MS = 120_000
/** At most so many at once to one server, so that nobody makes the market flood it. */
const CONNECTIONS_MAX = 32
const HEADER_BYTES_MAX = 16_384

/** Source: reliability, W9: checked where it connects, no redirects, https and a port list, caps on time and size. */
export function createOutbound({
  allowsPrivate,
  resolve = systemResolve,
  ports = WEB_PORTS,
}: OutboundOptions): Outbound {
  const agent = new Agent({
    connect: allowsPrivate ? buildConnector({ allowH2: false }) : guardedConnector(resolve),
    connections: CONNECTIONS_MAX,
    maxHeaderSize: HEADER_BYTES_MAX,
  })

  async function exchange(call: Exchange): Promise<ExchangeResult> {
    const checked = checkUrl(call.url, { allowsPrivate, ports })
    if (!checked.ok) return { ok: false, failure: 'address-refused' }
    const deadline = AbortSignal.timeout(call.timeoutMs)
    const signal = call.signal ? AbortSignal.any([call.signal, deadline]) : deadline
    try {
      const reply = await request(checked.url, {
        dispatcher: agent,
        method: call.method,
        headers: call.headers,
        body: call.body ?? null,
        signal,
        headersTimeout: call.timeoutMs,
        bodyTimeout: call.timeoutMs,
      })
      return await readReply(reply, call.replyBytesMax)
    } catch (error) {
      return { ok: false, failure: failureOf(error, signal) }
    }
  }

  return {
    allows: (url) => checkUrl(url, { allowsPrivate, ports }).ok,
    exchange,
    async fetch(url, init) {
      const asked = new Request(url, init)
      const body = asked.body ? new Uint8Array(await asked.arrayBuffer()) : undefined
      const result = await exchange({
        url: asked.url,
        method: asked.method === 'GET' ? 'GET' : 'POST',
        headers: Object.fromEntries(asked.headers),
        ...(body ? { body } : {}),
        timeoutMs: FETCH_TIMEOUT_MS,
        replyBytesMax: FETCH_BYTES_MAX,
        signal: asked.signal,
      })
      if (!result.ok) throw new TypeError(result.failure)
      return responseOf(result)
    },
    close: () => agent.destroy(),
  }
}

async function readReply(reply: Dispatcher.ResponseData, bytesMax: number): Promise<ExchangeResult> {
  const coding = String(reply.headers['content-encoding'] ?? 'identity')
    .trim()
    .toLowerCase()
  const failure = coding !== 'identity' ? 'compressed' : declaredBytes(reply) > bytesMax ? 'too-large' : null
  const chunks: Uint8Array[] = []
  let bytes = 0
  if (!failure) {
    for await (const chunk of reply.body) {
      bytes += chunk.length
      if (bytes > bytesMax) break
      chunks.push(chunk)
    }
  }
  if (failure || bytes > bytesMax) {
    // What is left unread ends the connection; the stream then complains that it was cut short.
    reply.body.on('error', () => undefined).destroy()
    return { ok: false, failure: failure ?? 'too-large' }
  }
  return { ok: true, status: reply.statusCode, headers: reply.headers, body: Buffer.concat(chunks) }
}

function declaredBytes({ headers }: Dispatcher.ResponseData): number {
  const declared = Number(headers['content-length'] ?? 0)
  return Number.isFinite(declared) ? declared : 0
}

function failureOf(error: unknown, signal: AbortSignal): OutboundFailure {
  if (isRefusal(error)) return 'address-refused'
  if (signal.aborted) return 'timeout'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /TIMEOUT/i.test(code) ? 'timeout' : 'unreachable'
}

/** The refusal itself, or as the cause or among the parts of what the socket made of it. */
function isRefusal(error: unknown): boolean {
  if (error instanceof AddressRefused) return true
  if (error instanceof AggregateError) return error.errors.some(isRefusal)
  return error instanceof Error && error.cause !== undefined && isRefusal(error.cause)
}

/** Statuses without a body may not be given one. */
const BODILESS = new Set([204, 205, 304])

function responseOf({ status, headers, body }: Extract<ExchangeResult, { ok: true }>): Response {
  if (status >= 300 && status < 400) throw new TypeError('redirected')
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, one]),
  )
  return new Response(BODILESS.has(status) ? null : Buffer.from(body), { status, headers: pairs })
}

/**
 * As `fetch`, for the one server that the operator has named; it gives up only when its caller's signal says so. Node's own does
 * after five minutes without a word, which a small machine with a large prompt needs.
 */
export function patientFetch(): (url: string | URL | Request, init?: RequestInit) => Promise<Response> {
  const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 })
  // The library's types and those of the web describe the same objects.
  const fetch = undiciFetch as unknown as (
    url: string | URL | Request,
    init?: RequestInit & { dispatcher: Agent },
  ) => Promise<Response>
  return (url, init) => fetch(url, { ...init, dispatcher })
}
