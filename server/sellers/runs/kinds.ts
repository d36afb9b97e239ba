import type { BotKind } from '../../words/sellers'
import { answerFromCorpus } from '../corpus/answer'
import { answerFixed } from '../fixed/answer'
import { answerFromModel } from '../llm/answer'
import { leaveInQueue } from '../queue/leave-in-queue'
import { answerFromWebhook } from '../webhook/answer'
import type { Answerer } from './answerer'

/** How each kind of bot answers. */
export const ANSWERERS: Readonly<Record<BotKind, Answerer>> = {
  fixed: answerFixed,
  llm: answerFromModel,
  corpus: answerFromCorpus,
  webhook: answerFromWebhook,
  queue: leaveInQueue,
}
