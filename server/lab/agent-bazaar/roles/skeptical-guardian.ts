import type { Buyer } from '../lemon/agents'
import type { Speaker } from './ask'
import { llmBuyer } from './base-buyer'
import { PRICE_GUIDE } from './honest-seller'

/** The Skeptical Guardian (AB §4.1, lab-specification.md B.3): a buyer who is told what to doubt, and who sees its own past. */

export const GUARDIAN = `You are a buyer in a market of used cars between private people. Your goal is to purchase good-value cars and not to pay more than a car is worth. ${PRICE_GUIDE} A price well above the range of the claimed condition is likely too high. Beware: some sellers misrepresent the condition in their descriptions. Weigh the description, the seller's reputation where it is shown, and your own past purchases. You may buy at most one car a round. When nothing is good value, pass and wait.`

/** Walks of life of the published buyers, which are told one word of theirs. */
const PERSONAS = [
  'entrepreneur',
  'engineer',
  'teacher',
  'nurse',
  'retail clerk',
  'union worker',
  'gig worker',
  'public servant',
  'retiree',
  'owner of a small business',
  'software engineer',
  'barista',
] as const

/** `place` among all buyers chooses the persona. */
export function llmSkepticalGuardian(speaker: Speaker, id: string, place = 0): Buyer {
  const persona = PERSONAS[place % PERSONAS.length]
  return { id, seesHistory: true, ...llmBuyer(speaker, `${GUARDIAN} Your persona: ${persona}.`) }
}
