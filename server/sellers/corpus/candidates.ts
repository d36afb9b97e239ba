import type { BotRow } from '@/db/schema'
import type { Deps } from '../../deps'
import { CHOICE_MAX } from '../../protocol/bits'
import type { BotQuestion } from '../runs/answerer'
import { type Found, priceOfPassage } from './find'
import { type OpenPassage, openPassages } from './passages'
import { queryTerms, queryText } from './query'
import { searchPassages } from './search'

/** Passages that are looked at: some are dearer, or came after the question. */
const LOOKED_AT = 4 * CHOICE_MAX

/**
 * Among which passages what is sealed may choose: the one that public words find, and those of the same price that the sub-question and the
 * question of its root find next, all of them stored before that was asked. How well these fit by public words does not matter: it is for what they
 * lack that a claim is searched with. Empty where there is nothing to choose among.
 */
export async function candidatesFor(
  deps: Pick<Deps, 'db' | 'cipher'>,
  bot: BotRow,
  asked: BotQuestion,
  offered: readonly Pick<Found, 'passage' | 'priceMicros'>[],
): Promise<OpenPassage[]> {
  const { root } = asked
  const [best] = offered
  if (!root || !best || best.passage.storedAt >= root.askedAt) return []
  const above = queryText({ question: root.question, tags: [], subject: null })
  const terms = queryTerms(`${queryText(asked)}\n${above}`)
  const { hits } = await searchPassages(deps, { botId: bot.id, terms, limit: LOOKED_AT })
  const passageIds = hits.map(({ passageId }) => passageId)
  const open = await openPassages(deps.db, deps.cipher, { botId: bot.id, passageIds })
  const taken = new Set(offered.map(({ passage }) => passage.id))
  const others = passageIds.flatMap((id) => {
    const passage = open.get(id)
    const isCandidate =
      passage &&
      !taken.has(id) &&
      passage.storedAt < root.askedAt &&
      priceOfPassage(bot, passage) === best.priceMicros
    return isCandidate ? [passage] : []
  })
  return others.length === 0 ? [] : [best.passage, ...others].slice(0, CHOICE_MAX)
}
