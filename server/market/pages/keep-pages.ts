import { and, eq, lte, sql } from 'drizzle-orm'
import pLimit from 'p-limit'
import { rowsOf } from '@/db/client'
import { contextPages, contexts } from '@/db/schema'
import type { Deps } from '../../deps'
import { leasedUntil, renewedLease } from '../../jobs/lease'
import type { PageReading } from '../../pages/reader'
import { isTerminal } from '../../protocol/advance'
import { webAddressOf } from '../../shared/web-address'
import { noteReading } from '../threads/note-reading'
import { dueThreads, readThreadPage } from '../threads/read-again'
import { readClaimed } from './read-claimed'

/** Pages of one process under way at once: most of the time is their servers'. */
const PAGES_AT_ONCE = 8
/** Pages taken up by one pass; the next pass goes on. */
const SWEEP_MAX = 100
/**
 * Pages being read. A job only says that some may begin, so the queue's workers never wait for a server; what is to be read is found
 * in the tables, whatever became of the job.
 */
export interface PageKeeper {
  /** Begins what is due of one question; it goes on after this returns. Throws once it is stopped. */
  begin(contextId: string): Promise<void>
  /** Begins whatever is due. */
  sweep(): Promise<void>
  /** Waits until no page is being read in this process. */
  idle(): Promise<void>
  /** Stops what is under way; it is taken up elsewhere when its lease runs out. */
  stop(): Promise<void>
}

type Place = { contextId: string; url: string }

export function createPageKeeper(deps: Deps): PageKeeper {
  const limit = pLimit(PAGES_AT_ONCE)
  const stopping = new AbortController()
  const running = new Map<string, Promise<void>>()

  function run(key: string, read: () => Promise<void>): void {
    if (running.has(key)) return
    const work = limit(async () => {
      if (!stopping.signal.aborted) await read()
    })
      .catch((error: unknown) => {
        // It is due again when its lease has run out.
        deps.log.error({ err: error, page: key }, 'a page was not read')
      })
      .finally(() => running.delete(key))
    running.set(key, work)
  }
  const start = (place: Place) =>
    run(`${place.contextId} ${place.url}`, () => readPage(deps, place, stopping.signal))

  const idle = async () => {
    while (running.size > 0) await Promise.all(running.values())
  }
  return {
    async begin(contextId) {
      // Not silently: a job that ends well leaves the queue, and this one is for another worker.
      if (stopping.signal.aborted) throw new Error('No more pages begin here')
      const due = await deps.db
        .select({ contextId: contextPages.contextId, url: contextPages.url })
        .from(contextPages)
        .where(and(eq(contextPages.contextId, contextId), lte(contextPages.dueAt, deps.clock.now())))
      for (const place of due) start(place)
    },
    async sweep() {
      if (stopping.signal.aborted) return
      for (const place of rowsOf<Place>(await deps.db.execute(duePages(deps.clock.now())))) start(place)
      for (const address of await dueThreads(deps, SWEEP_MAX))
        run(address, () => readThreadPage(deps, address, stopping.signal))
    },
    idle,
    async stop() {
      stopping.abort()
      await idle()
    },
  }
}

/** Pages that nobody reads. */
export const duePages = (now: Date) => sql`
  select context_id as "contextId", url from context_page
  where due_at <= ${now.toISOString()}::timestamptz order by due_at limit ${SWEEP_MAX}`

/** Reads one page under a lease, when it is due and nobody else is at it, and writes what came of it. Safe to repeat. */
async function readPage(deps: Deps, { contextId, url }: Place, stopped: AbortSignal): Promise<void> {
  const now = deps.clock.now()
  const is = and(eq(contextPages.contextId, contextId), eq(contextPages.url, url))
  const [claimed] = await deps.db
    .update(contextPages)
    .set({ tries: sql`${contextPages.tries} + 1`, dueAt: leasedUntil(now, contextPages.tries) })
    .where(and(is, lte(contextPages.dueAt, now)))
    .returning({ tries: contextPages.tries, earlierHash: contextPages.earlierHash })
  if (!claimed) return
  const isOurs = and(is, eq(contextPages.state, 'waiting'), eq(contextPages.tries, claimed.tries))
  const renew = async () => {
    const dueAt = renewedLease(deps.clock.now(), contextPages.dueAt)
    return (await deps.db.update(contextPages).set({ dueAt }).where(isOurs).returning()).length > 0
  }
  const reading = await readClaimed(deps, { url, tries: claimed.tries, renew }, stopped)
  if (reading === null) return
  await deps.db.transaction(async (tx) => {
    // Whoever ends another page of this question waits here, so that one of them finds that it was the last.
    const [context] = await tx.select().from(contexts).where(eq(contexts.id, contextId)).for('no key update')
    const readAt = deps.clock.now()
    const written = await tx
      .update(contextPages)
      .set({ ...columnsOf(reading, claimed), readAt, dueAt: null })
      .where(isOurs)
      .returning({ url: contextPages.url })
    if (written.length === 0 || !context) return
    const waiting = await tx.$count(
      contextPages,
      and(eq(contextPages.contextId, contextId), eq(contextPages.state, 'waiting')),
    )
    if (waiting > 0 || context.pagesUntil === null) return
    await goOn(deps, tx, context, readAt)
  })
  // After what a question waits for; without it the thread says that its page was not read yet, and anybody may have it read.
  const address = webAddressOf(url)
  if (address !== null) await noteReading(deps, { address, reading, at: deps.clock.now() })
}

/** Nothing is waited for any more: bots are asked now, and have the time from now on that they were to have after the wait. */
async function goOn(
  deps: Pick<Deps, 'jobs'>,
  tx: Parameters<Deps['jobs']['enqueue']>[0],
  {
    id: contextId,
    rootId,
    pagesUntil,
    botsUntil,
    nextSittingAt,
    isMatched,
    phase,
  }: typeof contexts.$inferSelect,
  now: Date,
): Promise<void> {
  const saved = isMatched ? 0 : Math.max(0, (pagesUntil?.getTime() ?? 0) - now.getTime())
  await tx
    .update(contexts)
    .set({
      pagesUntil: null,
      botsUntil: new Date(botsUntil.getTime() - saved),
      // A sitting that waits for the pages alone.
      ...(nextSittingAt?.getTime() === pagesUntil?.getTime() ? { nextSittingAt: now } : {}),
    })
    .where(eq(contexts.id, contextId))
  if (isTerminal(phase)) return
  if (isMatched) await deps.jobs.enqueue(tx, 'inspection.advance', [{ rootId, contextId }])
  else await deps.jobs.enqueue(tx, 'market.match', [{ rootId, contextIds: [contextId] }])
}

/** One that cannot be read again stays as it was read before. */
function columnsOf(
  reading: PageReading,
  { earlierHash }: Pick<typeof contextPages.$inferSelect, 'earlierHash'>,
) {
  if (!reading.ok && earlierHash !== '') return { state: 'read' as const }
  if (!reading.ok) return { state: 'unread' as const, failure: reading.failure }
  const { url, title, text, hash, facts = null } = reading
  return { state: 'read' as const, finalUrl: url, title, text, contentHash: hash, product: facts }
}
