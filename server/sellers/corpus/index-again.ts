import { and, asc, eq, lt, sql } from 'drizzle-orm'
import type { Tx } from '@/db/client'
import { type CorpusDocumentRow, corpusDocuments, corpusPassages } from '@/db/schema'
import type { Deps } from '../../deps'
import { openLabel, sealLabel } from './labels'
import {
  deletePassages,
  holdersOf,
  INDEX_VERSION,
  lockCorpus,
  openPassage,
  purposeOf,
  sealPassage,
  takeFromCounts,
  writeCounts,
} from './passages'
import { blindTerms, passageTerms } from './terms'

type IndexDeps = Pick<Deps, 'db' | 'cipher' | 'log'>

/**
 * Seals and indexes anew what an earlier version of `INDEX_VERSION` wrote, document by document; returns how many there were. At the
 * start, because nothing is found or read in the old form. A document that does not open has failed, with the reason in the log.
 */
export async function indexAgain(deps: IndexDeps): Promise<number> {
  const isOld = lt(corpusDocuments.indexVersion, INDEX_VERSION)
  const old = await deps.db.select({ id: corpusDocuments.id }).from(corpusDocuments).where(isOld)
  for (const { id } of old)
    await deps.db.transaction((tx) => indexDocument(tx, deps, id)).catch((error) => giveUp(deps, id, error))
  // Whatever the counts said before: a term in the clear stays nowhere.
  if (old.length > 0) await deps.db.execute(sql`delete from corpus_term where term !~ '^[0-9a-f]{16}$'`)
  return old.length
}

/** Locked like any writer of the bot's counts; null when another process has done it. */
async function lockOld(tx: Tx, documentId: string): Promise<CorpusDocumentRow | null> {
  const here = eq(corpusDocuments.id, documentId)
  const [found] = await tx.select({ botId: corpusDocuments.botId }).from(corpusDocuments).where(here)
  if (!found) return null
  await lockCorpus(tx, found.botId)
  const [document] = await tx
    .select()
    .from(corpusDocuments)
    .where(and(here, lt(corpusDocuments.indexVersion, INDEX_VERSION)))
    .for('update')
  return document ?? null
}

const labelOf = ({ cipher }: Pick<Deps, 'cipher'>, { name, title, ...document }: CorpusDocumentRow) =>
  document.indexVersion === 0 ? { name: name ?? '', title: title ?? '' } : openLabel(cipher, document)

const SEALED = { name: null, title: null, indexVersion: INDEX_VERSION }

async function indexDocument(tx: Tx, deps: IndexDeps, documentId: string): Promise<void> {
  const document = await lockOld(tx, documentId)
  if (!document) return
  const { cipher } = deps
  const { botId } = document
  const label = labelOf(deps, document)
  const rows = await tx
    .select()
    .from(corpusPassages)
    .where(eq(corpusPassages.documentId, documentId))
    .orderBy(asc(corpusPassages.position))
  await takeFromCounts(tx, { botId, documentId })
  const blind = blindTerms(cipher, botId)
  const passages = rows.map((row) => {
    const { section, text } =
      document.indexVersion === 0
        ? { section: row.section ?? '', text: cipher.open(row, purposeOf(row.id)) }
        : openPassage(cipher, row.id, row)
    const words = { section, text: text.reveal() }
    return { id: row.id, ...words, terms: passageTerms({ title: label.title, ...words }) }
  })
  for (const passage of passages)
    await tx
      .update(corpusPassages)
      .set({ section: null, ...sealPassage(cipher, { botId, passageId: passage.id }, passage, blind) })
      .where(eq(corpusPassages.id, passage.id))
  await writeCounts(tx, deps, botId, holdersOf(passages))
  const termsTotal = passages.reduce((sum, { terms }) => sum + terms.length, 0)
  await tx
    .update(corpusDocuments)
    .set({ ...SEALED, ...sealLabel(cipher, documentId, label), termsTotal })
    .where(eq(corpusDocuments.id, documentId))
}

/** Its passages open for nobody, so nothing is lost with them. */
async function giveUp(deps: IndexDeps, documentId: string, error: unknown): Promise<void> {
  deps.log.error({ err: error, documentId }, 'a document of an earlier version does not open')
  await deps.db.transaction(async (tx) => {
    const document = await lockOld(tx, documentId)
    if (!document) return
    await deletePassages(tx, { botId: document.botId, documentId })
    await tx
      .update(corpusDocuments)
      .set({
        ...SEALED,
        ...sealLabel(deps.cipher, documentId, labelOf(deps, document)),
        state: 'failed',
        failure: 'broken',
        dueAt: null,
      })
      .where(eq(corpusDocuments.id, documentId))
  })
}
