import { jsonrepair } from 'jsonrepair'
import { parseCredits } from '@/server/shared/money'
import { cleanText } from '@/server/shared/text'

/** What a model meant, where its reply is nearly of the form asked for. Nothing is guessed: what stays unclear is no reply. */

/**
 * Of a reply with faults that is mended; a longer one must be JSON. Mending takes time with the square of the length, on the event loop:
 * 60 ms for this much of the worst, and half a minute for a reply of the largest size, which any server that somebody has for a model may send.
 */
export const MENDED_CHARS_MAX = 16_000

/** What a reasoning model thinks aloud before it replies; some servers leave out where it begins. */
const THOUGHTS = /^[\s\S]*<\/(think|thinking|reasoning)>/i

/** The JSON document in a reply: bare, in a code fence, after a sentence or thoughts, or with small faults of syntax. */
export function jsonIn(text: string): unknown {
  const said = text.replace(THOUGHTS, '')
  const from = said.indexOf('{')
  const to = said.lastIndexOf('}')
  if (from < 0 || to < from) return undefined
  const document = said.slice(from, to + 1)
  return parsed(document) ?? parsed(repaired(document))
}

function parsed(text: string | undefined): unknown {
  if (text === undefined) return undefined
  try {
    // A model repeats what strangers wrote, or makes up what the database refuses.
    return JSON.parse(text, (_name, value) => (typeof value === 'string' ? cleanText(value) : value))
  } catch {
    // Not JSON is an ordinary off-format reply; the parser's message would quote it.
    return undefined
  }
}

function repaired(text: string): string | undefined {
  if (text.length > MENDED_CHARS_MAX) return undefined
  try {
    return jsonrepair(text)
  } catch {
    return undefined
  }
}

/** The handle that a model means by "Offer A", "a", "[A]" or "A."; as it is when no handle is meant. */
export function meantHandle(text: string, handles: readonly string[]): string {
  const bare = (word: string) => word.toLowerCase().replaceAll(/offer|option|[^\p{L}\p{N}]/gu, '')
  return handles.find((handle) => bare(handle) === bare(text)) ?? text
}

/** The word of a closed list that a model means by "Worth its price"; as it is when none is meant. */
export function meantWord(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '-')
}

const GROUPED = /^\d{1,3}(,\d{3})+(\.\d+)?$/

/** An amount as a number, with its unit, or with thousands set apart; null when it is none. */
export function meantMicros(amount: string | number): bigint | null {
  const text = typeof amount === 'number' ? plain(amount) : amount.trim().replace(/\s*(credits?|cr)\.?$/i, '')
  const read = parseCredits(GROUPED.test(text) ? text.replaceAll(',', '') : text)
  return read.ok ? read.micros : null
}

/** Six places are all that money has; never the "1e-7" of a float. */
function plain(amount: number): string {
  return Number.isFinite(amount) && Math.abs(amount) < 1e15 ? String(Number(amount.toFixed(6))) : ''
}
