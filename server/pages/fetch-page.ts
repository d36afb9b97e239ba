import { createHash } from 'node:crypto'
import type { ExchangeResult, Outbound } from '../outbound/outbound'
import type { PageFailure } from '../words/pages'

/** What the market calls itself to servers of pages; robots.txt names it by its first part. */
export const PAGE_AGENT = 'CaveatBot'
/** From the first lookup to the last byte, robots.txt and redirects included. Below what a question waits for its pages. */
export const PAGE_MS_MAX = 12_000
/** The largest articles with their markup are about as large. */
export const PAGE_BYTES_MAX = 3_000_000
/** What a reader of robots.txt has to read at least (RFC 9309, section 2.5). */
export const ROBOTS_BYTES_MAX = 512_000
/** From http to https, to "www.", to the article's own address: an honest page needs three. RFC 9309 wants five for robots.txt. */
export const REDIRECTS_MAX = 5

const HTML_TYPES = new Set(['text/html', 'application/xhtml+xml'])
const TYPES = new Set([...HTML_TYPES, 'text/plain', 'text/markdown'])

/** A page as it came. */
export type FetchedPage = {
  ok: true
  /** Where the redirects ended. */
  url: string
  bytes: Uint8Array
  isHtml: boolean
  /** What its server said of its encoding. */
  charset: string | null
  /** SHA-256 of the bytes, in hexadecimal. */
  hash: string
}
export type PageRefusal = { ok: false; failure: PageFailure }

/** Says of a text of robots.txt whether it lets an address be read. */
export type MayRead = (robots: { url: string; text: string; page: string }) => Promise<boolean>

/**
 * Fetches a page through the guarded client, which refuses addresses that are not public. Redirects are followed here, each address
 * anew under the same rules and under the robots.txt of its own server. The fragment stays here. Never throws for what the other
 * side does.
 */
export async function fetchPage(
  outbound: Outbound,
  { page, mayRead, signal: given }: { page: string; mayRead: MayRead; signal: AbortSignal },
): Promise<FetchedPage | PageRefusal> {
  const signal = AbortSignal.any([given, AbortSignal.timeout(PAGE_MS_MAX)])
  const get = (url: string, accept: string, bytesMax: number) =>
    getFrom(outbound, { url, accept, bytesMax, signal })
  let url = startOf(outbound, page)
  for (let hops = 0; hops <= REDIRECTS_MAX; hops += 1) {
    if (!outbound.allows(url)) return refused('address-refused')
    const barrier = await robotsBarrier(url)
    if (barrier) return refused(barrier)
    const reply = await get(url, [...TYPES].join(', '), PAGE_BYTES_MAX)
    if (!reply.ok) return refused(reply.failure)
    const next = redirectOf(reply, url)
    if (next === null) return fetched(url, reply)
    url = next
  }
  return refused('too-many-redirects')

  /** Null when robots.txt lets the address be read, or there is none. A server that cannot say so is left alone (RFC 9309, 2.3.1). */
  async function robotsBarrier(wanted: string): Promise<PageFailure | null> {
    let robots = new URL('/robots.txt', wanted).href
    for (let hops = 0; hops <= REDIRECTS_MAX; hops += 1) {
      if (!outbound.allows(robots)) return null
      const reply = await get(robots, 'text/plain', ROBOTS_BYTES_MAX)
      if (!reply.ok) return reply.failure
      const next = redirectOf(reply, robots)
      if (next === null) {
        if (reply.status >= 500 || reply.status === 429) return 'server-failed'
        if (reply.status !== 200) return null
        const text = Buffer.from(reply.body).toString('utf8')
        return (await mayRead({ url: new URL('/robots.txt', wanted).href, text, page: wanted }))
          ? null
          : 'robots'
      }
      robots = next
    }
    return null
  }
}

const refused = (failure: PageFailure): PageRefusal => ({ ok: false, failure })

/** Addresses without encryption are tried with it, as browsers do. */
function startOf(outbound: Outbound, page: string): string {
  const url = new URL(page)
  url.hash = ''
  if (url.protocol !== 'http:' || outbound.allows(url.href)) return url.href
  url.protocol = 'https:'
  return url.href
}

function getFrom(
  outbound: Outbound,
  { url, accept, bytesMax, signal }: { url: string; accept: string; bytesMax: number; signal: AbortSignal },
): Promise<ExchangeResult> {
  return outbound.exchange({
    url,
    method: 'GET',
    // Nothing is unfolded here, so nothing folded is asked for.
    headers: { accept, 'accept-encoding': 'identity', 'user-agent': `${PAGE_AGENT}/1.0` },
    timeoutMs: PAGE_MS_MAX,
    replyBytesMax: bytesMax,
    signal,
  })
}

type Reply = Extract<ExchangeResult, { ok: true }>

const REDIRECTS = new Set([301, 302, 303, 307, 308])

/** Where a reply sends its reader; null when it sends them nowhere. */
function redirectOf({ status, headers }: Reply, from: string): string | null {
  const location = String(headers.location ?? '')
  if (!REDIRECTS.has(status) || !URL.canParse(location, from)) return null
  const url = new URL(location, from)
  url.hash = ''
  return url.href
}

const MISSING = new Set([404, 410])
const FORBIDDEN = new Set([401, 402, 403, 407, 429, 451])

function fetched(url: string, { status, headers, body }: Reply): FetchedPage | PageRefusal {
  if (MISSING.has(status)) return refused('missing')
  if (FORBIDDEN.has(status)) return refused('forbidden')
  if (status !== 200) return refused('server-failed')
  const [type = '', ...parameters] = String(headers['content-type'] ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  if (!TYPES.has(type)) return refused('wrong-type')
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length)
  return {
    ok: true,
    url,
    bytes: body,
    isHtml: HTML_TYPES.has(type),
    charset: charset?.replace(/^["']|["']$/g, '') || null,
    hash: createHash('sha256').update(body).digest('hex'),
  }
}
