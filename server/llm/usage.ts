import type { Tokens } from './model'

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
