import type { BotRow } from '@/db/schema'
import type { DocumentList } from '../../contract/corpus'
import type { Deps } from '../../deps'
import type { Embedder } from '../../llm/embedder'
import { NO_USAGE, type Tokens } from '../../llm/model'
import { createOpenAiEmbedder } from '../../llm/openai-embedder'
import { ownModelAccess } from '../bots/own-model'
import { clamped } from '../runs/drafts'
import { fitOfPassage } from './fit'
import { byMeaning, NEAR_MIN } from './meaning'
import { type OpenPassage, openPassages } from './passages'
import { queryTerms } from './query'
import { searchPassages } from './search'
import { passageTerms } from './terms'

export type FindDeps = Pick<Deps, 'db' | 'cipher' | 'models' | 'outbound' | 'log'>

/** What the first stage hands on. Source: lab, A.3. */
const SURVIVORS_MAX = 30

/** A passage found, with what it would be offered for. */
export type Found = {
  passage: OpenPassage
  /** How well its words fit (`fit.ts`). */
  fit: number
  /** How near its meaning is (`meaning.ts`); 0 where it was not compared. */
  near: number
  /** It fits as well as the bot asks for, or its meaning is near. */
  isOffered: boolean
  priceMicros: bigint
}

export type Finding = {
  /** Best first. */
  found: Found[]
  terms: string[]
  meaning: DocumentList['meaning']
  usage: Tokens
}

/**
 * What a bot's documents say to a question: by words, and, where the bot wants it and the site offers it, by meaning. When meaning
 * cannot be had, words decide alone, and the finding says so.
 */
export async function findPassages(
  deps: FindDeps,
  bot: BotRow,
  text: string,
  signal: AbortSignal,
): Promise<Finding> {
  const terms = queryTerms(text)
  const { hits, weights } = await searchPassages(deps, { botId: bot.id, terms, limit: SURVIVORS_MAX })
  const wordHits = hits.map(({ passageId }) => passageId)
  const meaning = meaningOf(deps, bot)
  const embedder = meaning === 'used' ? embedderOf(deps, bot) : null
  const compared = embedder
    ? await byMeaning(deps, embedder, { botId: bot.id, question: text, wordHits }, signal)
    : null
  const nearness = compared?.ok ? compared.nearness : null
  const nearest = nearness ? [...nearness].sort(([, a], [, b]) => b - a).map(([id]) => id) : []
  const passageIds = [...new Set([...wordHits, ...nearest.slice(0, SURVIVORS_MAX)])]
  const open = await openPassages(deps.db, deps.cipher, { botId: bot.id, passageIds })
  const found = passageIds.flatMap((id) => {
    const passage = open.get(id)
    if (!passage) return []
    const fit = fitOfPassage(weights, {
      heading: new Set(passageTerms({ ...passage, text: '' })),
      all: new Set(passageTerms({ ...passage, text: passage.text.reveal() })),
    })
    const near = nearness?.get(id) ?? 0
    const isOffered = fit >= bot.fitMin || near >= NEAR_MIN
    return [{ passage, fit, near, isOffered, priceMicros: priceOfPassage(bot, passage) }]
  })
  return {
    // Without meaning as words rank them.
    found: nearness ? found.sort((a, b) => rankOf(b) - rankOf(a)).slice(0, SURVIVORS_MAX) : found,
    terms,
    meaning: compared?.ok === false ? 'unavailable' : meaning,
    usage: compared?.usage ?? NO_USAGE,
  }
}

/**
 * What all of a question's words are worth in nearness: between passages about as near, names and numbers decide. Measured as
 * `NEAR_MIN` was, on single paragraphs: with 2 or 3 the first place is right for 37 of 40, with 4 or by meaning alone for 36.
 */
const FIT_WEIGHT = 3

const rankOf = ({ near, fit }: Found) => near + FIT_WEIGHT * fit

/** Whether a bot's passages are compared by meaning. */
export function meaningOf(
  { models }: Pick<Deps, 'models'>,
  bot: Pick<BotRow, 'usesEmbeddings' | 'modelName' | 'modelEmbeddings'>,
): DocumentList['meaning'] {
  if (!bot.usesEmbeddings) return 'off'
  const hasModel = bot.modelName === null ? models.embedder !== undefined : bot.modelEmbeddings !== null
  return hasModel ? 'used' : 'unavailable'
}

/** Both calls fit into the time of a run. */
const CALL_TIMEOUT_MS = 12_000

/** The bot's own server, or the operator's; null where none has a model for it. */
function embedderOf(deps: FindDeps, bot: BotRow): Embedder | null {
  const access = ownModelAccess(deps, bot)
  if (!access) return deps.models.embedderPaidBy({ kind: 'bot', botId: bot.id, personId: bot.ownerId })
  if (bot.modelEmbeddings === null) return null
  return createOpenAiEmbedder({
    ...access,
    embeddingModel: bot.modelEmbeddings,
    timeoutMs: CALL_TIMEOUT_MS,
    retriesMax: 0,
    log: deps.log,
  })
}

const WORDS_PRICED = 100n
/** Prices by length are rounded up to hundredths of a credit. */
const PRICE_STEP_MICROS = 10_000n

/** By the bot's rule: one price, the document's own, or so much for a hundred words within bounds. */
export function priceOfPassage(
  bot: Pick<BotRow, 'priceRule' | 'priceMicros' | 'priceMicrosMin' | 'priceMicrosMax'>,
  passage: Pick<OpenPassage, 'words' | 'priceMicros'>,
): bigint {
  switch (bot.priceRule) {
    case 'per-document':
      return passage.priceMicros ?? bot.priceMicros
    case 'per-length': {
      const exact = bot.priceMicros * BigInt(passage.words)
      const step = WORDS_PRICED * PRICE_STEP_MICROS
      return clamped(((exact + step - 1n) / step) * PRICE_STEP_MICROS, bot)
    }
    default:
      return bot.priceMicros
  }
}
