import { type ModelSet, type Models, namedModel } from './directory'
import type { Embedder } from './embedder'
import type { Model, ModelResult, Tokens } from './model'
import type { Payer } from './payer'
import { IMAGINED_TOKENS_MAX, REPLY_TOKENS_MAX } from './usage'

/** What stands between a call and the operator's bill. */
export interface Account {
  /** Puts so many tokens of that model aside, at its prices; null when a ceiling would be passed. */
  reserve(payer: Payer, expected: Tokens, model: string): Promise<Reserved | null>
  /** Another took over for this payer. */
  fellBack(payer: Payer): Promise<void>
}

/** Tokens put aside, to be counted as they were used. A call that never came back stays counted as it was expected. */
export type Reserved = { settle(usage: Tokens): Promise<void> }

/** English has four characters a token, other languages fewer. */
const CHARS_PER_TOKEN = 3
const INSTRUCTION_TOKENS = 1_500

/**
 * What a call will use: put aside before it, so that calls side by side do not pass a ceiling together. Its reply may be as long as the
 * wire lets it be; what was used, a reply that had to be asked for again too, is counted in its place as soon as the call is back.
 */
export function expectedTokens(task: unknown, replyTokens: number): Tokens {
  const text = JSON.stringify(task, (_, value) => (typeof value === 'bigint' ? value.toString() : value))
  return {
    promptTokens: Math.ceil(text.length / CHARS_PER_TOKEN) + INSTRUCTION_TOKENS,
    completionTokens: replyTokens,
  }
}

/** The operator's models with every call accounted for; beyond a ceiling the built-in one takes over. */
export function metered(models: ModelSet, account: Account): Models {
  if (models.isSiteBuiltIn) return unmetered(models)
  const { embedder } = models
  return {
    ...models,
    paidBy: (payer, name = null) =>
      meteredModel({ model: namedModel(models, name), builtIn: models.builtIn }, account, payer),
    embedderPaidBy: (payer) => (embedder ? meteredEmbedder(embedder, account, payer) : null),
  }
}

/** As they are: where nobody pays. */
export function unmetered(models: ModelSet): Models {
  return {
    ...models,
    paidBy: (_, name = null) => namedModel(models, name),
    embedderPaidBy: () => models.embedder ?? null,
  }
}

type Pair = { model: Model; builtIn: Model }

function meteredModel({ model: paid, builtIn }: Pair, account: Account, payer: Payer): Model {
  async function call<Task, T>(
    task: Task,
    ask: (model: Model) => Promise<ModelResult<T>>,
  ): Promise<ModelResult<T>> {
    const reserved = await account.reserve(payer, expectedTokens(task, REPLY_TOKENS_MAX), paid.name)
    if (!reserved) {
      await account.fellBack(payer)
      const result = await ask(builtIn)
      return result.ok ? { ...result, by: builtIn.name } : result
    }
    const result = await ask(paid)
    await reserved.settle(result.usage)
    return result
  }
  return {
    name: paid.name,
    promptVersion: paid.promptVersion,
    inspect: (task, signal) => call(task, (model) => model.inspect(task, signal)),
    appraise: (task, signal) => call(task, (model) => model.appraise(task, signal)),
    recommend: (task, signal) => call(task, (model) => model.recommend(task, signal)),
    answer: (task, signal) => call(task, (model) => model.answer(task, signal)),
    offer: (task, signal) => call(task, (model) => model.offer(task, signal)),
  }
}

/** Beyond a ceiling it has nothing to say, and whoever asks goes on by words alone. */
function meteredEmbedder(embedder: Embedder, account: Account, payer: Payer): Embedder {
  async function call<T extends { usage: Tokens }>(
    task: unknown,
    ask: () => Promise<T | null>,
  ): Promise<T | null> {
    const reserved = await account.reserve(payer, expectedTokens(task, IMAGINED_TOKENS_MAX), embedder.name)
    if (!reserved) return null
    const result = await ask()
    await reserved.settle(result?.usage ?? { promptTokens: 0, completionTokens: 0 })
    return result
  }
  return {
    name: embedder.name,
    imagine: (question, signal) => call(question, () => embedder.imagine(question, signal)),
    embed: (texts, signal) => call(texts, () => embedder.embed(texts, signal)),
  }
}
