import type { BotKind } from '../shared/seller-words'
import type { Answerer } from './answering'
import { openKnowledge } from './knowledge'

const NO_USAGE = { usage: { promptTokens: 0, completionTokens: 0 }, costMicroUsd: 0n }

/** A text and a price, whatever is asked. */
const answerFixed: Answerer = async (deps, bot) => ({
  kind: 'offers',
  offers: [
    {
      teaser: bot.teaser,
      privateInfo: openKnowledge(deps.cipher, bot).reveal(),
      priceMicros: bot.priceMicros,
    },
  ],
  ...NO_USAGE,
})

const answerNothing: Answerer = async () => ({ kind: 'silent', ...NO_USAGE })

/** How each kind of bot answers. */
export const ANSWERERS: Readonly<Record<BotKind, Answerer>> = {
  fixed: answerFixed,
  llm: answerNothing,
  corpus: answerNothing,
  webhook: answerNothing,
}
