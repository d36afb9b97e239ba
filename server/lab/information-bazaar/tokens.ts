/**
 * Cuts a text into words and marks, case kept, no stop words, no stems: as the published vendors do (NLTK's word tokenizer;
 * ours parts clitics and keeps figures whole, and leaves out its rarer rules, such as those for quotation marks).
 */
const TOKEN =
  /\d+(?:[.,]\d+)*|\p{L}+(?=n['’]t\b)|n['’]t\b|['’](?:s|re|ve|ll|d|m)\b|[\p{L}\p{N}]+(?:[-_][\p{L}\p{N}]+)*|[^\s\p{L}\p{N}]/gu

export function tokensOf(text: string): string[] {
  return text.match(TOKEN) ?? []
}

const MARK = /^[^\p{L}\p{N}]+$/u

/** Words alone; marks would make every pair of texts alike. */
export function wordTokensOf(text: string): string[] {
  return tokensOf(text).filter((token) => !MARK.test(token))
}
