import { and, eq, inArray } from 'drizzle-orm'
import { corpusPassages } from '@/db/schema'
import type { Deps } from '../../deps'
import type { Embedder } from '../../llm/embedder'
import { NO_USAGE, type Tokens } from '../../llm/model'
import { inSlices } from '../../shared/in-slices'
import { type OpenPassage, openPassages } from './passages'
import { queryTerms } from './query'
import { searchPassages } from './search'

/**
 * The second stage of the Information Bazaar's vendor (lab, A.3): passages are compared by meaning with the question and an imagined
 * answer (HyDE). What differs from it: a bot of ordinary size is compared whole and not among what words found, because who asks
 * in other words than the document's is who needs it; and what is near is told against sentences about other things and not by one
 * cosine, because every embedder has its own (two texts that have nothing in common are at 0.1 for one and at 0.7 for another).
 */

/**
 * So many deviations above what sentences about other things come to is another subject no more. Measured with all-MiniLM-L6-v2 on the
 * questions of `bench/corpus-recall`: 38 of 40 passages that answer are offered, by nearness or words, and 8 of 10 questions that
 * nothing answers meet silence.
 */
export const NEAR_MIN = 3
/** Sentences that have nothing in common deviate by some hundredths for every embedder; less would make anything near. */
const DEVIATION_MIN = 0.02
/** Their vectors are read at each question: a second's work for more. A larger bot is compared among what words find. */
const COMPARED_MAX = 2_000
/** Of a larger bot. */
const FOUND_BY_WORDS = 300
/** Passages that get their vector with one question: some seconds of a model on the owner's machine. */
export const EMBEDDED_AT_ONCE = 64

/** Passages of one call. */
const BATCH = 16

/** About as many subjects as sentences, none of them anybody's question. */
export const OTHER_THINGS = [
  'The committee approved the annual budget after a short debate about travel costs.',
  'Mix the paint slowly and let the first coat dry before adding the second.',
  'The train to the coast leaves twice an hour and takes about fifty minutes.',
  'Her second novel tells the story of two brothers who inherit a lighthouse.',
  'The goalkeeper was injured in the first half and had to leave the field.',
  'A tenant must give three months of notice before moving out of the flat.',
  'The museum shows coins and pottery from the Roman period.',
  'Choose comfortable shoes and carry enough water for a long walk.',
  'The engine starts only when the clutch pedal is pressed down.',
  'Children learn a second language most easily before the age of seven.',
  'The company sold its printers division to a competitor last spring.',
  'The violin section entered too early and the conductor stopped the rehearsal.',
  'Patients with a high fever should drink a lot and stay in bed.',
  'The shop accepts cards and cash but no cheques.',
  'Migrating birds find their way by the stars and by the magnetic field.',
  'Please restart the program after you have installed the update.',
] as const

export type ByMeaning =
  /** How near each passage is that has a vector, in deviations above `OTHER_THINGS`. */
  | { ok: true; nearness: ReadonlyMap<string, number>; usage: Tokens }
  /** The embedder did not answer. */
  | { ok: false; usage: Tokens }

/** @param wordHits passages found by words, best first: they get their vectors before others. */
export async function byMeaning(
  deps: Pick<Deps, 'db' | 'cipher'>,
  embedder: Embedder,
  { botId, question, wordHits }: { botId: string; question: string; wordHits: readonly string[] },
  signal: AbortSignal,
): Promise<ByMeaning> {
  const imagined = await embedder.imagine(question, signal)
  const targets = imagined ? [question, imagined.text] : [question]
  const ids = new Set([...wordHits, ...(await comparedOf(deps, { botId, text: targets.join('\n') }))])
  const known = await readVectors(deps, embedder.name, { botId, passageIds: [...ids] })
  const missing = await openPassages(deps.db, deps.cipher, {
    botId,
    passageIds: [...ids].filter((id) => !known.has(id)).slice(0, EMBEDDED_AT_ONCE),
  })
  const embedded = await embedder.embed([...targets, ...OTHER_THINGS], signal)
  const asked = sumOf(imagined?.usage ?? NO_USAGE, embedded?.usage ?? NO_USAGE)
  if (!embedded) return { ok: false, usage: asked }
  const target = meanOf(embedded.vectors.slice(0, targets.length))
  const others = embedded.vectors.slice(targets.length)
  const { fresh, usage } = await embedMissing(deps, embedder, [...missing.values()], signal)
  const nearnessOf = against(others.map((other) => cosine(target, other)))
  const compared = await inSlices(
    [...known, ...fresh],
    ([id, vector]) => [id, nearnessOf(cosine(target, vector))] as const,
  )
  return { ok: true, nearness: new Map(compared), usage: sumOf(asked, usage) }
}

/** A few at a time, each kept at once: a slow server gets somewhere with every question. */
async function embedMissing(
  deps: Pick<Deps, 'db' | 'cipher'>,
  embedder: Embedder,
  passages: readonly OpenPassage[],
  signal: AbortSignal,
): Promise<{ fresh: Map<string, Float32Array>; usage: Tokens }> {
  const fresh = new Map<string, Float32Array>()
  let usage: Tokens = NO_USAGE
  for (let from = 0; from < passages.length && !signal.aborted; from += BATCH) {
    const batch = passages.slice(from, from + BATCH)
    const embedded = await embedder.embed(batch.map(withSource), signal)
    if (!embedded) break
    usage = sumOf(usage, embedded.usage)
    const made = new Map(
      batch.flatMap(({ id }, at) => (embedded.vectors[at] ? [[id, embedded.vectors[at]] as const] : [])),
    )
    await keepVectors(deps, embedder.name, made)
    for (const [id, vector] of made) fresh.set(id, vector)
  }
  return { fresh, usage }
}

/** All passages of a bot of ordinary size; of a larger one those that words find. */
async function comparedOf(
  deps: Pick<Deps, 'db' | 'cipher'>,
  { botId, text }: { botId: string; text: string },
): Promise<string[]> {
  const all = await deps.db
    .select({ id: corpusPassages.id })
    .from(corpusPassages)
    .where(eq(corpusPassages.botId, botId))
    .limit(COMPARED_MAX + 1)
  if (all.length <= COMPARED_MAX) return all.map(({ id }) => id)
  const { hits } = await searchPassages(deps, { botId, terms: queryTerms(text), limit: FOUND_BY_WORDS })
  return hits.map(({ passageId }) => passageId)
}

/** Turns a cosine into deviations above the mean of these. Exported for its test. */
export function against(cosines: readonly number[]): (value: number) => number {
  const mean = cosines.reduce((sum, value) => sum + value, 0) / Math.max(1, cosines.length)
  const square = cosines.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, cosines.length)
  const deviation = Math.max(DEVIATION_MIN, Math.sqrt(square))
  return (value) => (value - mean) / deviation
}

const sumOf = (a: Tokens, b: Tokens): Tokens => ({
  promptTokens: a.promptTokens + b.promptTokens,
  completionTokens: a.completionTokens + b.completionTokens,
})

/** Passages are embedded with where they stand, as in the lab. */
const withSource = ({ title, section, text }: OpenPassage) =>
  [title, section, text.reveal()].filter(Boolean).join('\n')

/** The direction between these, each counting alike. */
function meanOf(vectors: readonly Float32Array[]): Float32Array {
  const mean = new Float32Array(vectors[0]?.length ?? 0)
  for (const vector of vectors) {
    const length = Math.hypot(...vector) || 1
    for (const [at, value] of vector.entries()) mean[at] = (mean[at] ?? 0) + value / length
  }
  return mean
}

/** From −1 to 1. Vectors of different lengths have nothing in common. */
export function cosine(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) return 0
  let dot = 0
  let squaresA = 0
  let squaresB = 0
  for (const [index, value] of a.entries()) {
    const other = b[index] ?? 0
    dot += value * other
    squaresA += value * value
    squaresB += other * other
  }
  return squaresA === 0 || squaresB === 0 ? 0 : dot / Math.sqrt(squaresA * squaresB)
}

/** Bound to the embedder: a vector of another one does not count. */
export const purposeOf = (passageId: string) => `embedding:${passageId}`

/** As stored: nonce and ciphertext in base64, joined by a dot; inside, the embedder's name and the vector in base64. */
function seal({ cipher }: Pick<Deps, 'cipher'>, name: string, passageId: string, vector: Float32Array) {
  const numbers = Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64')
  const { keyId, nonce, ciphertext } = cipher.seal(`${numbers} ${name}`, purposeOf(passageId))
  return {
    embeddingKeyId: keyId,
    embeddingSealed: `${Buffer.from(nonce).toString('base64')}.${Buffer.from(ciphertext).toString('base64')}`,
  }
}

async function readVectors(
  { db, cipher }: Pick<Deps, 'db' | 'cipher'>,
  name: string,
  { botId, passageIds }: { botId: string; passageIds: string[] },
): Promise<Map<string, Float32Array>> {
  const rows = await db
    .select({
      id: corpusPassages.id,
      keyId: corpusPassages.embeddingKeyId,
      sealed: corpusPassages.embeddingSealed,
    })
    .from(corpusPassages)
    .where(and(eq(corpusPassages.botId, botId), inArray(corpusPassages.id, passageIds)))
  const read = await inSlices(rows, ({ id, keyId, sealed }) => {
    if (keyId === null || sealed === null) return []
    const [nonce = '', ciphertext = ''] = sealed.split('.').map((part) => Buffer.from(part, 'base64'))
    if (typeof nonce === 'string' || typeof ciphertext === 'string') return []
    const text = cipher.open({ keyId, nonce, ciphertext }, purposeOf(id)).reveal()
    const space = text.indexOf(' ')
    return text.slice(space + 1) === name ? [[id, vectorIn(text.slice(0, space))] as const] : []
  })
  return new Map(read.flat())
}

/** Copied, because a buffer of Node begins anywhere and floats must begin at a multiple of four bytes. */
function vectorIn(base64: string): Float32Array {
  return new Float32Array(new Uint8Array(Buffer.from(base64, 'base64')).buffer)
}

async function keepVectors(
  deps: Pick<Deps, 'db' | 'cipher'>,
  name: string,
  vectors: ReadonlyMap<string, Float32Array>,
): Promise<void> {
  for (const [id, vector] of vectors) {
    await deps.db
      .update(corpusPassages)
      .set(seal(deps, name, id, vector))
      .where(eq(corpusPassages.id, id))
  }
}
