import { illegalAct } from '../illegal-act'
import type { Choice, Mind, VerdictSight } from './mind'

/**
 * The same mind, held to its type: what is no choice of the options it was shown, no text or no list of texts ends the run. One that
 * `mayErr` is left alone: the market's own rules are tested by it.
 */
export function strictMind(mind: Mind): Mind {
  if (mind.mayErr) return mind
  const wrong = (question: string, field: string, value: unknown, legal: string) =>
    illegalAct(`The agent “${mind.name}”`, { field, value, legal, when: `for “${question}”` })
  const textOrNull = (question: string, field: string, value: string | null) => {
    if (value !== null && typeof value !== 'string') throw wrong(question, field, value, 'a text or null')
    return value
  }
  return {
    name: mind.name,
    async verdict(sight) {
      const choice = await mind.verdict(sight)
      const problem = problemOf(choice, sight)
      if (problem) throw wrong(sight.question, ...problem)
      return choice
    },
    answer: async (sight) => textOrNull(sight.question, 'answer', await mind.answer(sight)),
    refine: async (sight) => textOrNull(sight.question, 'refine', await mind.refine(sight)),
    async followUps(sight) {
      const questions = await mind.followUps(sight)
      if (!Array.isArray(questions) || questions.some((one) => typeof one !== 'string')) {
        throw wrong(sight.question, 'followUps', questions, 'a list of texts')
      }
      return questions
    },
  }
}

/** What of a choice is not legal; null when all is. */
function problemOf(
  choice: Partial<Choice> | undefined,
  { options, asksAllowed }: VerdictSight,
): [field: string, value: unknown, legal: string] | null {
  const { buy, ask } = choice ?? {}
  const isNumber = (one: unknown) => options.some(({ number }) => number === one)
  const numbers = options.length === 0 ? 'empty, as no option is shown' : `from 1 to ${options.length}`
  if (!Array.isArray(buy) || !buy.every(isNumber) || new Set(buy).size < buy.length) {
    return ['buy', buy, `a list of different numbers of options, ${numbers}`]
  }
  if (!Array.isArray(ask) || ask.length > asksAllowed) {
    return ['ask', ask, `a list of at most ${asksAllowed} sub-questions`]
  }
  for (const { about, question, share } of ask) {
    if (!Array.isArray(about) || !about.every(isNumber)) {
      return ['ask.about', about, `a list of numbers of options, ${numbers}`]
    }
    if (typeof question !== 'string') return ['ask.question', question, 'a text']
    if (!(share >= 0 && share <= 1)) return ['ask.share', share, 'a number from 0 to 1']
  }
  return null
}
