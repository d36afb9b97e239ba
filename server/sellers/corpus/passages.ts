import { and, eq, gte, inArray, sql } from 'drizzle-orm'
import type { Db, Tx } from '@/db/client'
import { corpusDocuments, corpusPassages } from '@/db/schema'
import type { Passage } from '../../contract/corpus'
import type { Deps } from '../../deps'
import type { Cipher, Sealed } from '../../shared/cipher'
import { Secret } from '../../shared/secret'
import { openLabel } from './labels'
import { blindTerms, passageTerms, vectorOf } from './terms'

/**
 * Rows of passages, and the counts that BM25 reckons with: in how many passages of the bot a term occurs, and how many
 * terms and passages a document has. Both change in one transaction or not at all.
 */

/** How passages are sealed and found. Goes up when either changes: those of an earlier version are then made anew at the start. */
export const INDEX_VERSION = 2

export const purposeOf = (passageId: string) => `passage:${passageId}`

/** One writer of a bot's counts at a time, until the transaction ends: two would lock terms in different orders. */
export async function lockCorpus(tx: Tx, botId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`corpus:${botId}`}, 0))`)
}

/** A passage with its place in the document, from 0, and what it is found by. */
export type PlacedPassage = Passage & { position: number; terms: readonly string[] }

export function placedPassages(title: string, passages: readonly Passage[], from: number): PlacedPassage[] {
  return passages.map((passage, index) => ({
    ...passage,
    position: from + index,
    terms: passageTerms({ title, ...passage }),
  }))
}

/** Writes passages of one document, sealed, with their counts. The caller holds the corpus' lock. */
export async function insertPassages(
  tx: Tx,
  deps: Pick<Deps, 'ids' | 'cipher'>,
  place: { botId: string; documentId: string },
  passages: readonly PlacedPassage[],
): Promise<void> {
  const blind = blindTerms(deps.cipher, place.botId)
  await writePassages(tx, deps, place, passages, blind)
  await writeCounts(tx, deps, place.botId, holdersOf(passages), blind)
}

/** In how many of these passages each term occurs. */
export function holdersOf(passages: readonly Pick<PlacedPassage, 'terms'>[]): Map<string, number> {
  const holders = new Map<string, number>()
  for (const { terms } of passages) {
    for (const term of new Set(terms)) holders.set(term, (holders.get(term) ?? 0) + 1)
  }
  return holders
}

/** What is sealed of a passage and what it is found by, as stored. */
export function sealPassage(
  cipher: Cipher,
  { botId, passageId }: { botId: string; passageId: string },
  { section, text, terms }: Pick<PlacedPassage, 'section' | 'text' | 'terms'>,
  blind: (term: string) => string,
) {
  const vector = vectorOf(botId, terms.map(blind))
  return {
    length: terms.length,
    terms: sql`${vector}::tsvector`,
    ...cipher.seal(`${section}\n${text}`, purposeOf(passageId)),
  }
}

/** Headings have no line breaks (`cut.ts`). */
export function openPassage(
  cipher: Cipher,
  passageId: string,
  sealed: Sealed,
): { section: string; text: Secret } {
  const content = cipher.open(sealed, purposeOf(passageId)).reveal()
  const end = content.indexOf('\n')
  return { section: content.slice(0, end), text: new Secret(content.slice(end + 1)) }
}

/** The rows of passages, and how much their document has of them. Without the counts of terms: `insertPassages` has both. */
export async function writePassages(
  tx: Tx,
  { ids, cipher }: Pick<Deps, 'ids' | 'cipher'>,
  { botId, documentId }: { botId: string; documentId: string },
  passages: readonly PlacedPassage[],
  blind = blindTerms(cipher, botId),
): Promise<void> {
  if (passages.length === 0) return
  await tx.insert(corpusPassages).values(
    passages.map((passage) => {
      const id = ids.next('passage')
      const { position, words } = passage
      const sealed = sealPassage(cipher, { botId, passageId: id }, passage, blind)
      return { id, botId, documentId, position, words, ...sealed }
    }),
  )
  const termsTotal = passages.reduce((sum, { terms }) => sum + terms.length, 0)
  await tx
    .update(corpusDocuments)
    .set({
      passagesDone: sql`${corpusDocuments.passagesDone} + ${passages.length}`,
      termsTotal: sql`${corpusDocuments.termsTotal} + ${termsTotal}`,
    })
    .where(eq(corpusDocuments.id, documentId))
}

/** Counts terms in so many passages more. */
export async function writeCounts(
  tx: Tx,
  { cipher }: Pick<Deps, 'cipher'>,
  botId: string,
  holders: ReadonlyMap<string, number>,
  blind = blindTerms(cipher, botId),
): Promise<void> {
  const terms = [...holders.keys()].map(blind)
  await tx.execute(sql`
    insert into corpus_term (bot_id, term, passages)
    select ${botId}, term, passages
    from unnest(${sql.param(terms)}::text[], ${sql.param([...holders.values()])}::integer[]) as new (term, passages)
    on conflict (bot_id, term) do update set passages = corpus_term.passages + excluded.passages`)
}

/** Removes all passages of one document and takes them out of the counts. The caller holds the corpus' lock. */
export async function deletePassages(
  tx: Tx,
  { botId, documentId }: { botId: string; documentId: string },
): Promise<void> {
  await takeFromCounts(tx, { botId, documentId })
  await tx.delete(corpusPassages).where(eq(corpusPassages.documentId, documentId))
  await tx
    .update(corpusDocuments)
    .set({ passagesDone: 0, passagesTotal: null, termsTotal: 0 })
    .where(eq(corpusDocuments.id, documentId))
}

/**
 * Removes the last `most` passages of a document that is `ready` and takes them out of the counts: what is left is a shorter document,
 * whole in itself. False when there were none. The caller holds the corpus' lock.
 */
export async function deleteLastPassages(
  tx: Tx,
  { botId, documentId, most }: { botId: string; documentId: string; most: number },
): Promise<boolean> {
  const here = eq(corpusDocuments.id, documentId)
  const [document] = await tx.select({ done: corpusDocuments.passagesDone }).from(corpusDocuments).where(here)
  if (!document || document.done === 0) return false
  const from = Math.max(0, document.done - most)
  await takeFromCounts(tx, { botId, documentId, from })
  const isLast = and(eq(corpusPassages.documentId, documentId), gte(corpusPassages.position, from))
  const gone = await tx.delete(corpusPassages).where(isLast).returning({ length: corpusPassages.length })
  const terms = gone.reduce((sum, { length }) => sum + length, 0)
  await tx
    .update(corpusDocuments)
    .set({
      passagesDone: from,
      passagesTotal: from,
      termsTotal: sql`${corpusDocuments.termsTotal} - ${terms}`,
    })
    .where(here)
  return true
}

/** Takes the passages of one document, from one place on, out of the counts of terms. */
export async function takeFromCounts(
  tx: Tx,
  { botId, documentId, from = 0 }: { botId: string; documentId: string; from?: number },
): Promise<void> {
  const gone = sql`(
    select lexeme as term, count(*)::integer as passages
    from corpus_passage, unnest(terms)
    where document_id = ${documentId} and position >= ${from}
    group by lexeme
  ) gone`
  // Whoever had the term last takes its row along; looking through all terms of the bot takes longer with each document.
  await tx.execute(sql`
    delete from corpus_term using ${gone}
    where corpus_term.bot_id = ${botId} and corpus_term.term = gone.term and corpus_term.passages <= gone.passages`)
  await tx.execute(sql`
    update corpus_term set passages = corpus_term.passages - gone.passages from ${gone}
    where corpus_term.bot_id = ${botId} and corpus_term.term = gone.term`)
}

/** A passage opened, with where it stands. */
export type OpenPassage = {
  id: string
  documentId: string
  title: string
  section: string
  words: number
  /** The document's own price, null for the bot's. */
  priceMicros: bigint | null
  /** When its document was brought. */
  storedAt: Date
  text: Secret
}

/** Opens passages of one bot, for the bot itself and its owner only. Those of another bot are left out. */
export async function openPassages(
  db: Db,
  cipher: Cipher,
  { botId, passageIds }: { botId: string; passageIds: readonly string[] },
): Promise<Map<string, OpenPassage>> {
  if (passageIds.length === 0) return new Map()
  const rows = await db
    .select({
      id: corpusPassages.id,
      documentId: corpusPassages.documentId,
      labelKeyId: corpusDocuments.labelKeyId,
      labelSealed: corpusDocuments.labelSealed,
      words: corpusPassages.words,
      priceMicros: corpusDocuments.priceMicros,
      storedAt: corpusDocuments.createdAt,
      keyId: corpusPassages.keyId,
      nonce: corpusPassages.nonce,
      ciphertext: corpusPassages.ciphertext,
    })
    .from(corpusPassages)
    .innerJoin(corpusDocuments, eq(corpusDocuments.id, corpusPassages.documentId))
    .where(and(eq(corpusPassages.botId, botId), inArray(corpusPassages.id, [...passageIds])))
  return new Map(
    rows.map(({ id, documentId, words, priceMicros, storedAt, labelKeyId, labelSealed, ...sealed }) => {
      const { title } = openLabel(cipher, { id: documentId, labelKeyId, labelSealed })
      return [id, { id, documentId, title, words, priceMicros, storedAt, ...openPassage(cipher, id, sealed) }]
    }),
  )
}
