import { parse } from 'parse5'
import { PROOF_META, PROOF_PATH } from '../../contract/sites'
import type { ExchangeResult, Outbound } from '../../outbound/outbound'
import { webAddressOf } from '../../shared/web-address'
import type { ProofFailure, ProofWay } from '../../words/sites'

/** Of each of the two looks. */
const LOOK_MS = 8_000
/** Some hundred owners, a line each. */
const FILE_BYTES_MAX = 16_384
/** A first page with all its markup. */
const PAGE_BYTES_MAX = 1_000_000
/** A head with its styles; the worst of this length takes a parser some 50 ms. */
const HEAD_CHARS_MAX = 65_536
/** A site that fails, wants somebody to sign in, or is tired of robots says nothing of anybody. */
const NO_ANSWER = [401, 403, 407, 408, 425, 429]
const AGENT = 'CaveatBot/1.0'

export type Look = { ok: true; way: ProofWay } | { ok: false; failure: ProofFailure }

/** The host that somebody types, alone or in an address of its pages, as it stands in normal forms; null for none. */
export function hostIn(typed: string): string | null {
  const address = webAddressOf(/^https?:\/\//i.test(typed) ? typed : `https://${typed}`)
  const host = address === null ? '' : new URL(address).host
  return host.includes('.') || host.startsWith('localhost') ? host : null
}

/**
 * Looks whether a site says that it is somebody's: in its file, else on its first page. Redirects are not followed, so nobody owns a site by
 * another one that it sends its readers to.
 */
export async function findProof(
  outbound: Outbound,
  { host, token }: { host: string; token: string },
): Promise<Look> {
  // Without encryption on the operator's own machine alone.
  const bases = [`https://${host}`, `http://${host}`].filter((base) => outbound.allows(`${base}/`))
  if (bases.length === 0) return { ok: false, failure: 'address-refused' }
  let hasAnswered = false
  for (const base of bases) {
    const file = await get(outbound, `${base}${PROOF_PATH}`, FILE_BYTES_MAX)
    if (file.ok && file.status === 200 && namedInFile(textOf(file), token)) return { ok: true, way: 'file' }
    const page = await get(outbound, `${base}/`, PAGE_BYTES_MAX)
    if (page.ok && page.status === 200 && namedInPage(textOf(page), token)) return { ok: true, way: 'meta' }
    hasAnswered ||= [file, page].every(
      (reply) => reply.ok && reply.status < 500 && !NO_ANSWER.includes(reply.status),
    )
  }
  return { ok: false, failure: hasAnswered ? 'not-named' : 'unreachable' }
}

function get(outbound: Outbound, url: string, replyBytesMax: number): Promise<ExchangeResult> {
  return outbound.exchange({
    url,
    method: 'GET',
    headers: { accept: 'text/plain, text/html', 'accept-encoding': 'identity', 'user-agent': AGENT },
    timeoutMs: LOOK_MS,
    replyBytesMax,
  })
}

const textOf = ({ body }: Extract<ExchangeResult, { ok: true }>) => Buffer.from(body).toString('utf8')

/** A line of its own: a page of words that happens to hold it is no such file. */
export function namedInFile(text: string, token: string): boolean {
  return text.split(/\r?\n/).some((line) => line.trim() === token)
}

/**
 * By an element of the head as browsers read it: what visitors write stands in titles, scripts and attributes of other elements, and
 * below.
 */
export function namedInPage(html: string, token: string): boolean {
  const root = parse(html.slice(0, HEAD_CHARS_MAX)).childNodes.find(({ nodeName }) => nodeName === 'html')
  const head =
    root && 'childNodes' in root ? root.childNodes.find(({ nodeName }) => nodeName === 'head') : null
  if (!head || !('childNodes' in head)) return false
  return head.childNodes.some((node) => {
    if (node.nodeName !== 'meta' || !('attrs' in node)) return false
    const said = new Map(node.attrs.map(({ name, value }) => [name, value]))
    return said.get('name') === PROOF_META && said.get('content') === token
  })
}
