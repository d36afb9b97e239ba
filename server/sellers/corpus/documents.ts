import { setImmediate as nextTurn } from 'node:timers/promises'
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db, Tx } from '@/db/client'
import { type BotRow, bots, type CorpusDocumentRow, corpusDocuments, corpusUploads } from '@/db/schema'
import { recordAct } from '../../audit/record-act'
import {
  DOCUMENTS_PER_BOT_MAX,
  type DocumentFailure,
  type DocumentList,
  type DocumentView,
  FILE_NAME_CHARS_MAX,
  mediaTypeOf,
  refusalOfFile,
} from '../../contract/corpus'
import type { Deps } from '../../deps'
import { AppError } from '../../errors'
import { meaningOf } from './find'
import { type Label, openLabel, sealLabel } from './labels'
import { deleteLastPassages, INDEX_VERSION, lockCorpus } from './passages'
import { titleOfName } from './reading/title-of-name'
import { sealUpload } from './uploads'

/** One's own bot of kind `corpus`. @throws AppError `sellers.bot_not_found`, `sellers.wrong_kind`. */
export async function ownCorpusBot(db: Db, ownerId: string, botId: string): Promise<BotRow> {
  const [bot] = await db
    .select()
    .from(bots)
    .where(and(eq(bots.id, botId), eq(bots.ownerId, ownerId), isNull(bots.removedAt)))
  if (!bot) throw new AppError('sellers.bot_not_found')
  if (bot.kind !== 'corpus') throw new AppError('sellers.wrong_kind')
  return bot
}

export type UploadedFile = { name: string; bytes: Uint8Array }

/**
 * Takes a file: seals it and enqueues its reading. One that can be told to be unreadable by its name or size becomes a
 * document that has failed, so that the owner finds it in the list with what to do.
 *
 * @throws AppError `sellers.bot_not_found`, `sellers.wrong_kind`, `sellers.corpus_full`.
 */
export async function addDocument(
  deps: Deps,
  ownerId: string,
  { botId, file }: { botId: string; file: UploadedFile },
): Promise<{ documentId: string; failure: DocumentFailure | null }> {
  await ownCorpusBot(deps.db, ownerId, botId)
  const name =
    file.name
      .replace(/^.*[\\/]/, '')
      .trim()
      .slice(-FILE_NAME_CHARS_MAX) || 'document'
  const mediaType = mediaTypeOf(name)
  const failure = refusalOfFile(name, file.bytes.length)
  const documentId = deps.ids.next('document')
  const upload = failure ? null : sealUpload(deps.cipher, documentId, file.bytes)
  // Sealing ten megabytes is a turn of the event loop, and storing them another.
  await nextTurn()
  await deps.db.transaction(async (tx) => {
    await lockCorpus(tx, botId)
    // It may have been removed while the file was sealed.
    await ownCorpusBot(tx, ownerId, botId)
    const held = await tx.$count(corpusDocuments, eq(corpusDocuments.botId, botId))
    if (held >= DOCUMENTS_PER_BOT_MAX) throw new AppError('sellers.corpus_full')
    await tx.insert(corpusDocuments).values({
      id: documentId,
      botId,
      ...sealLabel(deps.cipher, documentId, { name, title: titleOfName(name) }),
      indexVersion: INDEX_VERSION,
      mediaType: mediaType ?? 'application/octet-stream',
      bytes: file.bytes.length,
      state: failure ? 'failed' : 'waiting',
      failure,
      dueAt: failure ? null : deps.clock.now(),
      createdAt: deps.clock.now(),
    })
    if (!upload) return
    await tx.insert(corpusUploads).values(upload)
    await deps.jobs.enqueue(tx, 'corpus.ingest', [{ documentId }])
  })
  return { documentId, failure }
}

/** The documents of one's own bot, in the order they came. @throws AppError `sellers.bot_not_found`, `sellers.wrong_kind`. */
export async function listDocuments(
  deps: Pick<Deps, 'db' | 'models' | 'cipher'>,
  ownerId: string,
  { botId }: { botId: string },
): Promise<DocumentList> {
  const bot = await ownCorpusBot(deps.db, ownerId, botId)
  const rows = await deps.db
    .select()
    .from(corpusDocuments)
    .where(eq(corpusDocuments.botId, botId))
    .orderBy(asc(corpusDocuments.createdAt), asc(corpusDocuments.id))
  return {
    documents: rows.map((row) => viewOf(row, openLabel(deps.cipher, row))),
    passages: rows.reduce((sum, row) => sum + row.passagesDone, 0),
    hasPrices: bot.priceRule === 'per-document',
    priceMicros: bot.priceMicros,
    meaning: meaningOf(deps, bot),
  }
}

function viewOf(row: CorpusDocumentRow, { name, title }: Label): DocumentView {
  const { id, mediaType, bytes, state, passagesDone, passagesTotal, priceMicros, createdAt } = row
  const failure = row.failure as DocumentFailure | null
  return {
    id,
    name,
    title,
    mediaType,
    bytes,
    state,
    failure,
    passagesDone,
    passagesTotal,
    priceMicros,
    createdAt,
  }
}

/** Passages of one transaction, as when they are written (`ingest.ts`). */
const REMOVED_AT_ONCE = 25

/**
 * Removes a document with its passages; what was sold of it stays sold. The last passages go first, some at a time, so that others
 * come in between: a process that dies half-way leaves a shorter document, which can be removed again.
 *
 * @throws AppError `sellers.document_not_found`.
 */
export async function removeDocument(
  deps: Pick<Deps, 'db'>,
  ownerId: string,
  { documentId }: { documentId: string },
): Promise<{ documentId: string }> {
  const { botId } = await ownDocument(deps.db, ownerId, documentId)
  await deps.db.transaction((tx) => endReading(tx, { botId, documentId }))
  for (let isOn = true; isOn; ) {
    await nextTurn()
    isOn = await deps.db.transaction(async (tx) => {
      await lockCorpus(tx, botId)
      if (await deleteLastPassages(tx, { botId, documentId, most: REMOVED_AT_ONCE })) return true
      await tx.delete(corpusDocuments).where(eq(corpusDocuments.id, documentId))
      return false
    })
  }
  return { documentId }
}

/** What is written of a document that is still read is all there will be: a job that is writing it finds nothing to go on with. */
async function endReading(
  tx: Tx,
  { botId, documentId }: { botId: string; documentId: string },
): Promise<void> {
  await lockCorpus(tx, botId)
  const ended = await tx
    .update(corpusDocuments)
    .set({ state: 'ready', dueAt: null, passagesTotal: sql`${corpusDocuments.passagesDone}` })
    .where(and(eq(corpusDocuments.id, documentId), inArray(corpusDocuments.state, ['waiting', 'reading'])))
    .returning({ id: corpusDocuments.id })
  if (ended.length > 0) await tx.delete(corpusUploads).where(eq(corpusUploads.documentId, documentId))
}

/**
 * Has a document read anew whose reading was given up; nothing happens to another one.
 *
 * @throws AppError `sellers.document_not_found`.
 */
export async function retryDocument(
  deps: Pick<Deps, 'db' | 'jobs' | 'clock'>,
  ownerId: string,
  { documentId }: { documentId: string },
): Promise<{ documentId: string }> {
  await ownDocument(deps.db, ownerId, documentId)
  await deps.db.transaction(async (tx) => {
    const again = await tx
      .update(corpusDocuments)
      .set({ state: 'waiting', failure: null, tries: 0, dueAt: deps.clock.now() })
      .where(
        and(
          eq(corpusDocuments.id, documentId),
          eq(corpusDocuments.state, 'failed'),
          eq(corpusDocuments.failure, 'gave-up'),
        ),
      )
      .returning({ id: corpusDocuments.id })
    if (again.length > 0) await deps.jobs.enqueue(tx, 'corpus.ingest', [{ documentId }])
  })
  return { documentId }
}

/** Gives a document its own price, or the bot's again. @throws AppError `sellers.document_not_found`. */
export async function setDocumentPrice(
  deps: Pick<Deps, 'db' | 'clock' | 'actor'>,
  ownerId: string,
  { documentId, priceMicros }: { documentId: string; priceMicros: bigint | null },
): Promise<{ documentId: string }> {
  await deps.db.transaction(async (tx) => {
    const { botId } = await ownDocument(tx, ownerId, documentId)
    await tx.update(corpusDocuments).set({ priceMicros }).where(eq(corpusDocuments.id, documentId))
    const amountMicros = priceMicros ?? undefined
    await recordAct(tx, deps, ownerId, { act: 'document.priced', botId, documentId, amountMicros })
  })
  return { documentId }
}

async function ownDocument(db: Db, ownerId: string, documentId: string): Promise<{ botId: string }> {
  const [found] = await db
    .select({ botId: corpusDocuments.botId })
    .from(corpusDocuments)
    .innerJoin(bots, eq(bots.id, corpusDocuments.botId))
    .where(and(eq(corpusDocuments.id, documentId), eq(bots.ownerId, ownerId)))
  if (!found) throw new AppError('sellers.document_not_found')
  return found
}
