import { and, eq, inArray, isNull, notInArray, sql } from 'drizzle-orm'
import type { Db, Tx } from '@/db/client'
import { contexts, pageThreads, threadQuestions } from '@/db/schema'
import type { Passage } from '../../contract/market'
import type { Deps } from '../../deps'
import { webAddressOf } from '../../shared/web-address'
import { threadRow } from './page-hash'

/** What an address was joined to, or itself. */
const headOf = (address: string) =>
  sql<string>`coalesce((select ${pageThreads.joinedTo} from ${pageThreads} where ${pageThreads.address} = ${address}), ${address})`

/**
 * Puts a root into the threads of the pages that it names, and takes it out of others, in the transaction that names them. What is no page
 * of the web has no thread.
 *
 * @param passage what of one of these pages the question is about; the others are about the whole.
 */
export async function putInThreads(
  tx: Tx,
  {
    contextId,
    pages,
    passage,
    askedAt,
  }: { contextId: string; pages: readonly string[]; passage?: Passage | undefined; askedAt: Date },
): Promise<void> {
  const addresses = [...new Set(pages.flatMap((page) => webAddressOf(page) ?? []))]
  const about = passage ? webAddressOf(passage.page) : null
  await tx
    .delete(threadQuestions)
    .where(and(eq(threadQuestions.contextId, contextId), notInArray(threadQuestions.own, addresses)))
  if (addresses.length === 0) return
  // In one order, so that two questions about the same pages do not wait for each other.
  await tx.insert(pageThreads).values(addresses.toSorted().map(threadRow)).onConflictDoNothing()
  await tx
    .insert(threadQuestions)
    .values(
      addresses.map((own) => ({
        contextId,
        own,
        address: headOf(own),
        askedAt,
        ...(passage && own === about
          ? { exact: passage.exact, prefix: passage.prefix, suffix: passage.suffix }
          : {}),
      })),
    )
    .onConflictDoNothing()
}

/** Notes in its threads that a question stands there with other words, or newly. */
export async function markChanged(tx: Tx, contextId: string, at: Date): Promise<void> {
  await tx.update(threadQuestions).set({ changedAt: at }).where(eq(threadQuestions.contextId, contextId))
}

/** Brings in what was asked before there were threads, up to `most` addresses; returns how many it went through. */
export async function bringInEarlier({ db }: Pick<Deps, 'db'>, most: number): Promise<number> {
  return db.transaction(async (tx) => {
    const rows = await tx
      .select({ contextId: threadQuestions.contextId, own: threadQuestions.own })
      .from(threadQuestions)
      .where(eq(threadQuestions.address, ''))
      .limit(most)
      .for('update', { skipLocked: true })
    const ids = [...new Set(rows.map(({ contextId }) => contextId))]
    for (const { id, pages, createdAt } of await rootsOf(tx, ids)) {
      await tx
        .delete(threadQuestions)
        .where(and(eq(threadQuestions.contextId, id), eq(threadQuestions.address, '')))
      await putInThreads(tx, { contextId: id, pages, askedAt: createdAt })
    }
    return rows.length
  })
}

/** Gives pages of before there were hashes theirs, up to `most`; returns how many. */
export async function bringInHashes({ db }: Pick<Deps, 'db'>, most: number): Promise<number> {
  return db.transaction(async (tx) => {
    const rows = await tx
      .select({ address: pageThreads.address })
      .from(pageThreads)
      .where(isNull(pageThreads.hash))
      .limit(most)
      .for('update', { skipLocked: true })
    for (const { address } of rows)
      await tx
        .update(pageThreads)
        .set({ hash: threadRow(address).hash })
        .where(eq(pageThreads.address, address))
    return rows.length
  })
}

function rootsOf(db: Db, ids: readonly string[]) {
  return db
    .select({ id: contexts.id, pages: contexts.pages, createdAt: contexts.createdAt })
    .from(contexts)
    .where(inArray(contexts.id, [...ids]))
}
