import { and, eq, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { rowsOf } from '@/db/client'
import { pageThreads, threadQuestions } from '@/db/schema'
import type { ReadAgain } from '../../contract/threads'
import type { Deps } from '../../deps'
import { leasedUntil, renewedLease } from '../../jobs/lease'
import { webAddressOf } from '../../shared/web-address'
import { readClaimed } from '../pages/read-claimed'
import { noteReading } from './note-reading'
import { threadRow } from './page-hash'

/** As often as a page is fetched for its readers at most, however many of them ask. */
export const AGAIN_AFTER_MS = 10 * 60_000
/**
 * Has the page of a thread read again. Only pages that somebody asked about are fetched, so nobody sends the market to an address that is not
 * on a question.
 */
export async function readAgain(deps: Pick<Deps, 'db' | 'clock' | 'pages'>, url: string): Promise<ReadAgain> {
  const own = webAddressOf(url)
  if (own === null || deps.pages === null) return { state: 'never' }
  const now = deps.clock.now()
  const [thread] = await deps.db
    .select({ joinedTo: pageThreads.joinedTo })
    .from(pageThreads)
    .where(eq(pageThreads.address, own))
  const address = thread?.joinedTo ?? own
  if ((await deps.db.$count(threadQuestions, eq(threadQuestions.address, address))) === 0)
    return { state: 'never' }
  const due = await deps.db
    .insert(pageThreads)
    .values({ ...threadRow(address), dueAt: now })
    .onConflictDoUpdate({
      target: pageThreads.address,
      set: { dueAt: sql`coalesce(${pageThreads.dueAt}, ${now.toISOString()}::timestamptz)` },
      setWhere: or(
        isNull(pageThreads.triedAt),
        lt(pageThreads.triedAt, new Date(now.getTime() - AGAIN_AFTER_MS)),
      ),
    })
    .returning({ address: pageThreads.address })
  return { state: due.length > 0 ? 'due' : 'recent' }
}

/** Threads whose page is to be read again. */
export async function dueThreads({ db, clock }: Pick<Deps, 'db' | 'clock'>, most: number): Promise<string[]> {
  const due = sql`
    select address from page_thread
    where due_at <= ${clock.now().toISOString()}::timestamptz order by due_at limit ${most}`
  return rowsOf<{ address: string }>(await db.execute(due)).map(({ address }) => address)
}

/** Reads the page of one thread under a lease, when it is due and nobody else is at it. Safe to repeat. */
export async function readThreadPage(deps: Deps, address: string, stopped: AbortSignal): Promise<void> {
  const now = deps.clock.now()
  const is = eq(pageThreads.address, address)
  const [claimed] = await deps.db
    .update(pageThreads)
    .set({ tries: sql`${pageThreads.tries} + 1`, dueAt: leasedUntil(now, pageThreads.tries) })
    .where(and(is, lte(pageThreads.dueAt, now)))
    .returning({ tries: pageThreads.tries })
  if (!claimed) return
  const isOurs = and(is, eq(pageThreads.tries, claimed.tries))
  const renew = async () => {
    const dueAt = renewedLease(deps.clock.now(), pageThreads.dueAt)
    return (await deps.db.update(pageThreads).set({ dueAt }).where(isOurs).returning()).length > 0
  }
  const reading = await readClaimed(deps, { url: address, tries: claimed.tries, renew }, stopped)
  if (reading === null) return
  await noteReading(deps, { address, reading, at: deps.clock.now() })
  await deps.db.update(pageThreads).set({ dueAt: null, tries: 0 }).where(isOurs)
}
