import { and, eq, notInArray } from 'drizzle-orm'
import type { Tx } from '@/db/client'
import { contextPages, contexts } from '@/db/schema'
import type { Deps } from '../../deps'

/**
 * How long a question waits for its pages before bots are asked and offers are read without them: above what one page may take
 * (`PAGE_MS_MAX`, and its text), so that only a queue of pages comes late. Nothing ever waits longer for a page.
 */
export const PAGES_WAIT_MS = 20_000

/**
 * Notes the pages of a root that are to be fetched, in the transaction that names them, and until when the root waits for them. Pages that
 * are noted already stay as they are: a page is fetched once for its question. Without a reader nothing is noted.
 *
 * Returns until when the root waits; null when no page is new.
 */
export async function putPages(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'jobs' | 'pages'>,
  { contextId, pages }: { contextId: string; pages: readonly string[] },
): Promise<Date | null> {
  if (!deps.pages) return null
  const now = deps.clock.now()
  const ofContext = eq(contextPages.contextId, contextId)
  await tx.delete(contextPages).where(and(ofContext, notInArray(contextPages.url, [...pages])))
  const noted =
    pages.length === 0
      ? []
      : await tx
          .insert(contextPages)
          .values(pages.map((url) => ({ contextId, url, dueAt: now })))
          .onConflictDoNothing()
          .returning({ url: contextPages.url })
  if (noted.length === 0) return null
  const until = new Date(now.getTime() + PAGES_WAIT_MS)
  await tx.update(contexts).set({ pagesUntil: until }).where(eq(contexts.id, contextId))
  await deps.jobs.enqueue(tx, 'pages.read', [{ contextId }])
  return until
}
