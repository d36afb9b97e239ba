import type { Decision } from '@/server/contract/decision'
import { OPTION_CHARS_MAX, OPTIONS_MAX } from '@/server/contract/decision'
import { TITLE_CHARS_MAX } from '@/server/contract/market'

/** What somebody most likely needs, by the words of the question; what stands in it is filled in. */
export type Guess =
  | { kind: Extract<Decision['kind'], 'open'> }
  | { kind: Extract<Decision['kind'], 'choice'>; options: string[] }
  | { kind: Extract<Decision['kind'], 'belief'>; claim: string }

/** Options longer than this are halves of a sentence, not names. */
const OPTION_WORDS_MAX = 6
/** "Is it true that", "Should I believe that", "Do you think it is true that". */
const ASKS_FOR_BELIEF =
  /^(?:is it (?:really )?true(?: that)?|should i believe(?: that)?|is it a fact that)\s+(.+?)\??$/i
/** Words that begin a question, not a statement. */
const BEGINS_A_QUESTION =
  /^(?:who|whom|whose|what|when|where|which|why|how|is|are|was|were|do|does|did|can|could|may|might|must|should|shall|will|would|has|have|had|am|need)\b/i
/** A statement has a verb, so it is no shorter than this. */
const CLAIM_WORDS_MIN = 4
/** What leads to the options: "Which is better:", "Should I take". */
const LEADS_TO_OPTIONS =
  /^(?:which (?:one )?(?:is|are) (?:better|best|safer|cheaper|healthier)[,:]?|should (?:i|we) (?:buy|choose|take|get|use|pick|eat|have)|what should (?:i|we) (?:buy|choose|take|get|use|pick|eat|have)[^:]*:)\s+/i

const wordsIn = (text: string) => text.split(/\s+/).filter((word) => word !== '').length

/** Guesses only what the words show plainly; anything else wants an answer in words. */
export function guessKind(title: string): Guess {
  if (title.length > TITLE_CHARS_MAX) return { kind: 'open' }
  const text = title.trim().replace(/\s+/g, ' ')
  const claim = ASKS_FOR_BELIEF.exec(text)?.[1]
  if (claim) return { kind: 'belief', claim: asSentence(claim) }
  const options = optionsIn(text)
  if (options) return { kind: 'choice', options }
  if (/[.!]$/.test(text) && wordsIn(text) >= CLAIM_WORDS_MIN && !BEGINS_A_QUESTION.test(text))
    return { kind: 'belief', claim: asSentence(text) }
  return { kind: 'open' }
}

/** "…: raw legumes, rice or boiled legumes?" names three. */
function optionsIn(text: string): string[] | null {
  if (!/\bor\b/i.test(text) || !text.endsWith('?')) return null
  const colon = text.lastIndexOf(': ')
  const lead = LEADS_TO_OPTIONS.exec(text)?.[0] ?? ''
  const rest = (colon >= 0 ? text.slice(colon + 2) : text.slice(lead.length)).replace(/\?+$/, '')
  if (colon < 0 && lead === '' && BEGINS_A_QUESTION.test(text)) return null
  const options = rest
    .split(/,\s*(?:or\s+)?|\s+or\s+/i)
    .map((option) => capitalised(option.trim()))
    .filter((option) => option !== '')
  const areNames = options.every(
    (option) => wordsIn(option) <= OPTION_WORDS_MAX && option.length <= OPTION_CHARS_MAX,
  )
  const areDifferent = new Set(options.map((option) => option.toLowerCase())).size === options.length
  return areNames && areDifferent && options.length >= 2 && options.length <= OPTIONS_MAX ? options : null
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const asSentence = (text: string) => `${capitalised(text.replace(/[.?!]+$/, ''))}.`
