import type { BotRow } from '@/db/schema'
import type { Deps } from '../../deps'
import { NO_USAGE } from '../../llm/model'
import { openKnowledge } from '../bots/knowledge'
import type { Answerer, BotDraft } from '../runs/answerer'

/** What a `fixed` bot offers, whatever is asked. */
export function fixedDraft({ cipher }: Pick<Deps, 'cipher'>, bot: BotRow): BotDraft {
  const privateInfo = openKnowledge(cipher, bot).reveal()
  return { teaser: bot.teaser, privateInfo, priceMicros: bot.priceMicros }
}

/** For rehearsals: at work it asks nobody and answers in the transaction that matches it. */
export const answerFixed: Answerer = async (deps, bot) => ({
  kind: 'offers',
  offers: [fixedDraft(deps, bot)],
  usage: NO_USAGE,
  costMicroUsd: 0n,
})
