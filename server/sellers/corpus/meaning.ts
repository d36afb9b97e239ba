import { and, eq, inArray } from 'drizzle-orm'
import { corpusPassages } from '@/db/schema'
import type { Deps } from '../../deps'
import type { Embedder } from '../../llm/embedder'
import { NO_USAGE, type Tokens } from '../../llm/model'
import type { OpenPassage } from './passages'

/**
 * The second stage of the Information Bazaar's vendor (lab, A.3): an imagined answer is compared by meaning with the passages
 * that the first stage found, and only with those. So nothing is embedded when a document is read: a passage is embedded when
 * it is first found, and the vector is kept, sealed, because a vector gives its text away (reliability, L14).
 */

/** A cosine below or at this is another subject. Source: lab, A.3. */
export const COSINE_MIN = 0.8

export type ByMeaning =
  /** Best first, only those above `COSINE_MIN`. */
  | { ok: true; passageIds: string[]; usage: Tokens }
  /** The embedder did not answer. */
  | { ok: false; usage: Tokens }

export async function byMeaning(
  deps: Pick<Deps, 'db' | 'cipher'>,
  embedder: Embedder,
  { botId, question, passages }: { botId: string; question: string; passages: readonly OpenPassage[] },
  signal: AbortSignal,
): Promise<ByMeaning> {
  const imagined = await embedder.imagine(question, signal)
  if (!imagined) return { ok: false, usage: NO_USAGE }
  const known = await readVectors(deps, embedder.name, { botId, passages })
  const missing = passages.filter(({ id }) => !known.has(id))
  const embedded = await embedder.embed([imagined.text, ...missing.map(withSource)], signal)
  if (!embedded) return { ok: false, usage: imagined.usage }
  const [target, ...made] = embedded.vectors
  if (!target) return { ok: false, usage: imagined.usage }
  const fresh = new Map(missing.flatMap(({ id }, index) => (made[index] ? [[id, made[index]] as const] : [])))
  await keepVectors(deps, embedder.name, fresh)
  const scored = passages.flatMap(({ id }) => {
    const vector = known.get(id) ?? fresh.get(id)
    return vector ? [{ id, score: clippedCosine(target, vector) }] : []
  })
  return {
    ok: true,
    passageIds: scored
      .filter(({ score }) => score > COSINE_MIN)
      .sort((a, b) => b.score - a.score)
      .map(({ id }) => id),
    usage: {
      promptTokens: imagined.usage.promptTokens + embedded.usage.promptTokens,
      completionTokens: imagined.usage.completionTokens + embedded.usage.completionTokens,
    },
  }
}

/** Passages are embedded with where they stand, as in the lab. */
const withSource = ({ title, section, text }: OpenPassage) =>
  [title, section, text.reveal()].filter(Boolean).join('\n')

/** From 0 to 1: opposite meanings count as none. Vectors of different lengths have nothing in common. */
export function clippedCosine(a: Float32Array, b: Float32Array): number {
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
  if (squaresA === 0 || squaresB === 0) return 0
  return Math.min(1, Math.max(0, dot / Math.sqrt(squaresA * squaresB)))
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
  { botId, passages }: { botId: string; passages: readonly OpenPassage[] },
): Promise<Map<string, Float32Array>> {
  const ids = passages.map(({ id }) => id)
  const rows = await db
    .select({
      id: corpusPassages.id,
      keyId: corpusPassages.embeddingKeyId,
      sealed: corpusPassages.embeddingSealed,
    })
    .from(corpusPassages)
    .where(and(eq(corpusPassages.botId, botId), inArray(corpusPassages.id, ids)))
  return new Map(
    rows.flatMap(({ id, keyId, sealed }) => {
      if (keyId === null || sealed === null) return []
      const [nonce = '', ciphertext = ''] = sealed.split('.').map((part) => Buffer.from(part, 'base64'))
      if (typeof nonce === 'string' || typeof ciphertext === 'string') return []
      const text = cipher.open({ keyId, nonce, ciphertext }, purposeOf(id)).reveal()
      const space = text.indexOf(' ')
      return text.slice(space + 1) === name ? [[id, vectorIn(text.slice(0, space))] as const] : []
    }),
  )
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
