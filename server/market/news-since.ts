import { sql } from 'drizzle-orm'
import { type Db, rowsOf } from '@/db/client'
import type { ContextRow, OfferRow } from '@/db/schema'
import { webAddressOf } from '../shared/web-address'
import type { News } from './reopening'

type Offered = Pick<OfferRow, 'contextId' | 'state' | 'isCounter'>

/** Counter-offers that wait for their question to be taken up again. */
export function isWaitingCounter({ state, isCounter }: Omit<Offered, 'contextId'>): boolean {
  return isCounter && state === 'open'
}

/**
 * Which pages of a question say something else by now than when they were read for it. Readers of the web's thread about a page have it
 * read again; the bytes of many pages differ at every reading, so the text is held against the text.
 */
export async function readChangedPages(
  db: Db,
  { id, pages }: Pick<ContextRow, 'id' | 'pages'>,
): Promise<News['changedPages']> {
  const named = pages.flatMap((url) => {
    const address = webAddressOf(url)
    return address === null ? [] : [{ url, address }]
  })
  if (named.length === 0) return []
  const urls = sql.param(named.map(({ url }) => url))
  const addresses = sql.param(named.map(({ address }) => address))
  const found = await db.execute(sql`
    select p.url from unnest(${urls}::text[], ${addresses}::text[]) as named(url, address)
    join context_page p on p.context_id = ${id} and p.url = named.url
    join page_thread own on own.address = named.address
    join page_thread head on head.address = coalesce(own.joined_to, own.address)
    where p.state = 'read' and head.read_at > p.read_at
      and head.content_hash <> p.content_hash and head.text <> p.text`)
  const changed = new Set(rowsOf<{ url: string }>(found).map(({ url }) => url))
  return pages.filter((url) => changed.has(url))
}
