import type { TrySearchResult } from '../../contract/corpus'
import { ownCorpusBot } from './documents'
import { type FindDeps, findPassages } from './find'

const SHOWN = 5
const TIMEOUT_MS = 20_000
/** Passages that fit less than the bot asks for are shown too, marked, so that the owner can see what that does. */
const ANY_FIT = 0

/** What a typed question would find, for the bot's owner. @throws AppError `sellers.bot_not_found`, `sellers.wrong_kind`. */
export async function trySearch(
  deps: FindDeps,
  ownerId: string,
  { botId, question }: { botId: string; question: string },
): Promise<TrySearchResult> {
  const bot = await ownCorpusBot(deps.db, ownerId, botId)
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const { found, terms, meaning } = await findPassages(deps, bot, question, { fitMin: ANY_FIT, signal })
  return {
    found: found.slice(0, SHOWN).map(({ passage, fit, priceMicros }, index) => ({
      passageId: passage.id,
      title: passage.title,
      section: passage.section,
      text: passage.text.reveal(),
      words: passage.words,
      fit,
      priceMicros,
      isOffered: fit >= bot.fitMin && index < bot.offersPerContextMax,
    })),
    terms,
    meaning,
  }
}
