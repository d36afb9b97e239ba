import { setImmediate as nextTurn } from 'node:timers/promises'
import { and, eq, lte, sql } from 'drizzle-orm'
import { rowsOf, type Tx } from '@/db/client'
import { type CorpusDocumentRow, corpusDocuments, corpusUploads } from '@/db/schema'
import {
  type DocumentFailure,
  type MediaType,
  PASSAGES_PER_BOT_MAX,
  UnreadableError,
} from '../../contract/corpus'
import type { Deps } from '../../deps'
import { leasedUntil, renewedLease, underLease } from '../../jobs/lease'
import { openLabel, sealLabel } from './labels'
import { createLane } from './lane'
import { deletePassages, insertPassages, lockCorpus, placedPassages } from './passages'
import type { CutDocument } from './reading/read-document'
import { readInChild } from './reading/read-in-child'
import { openUpload } from './uploads'

/**
 * Passages of one transaction. Where the database is in this process, all of it is one turn of the event loop: 25 passages of words that
 * all differ take a twentieth of a second, and everybody else comes between two.
 */
const CHUNK_PASSAGES = 25
/** A job whose turn does not come goes to the back, well before the queue would take its worker for lost. */
const TURN_MS_MAX = 30_000
/** Below the deliveries of a job, so that the last one still finds time to say that it was the last. */
const TRIES_MAX = 5

/** Documents are read one after another: a folder that is dropped must not push everything else aside. */
const lane = createLane()

/** The owner whose document was read last in this process. */
let lastOwnerId = ''

/**
 * Reads an uploaded document and writes its passages, in chunks, each with its counts; then the upload is deleted. A file
 * that cannot be read makes the document `failed` with a code that says why; so does a fault of ours, or a death of the process, that
 * comes again and again, and then the upload is kept to be tried anew. Which one, is the turn of its owner: with those of several
 * waiting, each has one read before anybody has a second, so a folder of slow files holds up its owner alone. Safe to repeat after a crash
 * anywhere: the file is cut into the same passages again, and what is written already is not written twice.
 */
export async function ingestDocument(deps: Deps, documentId: string): Promise<void> {
  const giveBack = await lane.take(TURN_MS_MAX)
  if (!giveBack) {
    await deps.jobs.enqueue(deps.db, 'corpus.ingest', [{ documentId }])
    return
  }
  try {
    await ingestNext(deps, documentId)
  } finally {
    giveBack()
  }
}

/** Reads the document whose turn it is, whatever became of its job; nothing while another one is read here. */
export async function sweepDocuments(deps: Deps): Promise<void> {
  const giveBack = await lane.take(0)
  if (!giveBack) return
  try {
    await ingestNext(deps, '')
  } finally {
    giveBack()
  }
}

async function ingestNext(deps: Deps, documentId: string): Promise<void> {
  const due = dueDocuments(deps.clock.now(), { after: lastOwnerId, documentId })
  const [next] = rowsOf<{ id: string; ownerId: string }>(await deps.db.execute(due))
  if (!next) return
  lastOwnerId = next.ownerId
  await ingestNow(deps, next.id)
}

/** The document to be read after one of this owner (`after`): the next owner's, this one of theirs, or else the one that is due for longest. */
export const dueDocuments = (now: Date, { after, documentId }: { after: string; documentId: string }) => sql`
  select d.id, b.owner_id as "ownerId" from corpus_document d join bot b on b.id = d.bot_id
  where d.due_at <= ${now.toISOString()}::timestamptz
  order by b.owner_id > ${after} desc, b.owner_id, d.id = ${documentId} desc, d.due_at, d.id limit 1`

async function ingestNow(deps: Deps, documentId: string): Promise<void> {
  const now = deps.clock.now()
  const [document] = await deps.db
    .update(corpusDocuments)
    .set({
      state: 'reading',
      tries: sql`${corpusDocuments.tries} + 1`,
      dueAt: leasedUntil(now, corpusDocuments.tries),
    })
    .where(and(eq(corpusDocuments.id, documentId), lte(corpusDocuments.dueAt, now)))
    .returning()
  if (!document) return
  const renew = async () => {
    const renewed = await deps.db
      .update(corpusDocuments)
      .set({ dueAt: renewedLease(deps.clock.now(), corpusDocuments.dueAt) })
      .where(and(eq(corpusDocuments.id, documentId), eq(corpusDocuments.state, 'reading')))
      .returning({ id: corpusDocuments.id })
    return renewed.length > 0
  }
  await underLease(deps, renew, () => ingestClaimed(deps, document))
}

async function ingestClaimed(deps: Deps, document: CorpusDocumentRow): Promise<void> {
  // The last try did not come to its end: the process died of it.
  if (document.tries > TRIES_MAX) return failDocument(deps, document, 'gave-up')
  try {
    const cut = await readUpload(deps, document)
    if (await startWriting(deps, document, cut)) await writeAll(deps, document, cut)
  } catch (error) {
    if (error instanceof UnreadableError) return failDocument(deps, document, error.failure)
    if (document.tries < TRIES_MAX) throw error
    deps.log.error({ err: error, documentId: document.id }, 'a document could not be read')
    await failDocument(deps, document, 'gave-up')
  }
}

async function readUpload(deps: Deps, document: CorpusDocumentRow): Promise<CutDocument> {
  const bytes = await openUpload(deps.db, deps.cipher, document.id)
  if (!bytes) throw new UnreadableError('broken')
  await nextTurn()
  return readInChild(bytes, {
    name: openLabel(deps.cipher, document).name,
    mediaType: document.mediaType as MediaType,
  })
}

/** Reserves room for the passages. False when the document is gone. @throws UnreadableError `bot-full`. */
async function startWriting(
  deps: Deps,
  { id, botId }: CorpusDocumentRow,
  cut: CutDocument,
): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const document = await lockReading(tx, { id, botId })
    if (!document) return false
    // Cut otherwise than before the crash, by another version of this code: what is there does not fit.
    if (document.passagesTotal !== null && document.passagesTotal !== cut.passages.length) {
      await deletePassages(tx, { botId, documentId: id })
    }
    const taken = await tx.execute(sql`
      select coalesce(sum(passages_total), 0)::integer as passages
      from corpus_document where bot_id = ${botId} and id <> ${id}`)
    const others = rowsOf<{ passages: number }>(taken)[0]?.passages ?? 0
    if (others + cut.passages.length > PASSAGES_PER_BOT_MAX) throw new UnreadableError('bot-full')
    const { name } = openLabel(deps.cipher, document)
    await tx
      .update(corpusDocuments)
      .set({ ...sealLabel(deps.cipher, id, { name, title: cut.title }), passagesTotal: cut.passages.length })
      .where(eq(corpusDocuments.id, id))
    return true
  })
}

/** Writes from where the last transaction ended, until all is there or the document is gone. */
async function writeAll(deps: Deps, { id, botId }: CorpusDocumentRow, cut: CutDocument): Promise<void> {
  for (let isOn = true; isOn; ) {
    // Promises alone never let anything else have its turn.
    await nextTurn()
    isOn = await deps.db.transaction(async (tx) => {
      const document = await lockReading(tx, { id, botId })
      if (!document) return false
      const from = document.passagesDone
      const chunk = placedPassages(cut.title, cut.passages.slice(from, from + CHUNK_PASSAGES), from)
      await insertPassages(tx, deps, { botId, documentId: id }, chunk)
      if (from + chunk.length < cut.passages.length) {
        await tx.update(corpusDocuments).set({ tries: 0 }).where(eq(corpusDocuments.id, id))
        return true
      }
      await tx.update(corpusDocuments).set({ state: 'ready', dueAt: null }).where(eq(corpusDocuments.id, id))
      await tx.delete(corpusUploads).where(eq(corpusUploads.documentId, id))
      return false
    })
  }
}

async function failDocument(
  deps: Deps,
  { id, botId }: CorpusDocumentRow,
  failure: DocumentFailure,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    if (!(await lockReading(tx, { id, botId }))) return
    await deletePassages(tx, { botId, documentId: id })
    await tx
      .update(corpusDocuments)
      .set({ state: 'failed', failure, dueAt: null })
      .where(eq(corpusDocuments.id, id))
    if (failure === 'gave-up') return
    await tx.delete(corpusUploads).where(eq(corpusUploads.documentId, id))
  })
}

/** The document with the corpus' lock held; null when it was removed or another job has ended it. */
async function lockReading(
  tx: Tx,
  { id, botId }: { id: string; botId: string },
): Promise<CorpusDocumentRow | null> {
  await lockCorpus(tx, botId)
  const [document] = await tx.select().from(corpusDocuments).where(eq(corpusDocuments.id, id)).for('update')
  return document?.state === 'reading' ? document : null
}
