import { and, desc, eq, ne, or, sql } from 'drizzle-orm'
import type { Tx } from '@/db/client'
import { contexts, pageThreads, threadQuestions } from '@/db/schema'
import type { Deps } from '../../deps'
import type { PageReading } from '../../pages/reader'
import { type Anchors, anchorsIn, type TextQuote } from '../../shared/anchor'
import { joinsTo } from '../../shared/web-address'
import { threadRow } from './page-hash'

/** Questions of a thread whose passages are looked for after a reading, the newest first: each takes a fraction of a millisecond. */
const ANCHORED_MAX = 1_000

/**
 * Notes what a reading of a page brought: what its thread shows, where the page says that it belongs, and where each passage stands now.
 * Of a reading that failed only that: what was read before stays. Safe to repeat.
 *
 * @param address the normal form that was read.
 */
export async function noteReading(
  { db }: Pick<Deps, 'db'>,
  { address, reading, at }: { address: string; reading: PageReading; at: Date },
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!reading.ok) return noteTry(tx, { address, failure: reading.failure, at })
    const { url, title, text, hash, canonical, product } = reading
    const read = { title, text, product, contentHash: hash, readAt: at, failure: null, triedAt: at }
    await tx
      .insert(pageThreads)
      .values({ ...threadRow(address), ...read })
      .onConflictDoUpdate({ target: pageThreads.address, set: read })
    const head = await join(tx, address, joinsTo(address, canonical) ?? joinsTo(address, url))
    if (head !== address)
      await tx
        .insert(pageThreads)
        .values({ ...threadRow(head), ...read })
        .onConflictDoUpdate({ target: pageThreads.address, set: read })
    await findPassages(tx, head, anchorsIn(text))
  })
}

async function noteTry(
  tx: Tx,
  {
    address,
    ...tried
  }: { address: string; failure: Extract<PageReading, { ok: false }>['failure']; at: Date },
): Promise<void> {
  const set = { failure: tried.failure, triedAt: tried.at }
  await tx
    .insert(pageThreads)
    .values({ ...threadRow(address), ...set })
    .onConflictDoUpdate({ target: pageThreads.address, set })
}

/** In whose thread the questions of an address stand. */
async function headOf(tx: Tx, address: string): Promise<string> {
  const [row] = await tx
    .select({ joinedTo: pageThreads.joinedTo })
    .from(pageThreads)
    .where(eq(pageThreads.address, address))
  return row?.joinedTo ?? address
}

/**
 * Joins the thread of an address to another's, with all that was joined to it, for good: what the page says later moves nothing. Of two
 * that name each other the first stays. Returns in whose thread its questions stand.
 */
async function join(tx: Tx, address: string, other: string | null): Promise<string> {
  const before = await headOf(tx, address)
  if (other === null || before !== address) return before
  const head = await headOf(tx, other)
  if (head === address) return address
  const joined = or(eq(pageThreads.address, address), eq(pageThreads.joinedTo, address))
  await tx.update(pageThreads).set({ joinedTo: head }).where(joined)
  await tx.update(threadQuestions).set({ address: head }).where(eq(threadQuestions.address, address))
  return head
}

type Row = typeof threadQuestions.$inferSelect

/** Where each passage stands in what was read: once, or nowhere. A claim in the page's own words is its passage. */
async function findPassages(tx: Tx, address: string, anchors: Anchors): Promise<void> {
  const rows = await tx
    .select({ question: threadQuestions, claim: contexts.claim })
    .from(threadQuestions)
    .innerJoin(contexts, eq(contexts.id, threadQuestions.contextId))
    .where(
      and(eq(threadQuestions.address, address), ne(sql`${threadQuestions.exact} || ${contexts.claim}`, '')),
    )
    .orderBy(desc(threadQuestions.askedAt), threadQuestions.contextId)
    .limit(ANCHORED_MAX)
    .for('update', { of: threadQuestions })
  for (const { question, claim } of rows) {
    const found = place(anchors, question, claim)
    if (found === null) continue
    const { contextId, own } = question
    await tx
      .update(threadQuestions)
      .set(found)
      .where(and(eq(threadQuestions.contextId, contextId), eq(threadQuestions.own, own)))
  }
}

type Found = Partial<Pick<Row, 'exact' | 'prefix' | 'suffix' | 'startAt' | 'endAt' | 'place'>>

/** What a passage's row becomes; null for a claim that was never a passage of the page. */
function place(anchors: Anchors, row: Row, claim: string): Found | null {
  const isGiven = row.exact !== ''
  const quote: TextQuote = isGiven ? row : { exact: claim, prefix: '', suffix: '' }
  const position = anchors.find(quote)
  const found = position && anchors.quoteAt(position)
  if (!position || !found) return isGiven ? { place: 'detached' } : null
  return { ...found, startAt: position.start, endAt: position.end, place: 'attached' }
}
