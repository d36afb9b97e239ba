import * as z from 'zod'
import type { Chat } from '../../../llm/chat'
import type { Readings } from '../../experiment'
import { textOf } from '../../reply-text'

/** Plain (`io`), or with a key "thought" before the answer (`cot`) (lab-specification.md B.1). */
export const PROMPT_ALGORITHMS = ['io', 'cot'] as const
export type PromptAlgorithm = (typeof PROMPT_ALGORITHMS)[number]

/** What every agent behind the model port shares. */
export type Speaker = {
  chat: Chat
  algorithm: PromptAlgorithm
  /** Tokens of a reply: 2000 in experiments 1 and 2, 1000 in experiment 3. */
  maxTokens: number
  signal: AbortSignal
  readings?: Readings
}

export type Prompt = { system: string; user: string }

/** Of every agent (ab:agents/llm_agent.py). */
const TEMPERATURE = 0.7
/** An unreadable reply is asked for again so often, then taken as the no-op. */
const ATTEMPTS = 3

/**
 * A reply in one JSON object of the given form; null when none of the attempts can be read.
 *
 * @throws Error when the model does not answer: a figure never rests on a call that failed.
 */
export async function ask<T>(
  { chat, maxTokens, signal, readings = { asked: 0, unread: 0 } }: Speaker,
  { system, user }: Prompt,
  form: z.ZodType<T>,
): Promise<T | null> {
  readings.asked += 1
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const messages = [
      { role: 'system' as const, content: system },
      { role: 'user' as const, content: user },
    ]
    const text = textOf(chat, await chat.complete({ messages, temperature: TEMPERATURE, maxTokens }, signal))
    const read = form.safeParse(jsonIn(text))
    if (read.success) return read.data
  }
  readings.unread += 1
  return null
}

/** The end of every prompt: the form of the answer, with a thought before it where one is wanted. */
export function answerForm(algorithm: PromptAlgorithm, keys: string): string {
  const thought = algorithm === 'cot' ? '"thought": "<one short sentence>", ' : ''
  return `Reply with one JSON object and nothing else: {${thought}${keys}}`
}

/** A number, or text that holds one: "$2.00", "50 units". */
export const amount = z.union([
  z.number(),
  z
    .string()
    .transform((text) => Number(text.replace(/[^0-9.eE+-]/g, '') || Number.NaN))
    .pipe(z.number()),
])

/** The first JSON object in a reply: models like to put a fence around it. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
  } catch {
    // An ordinary unreadable reply, which is asked for again.
    return undefined
  }
}
