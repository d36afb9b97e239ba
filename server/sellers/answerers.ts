import type { BotKind } from '../shared/seller-words'
import type { Answerer } from './answering'
import { answerFromCorpus } from './corpus/answer'
import { answerFixed } from './fixed/answer'
import { answerFromModel } from './llm/answer'
import { answerFromWebhook } from './webhook/answer'

/** How each kind of bot answers. */
export const ANSWERERS: Readonly<Record<BotKind, Answerer>> = {
  fixed: answerFixed,
  llm: answerFromModel,
  corpus: answerFromCorpus,
  webhook: answerFromWebhook,
}
