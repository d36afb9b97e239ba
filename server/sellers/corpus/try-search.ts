import type { TrySearchResult } from '../../contract/corpus'
import { ownCorpusBot } from './documents'
import { type FindDeps, findPassages } from './find'

const SHOWN = 5
const TIMEOUT_MS = 20_000

/**
 * What a typed question would find, for the bot's owner. Passages that would not be offered are shown too, marked, so that the owner can
 * see what the settings do.
 *
 * @throws AppError `sellers.bot_not_found`, `sellers.wrong_kind`.
 */
export async function trySearch(
  deps: FindDeps,
  ownerId: string,
  { botId, question }: { botId: string; question: string },
): Promise<TrySearchResult> {
  const bot = await ownCorpusBot(deps.db, ownerId, botId)
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const { found, terms, meaning } = await findPassages(deps, bot, question, signal)
  const offered = new Set(found.filter(({ isOffered }) => isOffered).slice(0, bot.offersPerContextMax))
  return {
    found: found.slice(0, SHOWN).map((one) => {
      const { passage, fit, priceMicros } = one
      return {
        passageId: passage.id,
        title: passage.title,
        section: passage.section,
        text: passage.text.reveal(),
        words: passage.words,
        fit,
        priceMicros,
        isOffered: offered.has(one),
      }
    }),
    terms,
    meaning,
  }
}
