import { chosenTeaser, passageTeaser } from '../../contract/passage-teaser'
import { NO_USAGE } from '../../llm/model'
import { withSource } from '../../shared/source-line'
import { wordCount } from '../../shared/words'
import type { Answerer } from '../runs/answerer'
import { costOf } from '../runs/spend'
import { candidatesFor } from './candidates'
import { findPassages } from './find'
import type { OpenPassage } from './passages'
import { mayTry } from './probes'
import { queryTerms, queryText } from './query'

/** A failure that does not keep a bot from answering; its run says so. */
export const WITHOUT_MEANING = 'without-meaning'

/**
 * A `corpus` bot offers the passages that say most to a question: at most as many as the bot may offer on one context, those
 * it can pay for first. Nothing that fits as well as the bot asks for is silence, and so is an asker who has tried too many words.
 */
export const answerFromCorpus: Answerer = async (deps, bot, asked, { signal, isRehearsal = false }) => {
  const text = queryText(asked)
  const { askerId } = asked
  if (!isRehearsal && askerId !== null) {
    if (!(await mayTry(deps, { botId: bot.id, askerId, terms: queryTerms(text) })))
      return { kind: 'silent', silence: 'asker-cap', usage: NO_USAGE, costMicroUsd: 0n }
  }
  const { found: all, meaning, usage } = await findPassages(deps, bot, text, signal)
  const found = all.filter(({ isOffered }) => isOffered)
  const spend = {
    usage,
    costMicroUsd: costOf(bot, usage),
    ...(meaning === 'unavailable' ? { note: WITHOUT_MEANING } : {}),
  }
  if (found.length === 0) return { kind: 'silent', ...spend }
  const affordable = found.filter(({ priceMicros }) => priceMicros <= asked.budgetMicros)
  // With none of them the best are named all the same: the run then says that the budget was too small.
  const offered = (affordable.length > 0 ? affordable : found).slice(0, bot.offersPerContextMax)
  const candidates = isRehearsal ? [] : await candidatesFor(deps, bot, asked, offered)
  const choice =
    candidates.length === 0
      ? {}
      : { choice: { teaser: chosenTeaser(bot), passages: candidates.map(privateInfoOf) } }
  return {
    kind: 'offers',
    offers: offered.map(({ passage, priceMicros }, place) => {
      const privateInfo = privateInfoOf(passage)
      const title = bot.namesDocuments ? passage.title : null
      // All that is sold, as its box counts it.
      const words = wordCount(privateInfo)
      return {
        teaser: passageTeaser({ words, title, name: bot.name, about: bot.about }),
        privateInfo,
        priceMicros,
        ...(place === 0 ? choice : {}),
      }
    }),
    ...spend,
  }
}

/** The passage with where it is from as its last line. */
function privateInfoOf({ title, section, text }: OpenPassage): string {
  return withSource(text.reveal(), [title, section].filter(Boolean).join(' › '))
}
