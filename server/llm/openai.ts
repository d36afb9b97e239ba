import OpenAI, { APIConnectionTimeoutError, APIError, BadRequestError } from 'openai'
import { zodResponseFormat } from 'openai/helpers/zod'
import type {
  ChatCompletion,
  ChatCompletionCreateParamsNonStreaming,
} from 'openai/resources/chat/completions'
import type { ModelFailure } from '../words/failures'
import type { Chat, ChatRequest } from './chat'
import type { Model, ModelResult, Usage } from './model'
import { NO_USAGE } from './model'
import { answerPrompt, appraisePrompt, inspectPrompt, offerPrompt, type Prompt } from './prompts'
import { APPRAISAL_FORM, answerForm, offerForm, type ReplyForm, verdictForm } from './replies'

/** What a call leaves in the log: names and numbers, never text of a prompt or a reply. `pino` fits. */
export type ModelLog = {
  info(fields: Record<string, string | number | null>, message: string): void
  warn(fields: Record<string, string | number | null>, message: string): void
}

export type OpenAiConfig = {
  apiKey: string
  /** The operator's, or for a bot its owner's; a buyer's never (reliability, L11). */
  baseURL: string
  model: string
  /** For a whole call: its retries and the one repetition of a malformed reply included. */
  timeoutMs?: number
  retriesMax?: number
  /** For a server that somebody else than the operator has named: the guarded one. */
  fetch?: (url: string | URL | Request, init?: RequestInit) => Promise<Response>
  log: ModelLog
}

/** One minute: longer than a slow reasoning model needs, short enough that nobody thinks a tree is stuck. */
export const CALL_TIMEOUT_MS = 60_000
/** Two, half a second and a second apart (the SDK's backoff): bridges a hiccup. The engine waits out anything longer. */
export const CALL_RETRIES_MAX = 2
/** Room for a debate on a full table; a reply that needs more has lost its way. */
export const REPLY_TOKENS_MAX = 8_192

const RESTATE =
  'Your last reply was not in the required JSON form, so it was thrown away. Reply again, with one JSON document of that form and nothing else.'

/**
 * A model behind any server that speaks OpenAI's chat completions with a JSON schema (OpenAI, OpenRouter, vLLM, Ollama).
 * Replies are checked with zod; every expected failure is a value. Nothing is stored at the provider as far as it offers
 * the choice, redirects are refused, and the SDK's own logging is off.
 */
export function createOpenAiModel(config: OpenAiConfig): Model {
  const client = createClient(config)
  const call = caller(client, config)
  return {
    name: config.model,
    inspect: (task, signal) => call(inspectPrompt(task), verdictForm(task), signal),
    appraise: (task, signal) => call(appraisePrompt(task), APPRAISAL_FORM, signal),
    answer: (task, signal) => call(answerPrompt(task), answerForm(task), signal),
    offer: async (task, signal) => {
      const result = await call(offerPrompt(task), offerForm(task), signal)
      return result.ok ? { ...result, value: result.value.offer } : result
    },
  }
}

/** Plain text from the same server, as the lab's experiments ask for it. */
export function createOpenAiChat(config: OpenAiConfig): Chat {
  const client = createClient(config)
  const options = { temperature: true, max_completion_tokens: true }
  return {
    name: config.model,
    complete: async (request, signal) => {
      const startedMs = performance.now()
      const both = AbortSignal.any([signal, AbortSignal.timeout(config.timeoutMs ?? CALL_TIMEOUT_MS)])
      const sent = await sendOnce(client, chatRequestFor(config.model, request), options, both)
      const result = readReply(sent, PLAIN_TEXT, NO_USAGE)
      report(config, PLAIN_TEXT.name, result, performance.now() - startedMs)
      return result
    },
  }
}

function chatRequestFor(
  model: string,
  { messages, temperature, maxTokens }: ChatRequest,
): ChatCompletionCreateParamsNonStreaming {
  return {
    model,
    messages: messages.map(({ role, content }) => ({ role, content })),
    store: false,
    temperature,
    max_completion_tokens: maxTokens,
  }
}

/** The SDK as everything here uses it: nothing from the environment, no redirects, no logging. */
export function createClient(config: Omit<OpenAiConfig, 'model' | 'log'>): OpenAI {
  return new OpenAI({
    apiKey: config.apiKey,
    baseURL: config.baseURL,
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: config.retriesMax ?? CALL_RETRIES_MAX,
    timeout: config.timeoutMs ?? CALL_TIMEOUT_MS,
    logLevel: 'off',
    fetchOptions: { redirect: 'error' },
    ...(config.fetch ? { fetch: config.fetch } : {}),
  })
}

type Call = <T>(prompt: Prompt, form: ReplyForm<T>, signal: AbortSignal) => Promise<ModelResult<T>>

function caller(client: OpenAI, config: OpenAiConfig): Call {
  const options = { temperature: true, max_completion_tokens: true }
  return async (prompt, form, signal) => {
    const startedMs = performance.now()
    const deadline = AbortSignal.timeout(config.timeoutMs ?? CALL_TIMEOUT_MS)
    const both = AbortSignal.any([signal, deadline])
    const send = (request: ChatCompletionCreateParamsNonStreaming) => sendOnce(client, request, options, both)
    const request = requestFor(config.model, prompt, form)

    const first = await send(request)
    let result = readReply(first, inForm(form), NO_USAGE)
    if (!result.ok && result.failure === 'malformed' && !both.aborted) {
      const again = [...request.messages, { role: 'user' as const, content: RESTATE }]
      result = readReply(await send({ ...request, messages: again }), inForm(form), result.usage)
    }
    if (!result.ok && both.aborted) result = { ...result, failure: 'timeout', isTransient: true }
    report(config, form.name, result, performance.now() - startedMs)
    return result
  }
}

function requestFor<T>(
  model: string,
  prompt: Prompt,
  form: ReplyForm<T>,
): ChatCompletionCreateParamsNonStreaming {
  return {
    model,
    messages: [
      { role: 'system', content: prompt.system },
      { role: 'user', content: prompt.user },
    ],
    response_format: zodResponseFormat(form.schema, form.name),
    store: false,
    temperature: 0,
    max_completion_tokens: REPLY_TOKENS_MAX,
  }
}

/** What some models refuse to be told; learnt once from their refusal, which names the parameter. */
type Optional = { temperature: boolean; max_completion_tokens: boolean }
type Sent = { completion: ChatCompletion } | { failure: ModelFailure; isTransient: boolean }

async function sendOnce(
  client: OpenAI,
  request: ChatCompletionCreateParamsNonStreaming,
  options: Optional,
  signal: AbortSignal,
): Promise<Sent> {
  const { temperature, max_completion_tokens, ...rest } = request
  try {
    const completion = await client.chat.completions.create(
      {
        ...rest,
        ...(options.temperature ? { temperature } : {}),
        ...(options.max_completion_tokens ? { max_completion_tokens } : {}),
      },
      { signal },
    )
    return { completion }
  } catch (error) {
    const refused = error instanceof BadRequestError ? error.param : null
    if ((refused === 'temperature' || refused === 'max_completion_tokens') && options[refused]) {
      options[refused] = false
      return sendOnce(client, request, options, signal)
    }
    return failureOf(error)
  }
}

/** The one place that knows the SDK's errors. Their messages may quote a prompt, so nothing of them goes on. */
function failureOf(error: unknown): { failure: ModelFailure; isTransient: boolean } {
  if (error instanceof APIConnectionTimeoutError) return { failure: 'timeout', isTransient: true }
  if (error instanceof SyntaxError) return { failure: 'malformed', isTransient: false }
  if (!(error instanceof APIError) || error.status === undefined)
    return { failure: 'unavailable', isTransient: true }
  const { status, code } = error
  if (code === 'content_filter' || code === 'content_policy_violation')
    return { failure: 'refused', isTransient: false }
  if (status === 413 || code === 'context_length_exceeded')
    return { failure: 'truncated', isTransient: false }
  if (status === 408 || status === 409 || status === 429 || status >= 500) {
    return { failure: 'unavailable', isTransient: true }
  }
  return { failure: 'misconfigured', isTransient: false }
}

/** How a reply becomes a value; null when it is not of the form. */
type Reading<T> = { name: string; readContent(content: string | null): T | null }

function inForm<T>(form: ReplyForm<T>): Reading<T> {
  return { name: form.name, readContent: (content) => form.read(jsonIn(content)) }
}

const PLAIN_TEXT: Reading<string> = { name: 'chat', readContent: (content) => content }

function readReply<T>(sent: Sent, form: Reading<T>, before: Usage): ModelResult<T> {
  if (!('completion' in sent)) return { ok: false, ...sent, usage: before }
  const { completion } = sent
  const usage = added(before, completion)
  const failed = (failure: ModelFailure): ModelResult<T> => ({
    ok: false,
    failure,
    isTransient: false,
    usage,
  })
  const choice = completion.choices?.[0]
  if (!choice?.message) return failed('malformed')
  if (choice.message.refusal || choice.finish_reason === 'content_filter') return failed('refused')
  if (choice.finish_reason === 'length') return failed('truncated')
  const value = form.readContent(choice.message.content)
  return value === null ? failed('malformed') : { ok: true, value, usage }
}

function jsonIn(text: unknown): unknown {
  if (typeof text !== 'string') return undefined
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON is an ordinary off-format reply; the parser's message would quote it.
    return undefined
  }
}

function added(before: Usage, { usage }: ChatCompletion): Usage {
  return {
    promptTokens: before.promptTokens + (usage?.prompt_tokens ?? 0),
    completionTokens: before.completionTokens + (usage?.completion_tokens ?? 0),
  }
}

function report<T>({ log, model }: OpenAiConfig, task: string, result: ModelResult<T>, ms: number): void {
  const fields = {
    task,
    model,
    ms: Math.round(ms),
    ...result.usage,
    failure: result.ok ? null : result.failure,
  }
  if (result.ok) log.info(fields, 'model call')
  else log.warn(fields, 'model call failed')
}
