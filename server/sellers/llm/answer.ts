import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BotRow } from '@/db/schema'
import {
  addUsage,
  type Model,
  type ModelResult,
  NO_USAGE,
  type OfferReply,
  type OfferTask,
} from '../../llm/model'
import { chosenModels } from '../../settings/chosen-models'
import { openKnowledge } from '../bots/knowledge'
import { modelOf } from '../bots/own-model'
import type { Answerer } from '../runs/answerer'
import { priceOf } from '../runs/drafts'
import { costOf } from '../runs/spend'

/** Two tries: a bot that is late helps nobody, the context waits for it. */
const TRIES = 2
const RETRY_MS = 500
const TOKEN_BYTES = 9

/** An `llm` bot asks its model once; the price is the bot's, or the model's within the owner's bounds. */
export const answerFromModel: Answerer = async (deps, bot, asked, { signal }) => {
  const task: OfferTask = {
    prompt: openKnowledge(deps.cipher, bot).reveal(),
    question: asked.question,
    subject: asked.subject,
    budgetMicros: asked.budgetMicros,
    priceBounds: boundsOf(bot),
    token: randomBytes(TOKEN_BYTES).toString('base64url'),
  }
  const result = await ask(modelOf({ ...deps, models: await chosenModels(deps) }, bot), task, signal)
  const spend = { usage: result.usage, costMicroUsd: costOf(bot, result.usage) }
  if (!result.ok) return { kind: 'failed', failure: result.failure, ...spend }
  if (!result.value) return { kind: 'silent', ...spend }
  const { teaser, privateInfo, priceMicros = null } = result.value
  return {
    kind: 'offers',
    offers: [{ teaser, privateInfo, priceMicros: priceOf(bot, priceMicros) }],
    ...spend,
  }
}

/** With the rule `chosen` the model names the price; what it names is held within the bounds all the same. */
function boundsOf({ priceRule, priceMicrosMin, priceMicrosMax }: BotRow): OfferTask['priceBounds'] {
  if (priceRule !== 'chosen' || priceMicrosMin === null || priceMicrosMax === null) return null
  return { minMicros: priceMicrosMin, maxMicros: priceMicrosMax }
}

async function ask(model: Model, task: OfferTask, signal: AbortSignal): Promise<ModelResult<OfferReply>> {
  let before = NO_USAGE
  for (let attempt = 1; ; attempt += 1) {
    const result = await model.offer(task, signal)
    const usage = addUsage(before, result.usage)
    if (result.ok || !result.isTransient || attempt === TRIES || signal.aborted) return { ...result, usage }
    before = usage
    await sleep(RETRY_MS)
  }
}
