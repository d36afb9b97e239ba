import type { PageMark } from '@/server/contract/threads'
import { PREFIX_DIGITS_MAX } from '@/server/shared/page-prefix'
import { joinsTo, webAddressOf } from '@/server/shared/web-address'

/**
 * Looks a page up without saying which: the market is told the beginning of the hash of its address, and answers all pages whose hashes
 * begin so. The whole answer is read, whether the page is in it or not, and kept, so the market does not see how often somebody reads.
 */

export type PageFound = { marks: PageMark[]; hasMore: boolean }
/** What was answered to a prefix, by the hashes of pages. */
export type Bucket = Record<string, PageFound>

export type Means = {
  /** How many digits the market wanted when it was last asked; 0 before that. */
  digits: number
  kept(prefix: string): Promise<Bucket | null>
  keep(prefix: string, bucket: Bucket): Promise<void>
  /** Not while as much was asked already, as long as answers are kept: whatever came of it. Says that it is asked now. */
  mayAsk(path: string): Promise<boolean>
  /** The market's JSON at a path below its origin. */
  get(path: string): Promise<unknown>
}

/** A market says 25 pages at a time; one with more on a prefix is read as far as this. */
const PORTIONS_MAX = 100
const NOTHING: PageFound = { marks: [], hasMore: false }

export class MarketFailed extends Error {}

/** The address by which a page is known: its own, or the one that it gives as its own on its site. Null for no page of the web. */
export function addressHere({ href, canonical }: { href: string; canonical: string }): string | null {
  const address = webAddressOf(href)
  return address === null || canonical === '' ? address : (joinsTo(address, canonical) ?? address)
}

/**
 * What is known about a page, by its address in normal form, and how many digits the market wants now.
 *
 * @throws MarketFailed when it does not answer as a market does, or wants to know more of an address than is told.
 */
export async function findPage(address: string, means: Means): Promise<PageFound & { digits: number }> {
  const hash = await hashOf(address)
  let { digits } = means
  // It may have grown since, once.
  for (const _ of [1, 2, 3]) {
    const prefix = hash.slice(0, digits)
    const kept = await means.kept(prefix)
    if (kept !== null) return { ...(kept[hash] ?? NOTHING), digits }
    const read = await readBucket(prefix, means)
    if (read.bucket !== null) {
      await means.keep(prefix, read.bucket)
      return { ...(read.bucket[hash] ?? NOTHING), digits }
    }
    digits = read.digits
  }
  throw new MarketFailed('The market does not say by how many digits it is asked.')
}

export async function hashOf(address: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(address))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

async function readBucket(
  prefix: string,
  { get, mayAsk }: Means,
): Promise<{ bucket: Bucket | null; digits: number }> {
  const bucket: Bucket = {}
  let cursor: string | null = null
  for (let portion = 0; portion < PORTIONS_MAX; portion += 1) {
    const query = new URLSearchParams({ prefix, ...(cursor === null ? {} : { cursor }) })
    const path = `/api/v1/threads/by-hash?${query}`
    if (!(await mayAsk(path)))
      throw new MarketFailed(
        'The market gave no answer of use a while ago. It is asked again some minutes later.',
      )
    const { digits, pages, nextCursor } = answerIn(await get(path))
    if (pages === null) return { bucket: null, digits }
    for (const { hash, ...found } of pages) bucket[hash] = found
    if (nextCursor === null) break
    cursor = nextCursor
  }
  return { bucket, digits: prefix.length }
}

type Answer = { digits: number; pages: (PageFound & { hash: string })[] | null; nextCursor: string | null }

const isText = (value: unknown) => typeof value === 'string'
const isShare = (value: unknown) => value === null || typeof value === 'number'

/** @throws MarketFailed for what is no answer of a market: it comes from wherever somebody's setting leads. */
function answerIn(value: unknown): Answer {
  const { digits, pages = undefined, nextCursor } = Object(value) as Partial<Answer>
  if (
    !Number.isInteger(digits) ||
    digits === undefined ||
    digits < 0 ||
    (pages !== null && !Array.isArray(pages))
  )
    throw new MarketFailed('What answers there is not a market, or an older one.')
  if (digits > PREFIX_DIGITS_MAX)
    throw new MarketFailed('This market wants to know more of an address than is told.')
  return {
    digits,
    pages: pages?.filter((page) => isText(page?.hash) && Array.isArray(page.marks)).map(pageIn) ?? null,
    nextCursor: isText(nextCursor) ? (nextCursor ?? null) : null,
  }
}

const pageIn = ({ hash, hasMore, marks }: PageFound & { hash: string }) => ({
  hash,
  hasMore: hasMore === true,
  marks: marks.filter(isMark),
})

function isMark(mark: PageMark): boolean {
  const { questionId, title, claim, state, verdict, probability, decidedPercent, quote } = Object(
    mark,
  ) as PageMark
  return (
    [questionId, title, claim, state].every(isText) &&
    /^[\w:.-]{1,80}$/.test(questionId) &&
    (verdict === null || isText(verdict)) &&
    isShare(probability) &&
    isShare(decidedPercent) &&
    (quote === null || [quote?.exact, quote?.prefix, quote?.suffix].every(isText))
  )
}
