import * as z from 'zod'
import type { Chat } from './chat'
import { DATA_CHARS_MAX } from './fence'
import { jsonIn } from './mend'
import type { Model, ModelResult, Usage } from './model'
import { addUsage, NO_USAGE } from './model'
import {
  CALL_TIMEOUT_MS,
  createWire,
  type Sent,
  type Wire,
  type WireConfig,
  type WireRequest,
} from './openai-wire'
import {
  answerPrompt,
  appraisePrompt,
  inspectPrompt,
  offerPrompt,
  PROMPT_VERSION,
  type Prompt,
  recommendPrompt,
} from './prompts'
import {
  answerForm,
  appraisalForm,
  offerForm,
  type Read,
  type ReplyForm,
  recommendationForm,
  verdictForm,
} from './replies'
import { REPLY_TOKENS_MAX } from './usage'

/** What a call leaves in the log: names and numbers, never text of a prompt or a reply. `pino` fits. */
export type ModelLog = {
  info(fields: Record<string, string | number | null>, message: string): void
  warn(fields: Record<string, string | number | null>, message: string): void
}

export type OpenAiConfig = WireConfig & { log: ModelLog }

/**
 * A model behind any server that speaks OpenAI's chat completions (OpenAI, OpenRouter, vLLM, Ollama, llama.cpp), with or
 * without JSON schemas. Replies are mended where they have one meaning and checked; every expected failure is a value. Nothing
 * is stored at the provider as far as it offers the choice, redirects are refused, and the SDK's own logging is off.
 */
export function createOpenAiModel(config: OpenAiConfig): Model {
  const call = caller(createWire(config), config)
  return {
    name: config.model,
    promptVersion: PROMPT_VERSION,
    inspect: (task, signal) => call(inspectPrompt(task), verdictForm(task), signal),
    appraise: (task, signal) => call(appraisePrompt(task), appraisalForm(task), signal),
    recommend: (task, signal) => call(recommendPrompt(task), recommendationForm(task), signal),
    answer: (task, signal) => call(answerPrompt(task), answerForm(task), signal),
    offer: async (task, signal) => {
      const result = await call(offerPrompt(task), offerForm(task), signal)
      return result.ok ? { ...result, value: result.value.offer } : result
    },
  }
}

/** A minute, the most that the SDK waits within a call: an experiment has nobody else to do the waiting. */
const CHAT_PATIENCE_MS = 60_000

/** Plain text from the same server, as the lab's experiments ask for it. */
export function createOpenAiChat(config: OpenAiConfig): Chat {
  const wire = createWire({ patienceMs: CHAT_PATIENCE_MS, ...config })
  return {
    name: config.model,
    complete: async ({ messages, temperature, maxTokens }, signal) => {
      const startedMs = performance.now()
      const request = { messages, temperature, tokensMax: maxTokens, json: null }
      const sent = await wire(request, withDeadline(config, signal))
      const result: ModelResult<string> = sent.ok
        ? { ok: true, value: sent.text, usage: sent.usage }
        : { ...sent, ok: false }
      report(config, 'chat', result, performance.now() - startedMs)
      return result
    },
  }
}

function withDeadline({ timeoutMs }: WireConfig, signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(timeoutMs ?? CALL_TIMEOUT_MS)])
}

type Call = <T>(prompt: Prompt, form: ReplyForm<T>, signal: AbortSignal) => Promise<ModelResult<T>>

function caller(wire: Wire, config: OpenAiConfig): Call {
  return async (prompt, form, signal) => {
    const startedMs = performance.now()
    const both = withDeadline(config, signal)
    const request = requestFor(prompt, form)
    const result = prompt.user.length > DATA_CHARS_MAX ? TOO_LONG : await callInForm()
    report(config, form.name, result, performance.now() - startedMs)
    return result

    async function callInForm() {
      const first = await wire(request, both)
      const read = readSent(first, form, NO_USAGE)
      if (read.ok || read.problem === undefined || both.aborted) return read
      const again = { role: 'user' as const, content: restate(read.problem) }
      const second = await wire({ ...request, messages: [...request.messages, again] }, both)
      return readSent(second, form, read.usage)
    }
  }
}

const TOO_LONG = { ok: false, failure: 'too-long', isTransient: false, usage: NO_USAGE } as const

function restate(problem: string): string {
  return `Your last reply cannot be used (${problem}), so it was thrown away. Reply again, with one JSON document of the form required and nothing else.`
}

function requestFor<T>({ system, user }: Prompt, { name, schema, example }: ReplyForm<T>): WireRequest {
  const form = `Reply with one JSON document and nothing else, for example (the form counts, not the values):\n${JSON.stringify(example)}`
  const { $schema, ...json } = z.toJSONSchema(schema)
  return {
    messages: [
      { role: 'system', content: `${system}\n\n${form}` },
      { role: 'user', content: user },
    ],
    json: { name, schema: json },
    temperature: 0,
    tokensMax: REPLY_TOKENS_MAX,
  }
}

/** `problem` is set where the same call with a word about it may do better. */
type ReadSent<T> = ModelResult<T> & { problem?: string }

function readSent<T>(sent: Sent, form: ReplyForm<T>, before: Usage): ReadSent<T> {
  const usage = addUsage(before, sent.usage)
  if (!sent.ok) return { ...sent, usage }
  const document = jsonIn(sent.text)
  const read: Read<T> =
    document === undefined ? { ok: false, problem: 'it holds no JSON document' } : form.read(document)
  return read.ok
    ? { ok: true, value: read.value, usage }
    : { ok: false, failure: 'malformed', isTransient: false, usage, problem: read.problem }
}

function report<T>({ log, model }: OpenAiConfig, task: string, result: ModelResult<T>, ms: number): void {
  const fields = {
    task,
    model,
    ms: Math.round(ms),
    ...result.usage,
    failure: result.ok ? null : result.failure,
    ...(result.ok || result.status === undefined ? {} : { status: result.status }),
  }
  if (result.ok) log.info(fields, 'model call')
  else log.warn(fields, 'model call failed')
}
