import type { BotRow } from '@/db/schema'
import type { BotInput } from '../../contract/bots'
import type { Deps } from '../../deps'
import { AppError } from '../../errors'
import type { Model } from '../../llm/model'
import { createOpenAiModel } from '../../llm/openai'
import { openText, sealText } from './sealed-text'

/**
 * A bot owner's own model. Its key is sealed, opened for a call of this very bot, and read back to nobody; calls go to the
 * address the owner named, through the guard.
 */

type OwnModelInput = Extract<BotInput, { kind: 'llm' }>['ownModel']
type ModelColumns = Pick<
  BotRow,
  | 'modelName'
  | 'modelBaseUrl'
  | 'modelEmbeddings'
  | 'modelKeyId'
  | 'modelKeySealed'
  | 'inputMicroUsd'
  | 'outputMicroUsd'
>

/** Shorter than a run, so that its second try fits. */
const CALL_TIMEOUT_MS = 14_000
/** Servers without keys still expect the header. */
const NO_KEY = 'none'

export const purposeOf = (botId: string) => `bot:${botId}:model-key`

const NO_MODEL: ModelColumns = {
  modelName: null,
  modelBaseUrl: null,
  modelEmbeddings: null,
  modelKeyId: null,
  modelKeySealed: null,
  inputMicroUsd: 0n,
  outputMicroUsd: 0n,
}

/**
 * What of an own model stands in the bot's row. A stored key stays when nothing is said of it, but never goes along to another
 * server: whoever has got into an account could send it to his own.
 *
 * @throws AppError `sellers.address_refused`; `sellers.key_elsewhere` when another server wants a key of its own.
 */
export function modelColumns(
  deps: Pick<Deps, 'cipher' | 'outbound'>,
  botId: string,
  input: OwnModelInput,
  stored: BotRow | null,
): ModelColumns {
  if (!input) return NO_MODEL
  if (!deps.outbound.allows(input.baseUrl))
    throw new AppError('sellers.address_refused', { details: { field: 'bot.ownModel.baseUrl' } })
  const kept = keptKey(input, stored)
  const key = input.apiKey ? sealText(deps.cipher, input.apiKey, purposeOf(botId)) : kept
  return {
    modelName: input.model,
    modelBaseUrl: input.baseUrl,
    modelEmbeddings: input.embeddingModel === '' ? null : input.embeddingModel,
    modelKeyId: key?.keyId ?? null,
    modelKeySealed: key?.sealed ?? null,
    inputMicroUsd: input.inputMicroUsd,
    outputMicroUsd: input.outputMicroUsd,
  }
}

function keptKey(input: NonNullable<OwnModelInput>, stored: BotRow | null) {
  if (input.apiKey !== null || !stored?.modelBaseUrl || !stored.modelKeyId || !stored.modelKeySealed)
    return null
  if (new URL(stored.modelBaseUrl).origin !== new URL(input.baseUrl).origin)
    throw new AppError('sellers.key_elsewhere', { details: { field: 'bot.ownModel.apiKey' } })
  return { keyId: stored.modelKeyId, sealed: stored.modelKeySealed }
}

/** How the owner's server is reached; null without a model of the bot's own. */
export function ownModelAccess(deps: Pick<Deps, 'cipher' | 'outbound'>, bot: BotRow) {
  const { modelName, modelBaseUrl, modelKeyId, modelKeySealed } = bot
  if (modelName === null || modelBaseUrl === null) return null
  const key =
    modelKeyId === null || modelKeySealed === null
      ? null
      : openText(deps.cipher, { keyId: modelKeyId, sealed: modelKeySealed }, purposeOf(bot.id))
  return {
    model: modelName,
    baseURL: modelBaseUrl.replace(/\/+$/, ''),
    apiKey: key?.reveal() ?? NO_KEY,
    fetch: deps.outbound.fetch,
  }
}

/** The owner's model, or the operator's. */
export function modelOf(deps: Deps, bot: BotRow): Model {
  const access = ownModelAccess(deps, bot)
  if (!access) return deps.models.paidBy({ kind: 'bot', botId: bot.id, personId: bot.ownerId })
  return createOpenAiModel({ ...access, timeoutMs: CALL_TIMEOUT_MS, retriesMax: 0, log: deps.log })
}
