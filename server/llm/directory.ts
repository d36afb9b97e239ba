import { builtInModel } from './built-in/built-in'
import type { Chat } from './chat'
import type { Embedder } from './embedder'
import type { Model } from './model'
import { createOpenAiChat, createOpenAiModel, type ModelLog, type OpenAiConfig } from './openai'
import { createOpenAiEmbedder } from './openai-embedder'
import type { Fetch } from './openai-wire'
import type { Payer } from './payer'

/** What the operator has set; nothing here may ever come from a buyer, a seller or a question (reliability, L11). */
export type ModelSettings = {
  /** Local servers often need none. */
  OPENAI_API_KEY?: string
  /** The one address that prompts with private information are sent to. */
  OPENAI_BASE_URL?: string
  /** Required with either of the others. */
  OPENAI_MODEL?: string
  /** For bots that search their documents by meaning too; without it they search by words. */
  OPENAI_EMBEDDING_MODEL?: string
  /** More models of the same server. */
  OPENAI_OTHER_MODELS?: readonly { name: string }[]
  OPENAI_TIMEOUT_SECONDS?: number
  OPENAI_STALL_SECONDS?: number
}

type Needs = {
  env: ModelSettings
  log: ModelLog
  /** A fetch that gives up only when it is told to; Node's own does after five minutes without a word. */
  fetch?: Fetch
}

/** The models themselves. */
export type ModelSet = {
  /** The operator's model, or the built-in inspector when none is configured. */
  site: Model
  /** More of the operator's models, which askers may choose. */
  others?: readonly Model[]
  builtIn: Model
  isSiteBuiltIn: boolean
  /** For bots that search by meaning too; absent when the operator has named no model for it. */
  embedder?: Embedder
}

/** As they are called: whoever calls the operator's says on whose behalf, so that it is counted (`metered.ts`). */
export type Models = ModelSet & {
  /** @param name One of the operator's models; the first for null, and for one that is offered no longer. */
  paidBy(payer: Payer, name?: string | null): Model
  /** Null when the operator has named no model for meaning. */
  embedderPaidBy(payer: Payer): Embedder | null
}

const OPENAI_URL = 'https://api.openai.com/v1'
/** Servers without keys still expect the header. */
const NO_KEY = 'none'
const SECOND_MS = 1_000

/**
 * The models of this site. With neither key nor base URL every inspection is the built-in inspector's.
 *
 * @throws Error when the model has no name, or the base URL is not a plain http or https address; the message names the
 * variable, not its value.
 */
export function createModels(needs: Needs): ModelSet {
  const config = openAiConfig(needs)
  if (!config) return { site: builtInModel, builtIn: builtInModel, isSiteBuiltIn: true }
  const { OPENAI_EMBEDDING_MODEL: embeddingModel } = needs.env
  return {
    site: createOpenAiModel(config),
    others: (needs.env.OPENAI_OTHER_MODELS ?? []).map(({ name }) =>
      createOpenAiModel({ ...config, model: name }),
    ),
    builtIn: builtInModel,
    isSiteBuiltIn: false,
    ...(embeddingModel ? { embedder: createOpenAiEmbedder({ ...config, embeddingModel }) } : {}),
  }
}

/** The operator's models by name, the usual one first; none where the built-in inspector is all there is. */
export function offeredNames({ isSiteBuiltIn, site, others = [] }: ModelSet): string[] {
  return isSiteBuiltIn ? [] : [site, ...others].map(({ name }) => name)
}

/** The operator's model of that name; the first for null, and for one that is offered no longer. */
export function namedModel({ site, others = [] }: ModelSet, name: string | null): Model {
  return others.find((model) => model.name === name) ?? site
}

/**
 * The models as an operator set them while the market runs.
 *
 * @param set.usual Name of the one that is had without a choice; any other text leaves the environment's.
 * @param set.allowed Names of those that may be chosen besides; none: all.
 */
export function chosenAmong(models: Models, set: { usual: string; allowed: readonly string[] }): Models {
  if (models.isSiteBuiltIn) return models
  const all = [models.site, ...(models.others ?? [])]
  const site = all.find(({ name }) => name === set.usual) ?? models.site
  const others = all.filter(
    (one) => one !== site && (set.allowed.length === 0 || set.allowed.includes(one.name)),
  )
  const chosen = { ...models, site, others }
  return { ...chosen, paidBy: (payer, name = null) => models.paidBy(payer, namedModel(chosen, name).name) }
}

/**
 * The operator's model for plain conversation; null when none is configured, for there is no built-in one.
 *
 * @throws Error as `createModels` does.
 */
export function createChat(needs: Needs): Chat | null {
  const config = openAiConfig(needs)
  return config && createOpenAiChat(config)
}

function openAiConfig({ env, log, fetch }: Needs): OpenAiConfig | null {
  const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseURL, OPENAI_MODEL: model } = env
  if (!apiKey && !baseURL) return null
  if (!model) throw new Error('OPENAI_MODEL must name the model to ask.')
  const { OPENAI_TIMEOUT_SECONDS: timeout, OPENAI_STALL_SECONDS: stall } = env
  return {
    apiKey: apiKey || NO_KEY,
    baseURL: checkedURL(baseURL || OPENAI_URL),
    model,
    log,
    ...(timeout === undefined ? {} : { timeoutMs: timeout * SECOND_MS }),
    ...(stall === undefined ? {} : { stallMs: stall * SECOND_MS }),
    ...(fetch ? { fetch } : {}),
  }
}

function checkedURL(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  if (!url || !isWeb || url.username || url.password) {
    throw new Error('OPENAI_BASE_URL must be an http or https address without a user name or password in it.')
  }
  return text.replace(/\/+$/, '')
}
