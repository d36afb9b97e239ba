import type { Tokens } from './model'

/** Room for a debate on a full table; a reply that needs more has lost its way. */
export const REPLY_TOKENS_MAX = 8_192
/** Four sentences of a passage that might answer, with room to spare. */
export const IMAGINED_TOKENS_MAX = 400

/** Ten times the largest window there is: no call uses more. */
const TOKENS_OF_CALL_MAX = 10_000_000

/**
 * What a server says a call used; null where that is no count of tokens. Ceilings and the bill rest on it: below zero would give
 * tokens back, a fraction or a number without end is none that a table takes.
 */
export function tokensReported(usage: unknown): Tokens | null {
  if (typeof usage !== 'object' || usage === null) return null
  const { prompt_tokens: promptTokens, completion_tokens: completionTokens = 0 } = usage as Record<
    string,
    unknown
  >
  return isCount(promptTokens) && isCount(completionTokens) ? { promptTokens, completionTokens } : null
}

function isCount(count: unknown): count is number {
  return Number.isSafeInteger(count) && Number(count) >= 0 && Number(count) <= TOKENS_OF_CALL_MAX
}

/** English has four characters a token; used where a server does not say what it used. */
const CHARS_PER_TOKEN = 4
/** No tokenizer comes to more in prose, so a server that counts less has miscounted, or says nothing true. */
const CHARS_PER_TOKEN_MAX = 8

type Said = { sentChars: number; saidChars: number }

/** About what a call used, where its server does not say. */
export function tokensFor(said: Said): Tokens {
  return reckoned(said, CHARS_PER_TOKEN)
}

/** What a server says a call used, and no less than that can have been: ceilings do not rest on its word alone. */
export function atLeast(reported: Tokens, said: Said): Tokens {
  const least = reckoned(said, CHARS_PER_TOKEN_MAX)
  return {
    promptTokens: Math.max(reported.promptTokens, least.promptTokens),
    completionTokens: Math.max(reported.completionTokens, least.completionTokens),
  }
}

function reckoned({ sentChars, saidChars }: Said, charsPerToken: number): Tokens {
  return {
    promptTokens: Math.ceil(sentChars / charsPerToken),
    completionTokens: Math.ceil(saidChars / charsPerToken),
  }
}
