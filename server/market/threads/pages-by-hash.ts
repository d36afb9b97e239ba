import { sql } from 'drizzle-orm'
import { type Db, rowsOf } from '@/db/client'
import { pageThreads, threadQuestions } from '@/db/schema'
import type { PageMark, PagesByHash, PagesByHashInput, ThreadItem } from '../../contract/threads'
import { PAGES_COUNTED_MAX, prefixDigits } from '../../shared/page-prefix'
import { readThreadItems } from './read-thread'

/** Pages of one answer; whoever looks one up asks for all that follow, or the place where he stops would tell which is his. */
const PAGES_MAX = 25
/** Questions that are marked on one page, the newest; its thread has the others. */
const MARKS_MAX = 20

/**
 * What marks claims on every page whose hash begins with a prefix: all in one answer, so that nobody has to ask for the thread of the page
 * that he reads. What a stranger may see, whoever asks.
 */
export async function readPagesByHash(db: Db, { prefix, cursor }: PagesByHashInput): Promise<PagesByHash> {
  const digits = prefixDigits(await countPages(db))
  if (prefix.length !== digits) return { digits, pages: null, nextCursor: null }
  const rows = await readRows(db, prefix, /^[0-9a-f]{64}$/.test(cursor ?? '') ? cursor : null)
  const hashes = [...new Set(rows.map(({ hash }) => hash))]
  const shown = hashes.slice(0, PAGES_MAX)
  const ids = rows.flatMap(({ contextId }) => contextId ?? [])
  const items = await readThreadItems(
    db,
    null,
    [...new Set(ids)].map((contextId) => ({ contextId, passage: null })),
  )
  const byId = new Map(items.map((item) => [item.question.id, item]))
  const pages = shown.flatMap((hash) => {
    const own = rows.filter((row) => row.hash === hash)
    const marks = own.slice(0, MARKS_MAX).flatMap((row) => {
      const item = row.contextId === null ? undefined : byId.get(row.contextId)
      return item ? [markOf(item, row)] : []
    })
    if (marks.length === 0) return []
    const claims = marks.filter(({ claim }) => claim !== '').length
    return [{ hash, claims, questions: marks.length, hasMore: own.length > MARKS_MAX, marks }]
  })
  return { digits, pages, nextCursor: hashes.length > PAGES_MAX ? (shown.at(-1) ?? null) : null }
}

/** As far as it matters: beyond that the prefix grows no longer. */
async function countPages(db: Db): Promise<number> {
  const counted = sql`select count(*)::int as pages from (
    select from ${pageThreads} where ${pageThreads.hash} is not null limit ${PAGES_COUNTED_MAX}) counted`
  return rowsOf<{ pages: number }>(await db.execute(counted))[0]?.pages ?? 0
}

type Row = {
  hash: string
  /** Null for a page about which nothing is asked any more. */
  contextId: string | null
  exact: string | null
  prefix: string | null
  suffix: string | null
}

/** Of one page more than an answer has, and of each page one question more. */
async function readRows(db: Db, prefix: string, after: string | null): Promise<Row[]> {
  const isAfter = after === null ? sql`` : sql`and hash > decode(${after}, 'hex')`
  return rowsOf<Row>(
    await db.execute(sql`
      select encode(page.hash, 'hex') as hash, asked.context_id as "contextId", asked.exact, asked.prefix, asked.suffix
      from (
        select hash, coalesce(joined_to, address) as head from ${pageThreads}
        where hash between decode(${prefix.padEnd(64, '0')}, 'hex') and decode(${prefix.padEnd(64, 'f')}, 'hex') ${isAfter}
        order by hash limit ${PAGES_MAX + 1}) page
      left join lateral (
        select context_id, asked_at, exact, prefix, suffix from ${threadQuestions} spelling
        where spelling.address = page.head and not exists (
          select from ${threadQuestions} twin
          where twin.context_id = spelling.context_id and twin.address = page.head and twin.own < spelling.own)
        order by asked_at desc, context_id limit ${MARKS_MAX + 1}) asked on true
      order by page.hash, asked.asked_at desc, asked.context_id`),
  )
}

function markOf({ question, claim, probability, decidedPercent }: ThreadItem, row: Row): PageMark {
  const { exact, prefix, suffix } = row
  return {
    questionId: question.id,
    title: question.title,
    claim,
    state: question.state,
    verdict: question.answer?.verdict ?? null,
    probability,
    decidedPercent,
    quote: exact ? { type: 'TextQuoteSelector', exact, prefix: prefix ?? '', suffix: suffix ?? '' } : null,
  }
}
