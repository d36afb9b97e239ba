import type { Readings } from '@/server/lab/experiment'
import { textOf } from '@/server/lab/reply-text'
import type { Chat, ChatRequest } from '@/server/llm/chat'
import type { Strategy } from '@/server/protocol/policy'
import { type WillingnessRule, willingnessHeuristic } from './heuristics'
import type { Judge } from './judge'
import { type Choice, type Mind, NO_CHOICE, type Sense, type SubQuestion, type VerdictSight } from './mind'
import {
  answerPrompt,
  closedBookPrompt,
  evaluatorPrompt,
  followUpPrompt,
  imaginePrompt,
  keywordsPrompt,
  refineAnswerPrompt,
  refineThoughtsPrompt,
  rephrasePrompt,
  subQuestionPrompt,
  verdictPrompt,
  willingnessPrompt,
} from './prompts'
import { boughtOptions, namesOptions, parseVerdict, parseWillingness } from './verdict-text'

/**
 * Agents behind the model port. A reply is read for what was asked and then dropped: of a verdict only buy or pass is left, and
 * nothing of one call is in the prompt of another but what the agent's sight holds.
 */

/** Longest replies, in tokens (lab, A.5). */
const TOKENS = {
  verdict: 2_048,
  answer: 1_024,
  followUps: 1_024,
  refineThoughts: 2_048,
  refine: 512,
  closedBook: 512,
  evaluator: 1_024,
  keywords: 64,
  imagine: 400,
  rephrase: 1_024,
} as const

/** Rephrasings are drawn a little freely, everything else as the model likes best (lab, A.5). */
const REPHRASE_TEMPERATURE = 0.2
/** What is not readable is asked for once more; a verdict as often as its rules say. */
const TRIES = 2
/** For each check that a model asks for, as a share of what is left. */
const CHECK_SHARE = 0.2

type Task = {
  messages: ChatRequest['messages']
  maxTokens: number
  temperature?: number
  /** Whether a reply holds what was asked for, which an empty one never does; left out where any text will do. */
  isReadable?: (text: string) => boolean
  /** How often it is asked at most until one is readable; twice when left out. */
  tries?: number
}
export type Ask = (task: Task) => Promise<string>

/**
 * Gives the first readable reply, or the last one when none is: then it counts as unread, however often it was asked. A reply that
 * broke off at its most tokens is an empty one: half a verdict is none.
 *
 * @throws Error that names the failure and what to do; a run with a model that fails has no figure.
 */
export function asking(chat: Chat, signal: AbortSignal, readings?: Readings): Ask {
  return async ({ messages, maxTokens, temperature = 0, isReadable = isText, tries = TRIES }) => {
    if (readings) readings.asked += 1
    for (let left = tries - 1; ; left -= 1) {
      const text = textOf(chat, await chat.complete({ messages, maxTokens, temperature }, signal))
      if (isReadable(text)) return text
      if (left > 0) continue
      if (readings) readings.unread += 1
      return text
    }
  }
}

const isText = (text: string) => text.trim() !== ''

/** “Review tries” of the published runs (lab, A.7). */
export const REVIEW_TRIES = 1

export type ModelRules = {
  strategy: Strategy
  verdictByOrder?: boolean
  /** How often a verdict is asked for at most until it can be read; as published once (lab, A.7). */
  reviewTries?: number
  /** Answers rest on what was bought alone. */
  faithful?: boolean
}

export function modelMind(
  ask: Ask,
  name: string,
  { strategy, verdictByOrder = false, reviewTries = REVIEW_TRIES, faithful = false }: ModelRules,
): Mind {
  const rule = verdictByOrder ? 'by-order' : 'by-number'
  return {
    name: `${name}, ${strategy}`,
    async verdict(sight): Promise<Choice> {
      if (sight.options.length === 0) return NO_CHOICE
      const checks = sight.asksAllowed > 0 ? await checksOf(ask, sight) : []
      // A verdict that asks decides after the answers.
      if (checks.length > 0) return { buy: [], ask: checks }
      const text = await ask({
        messages: verdictPrompt(sight, strategy),
        maxTokens: TOKENS.verdict,
        isReadable: (reply) => parseVerdict(reply).byOption.size > 0,
        tries: reviewTries,
      })
      return { buy: boughtOptions(parseVerdict(text), sight.options.length, rule), ask: [] }
    },
    answer: (sight) => tagged(ask, { messages: answerPrompt(sight, faithful), maxTokens: TOKENS.answer }),
    async followUps(sight) {
      const text = await ask({ messages: followUpPrompt(sight), maxTokens: TOKENS.followUps })
      return [...text.matchAll(/^\W*FOLLOW-UP QUESTION\W*?:\W*(.+?)\W*$/gim)].map(
        ([, question = '']) => `${question}?`,
      )
    },
    async refine(sight) {
      const thoughts = refineThoughtsPrompt(sight)
      const rationale = await ask({ messages: thoughts, maxTokens: TOKENS.refineThoughts })
      return tagged(ask, { messages: refineAnswerPrompt(thoughts, rationale), maxTokens: TOKENS.refine })
    },
  }
}

/** Buys by what the model would pay for each option; an option that it names no range for is not bought. */
export function verdictByWillingness(
  ask: Ask,
  rule: WillingnessRule,
  reviewTries = REVIEW_TRIES,
): Mind['verdict'] {
  return async (sight) => {
    if (sight.options.length === 0) return NO_CHOICE
    const text = await ask({
      messages: willingnessPrompt(sight),
      maxTokens: TOKENS.verdict,
      isReadable: (reply) => parseWillingness(reply).size > 0,
      tries: reviewTries,
    })
    const ranges = parseWillingness(text)
    const valued = sight.options.flatMap((option) => {
      const range = ranges.get(option.number)
      return range ? [{ ...option, ...range }] : []
    })
    const bought = willingnessHeuristic(valued, sight.budget, rule)
    return { buy: bought.flatMap((at) => valued[at - 1]?.number ?? []), ask: [] }
  }
}

async function checksOf(ask: Ask, sight: VerdictSight): Promise<SubQuestion[]> {
  const text = await ask({ messages: subQuestionPrompt(sight), maxTokens: TOKENS.verdict })
  return [...text.matchAll(/^\W*CHECK OPTION\s*(\d+)\W*?:\W*(.+)$/gim)]
    .map(([, number, question = '']) => ({
      about: [Number(number)],
      question: question.trim(),
      share: CHECK_SHARE,
    }))
    .filter(({ about: [option] }) => sight.options.some(({ number }) => number === option))
    .slice(0, sight.asksAllowed)
}

/** What stands between the answer's tags; asked once more when there is none, then null. */
async function tagged(ask: Ask, task: Task): Promise<string | null> {
  return answerIn(await ask({ ...task, isReadable: (text) => answerIn(text) !== null }))
}

function answerIn(text: string): string | null {
  // The reasoning before it may quote a passage that imitates an answer.
  const last = [...text.matchAll(/<answer>((?:(?!<answer>)[\s\S])*?)<\/answer>/gi)].at(-1)
  return last?.[1]?.trim() || null
}

/** Search with a model's keywords and imagined answers; closeness by words stays `lexical`. */
export function modelSense(ask: Ask, lexical: Sense): Sense {
  return {
    ...lexical,
    keywords: async (question) =>
      (await ask({ messages: keywordsPrompt(question), maxTokens: TOKENS.keywords }))
        .split(/[,\n]/)
        .map((keyword) => keyword.trim())
        .filter((keyword) => keyword !== ''),
    imagine: (question) => ask({ messages: imaginePrompt(question), maxTokens: TOKENS.imagine }),
  }
}

export function closedBook(ask: Ask, question: string): Promise<string | null> {
  return tagged(ask, { messages: closedBookPrompt(question), maxTokens: TOKENS.closedBook })
}

/** A passage in other words; as it stands where the model gives none. */
export async function rephrased(ask: Ask, passage: string): Promise<string> {
  const messages = rephrasePrompt(passage)
  const isReadable = (text: string) => isText(text) && !namesOptions(text)
  const text = await ask({
    messages,
    maxTokens: TOKENS.rephrase,
    temperature: REPHRASE_TEMPERATURE,
    isReadable,
  })
  return isReadable(text) ? text.trim() : passage
}

/** What is graded when there is no answer. */
const NO_ANSWER = 'I am sorry, I have no answer.'

/** Grades by debate. A model that names neither student, twice, has judged for neither. */
export function modelJudge(ask: Ask, goldOf: (question: string) => string): Judge {
  return async ({ question, first, second }) => {
    const messages = evaluatorPrompt({
      question,
      answerA: first.answer ?? NO_ANSWER,
      answerB: second.answer ?? NO_ANSWER,
      gold: goldOf(question),
    })
    const isReadable = (text: string) => studentIn(text) !== null
    const text = await ask({ messages, maxTokens: TOKENS.evaluator, isReadable })
    return studentIn(text) ?? 'neither'
  }
}

function studentIn(text: string): 'first' | 'second' | null {
  const last = [...text.matchAll(/VERDICT\W*?:[^\n]*?\bstudent\W*([AB])\b/gi)].at(-1)
  const named = last?.[1]?.toUpperCase()
  if (named === undefined) return null
  return named === 'A' ? 'first' : 'second'
}
