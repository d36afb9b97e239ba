import { termsOf } from '../../shared/words'

/** Longer runs are keys, hashes and pasted data: nobody asks for them, and each would be a term of its own. */
const TERM_CHARS_MAX = 40
/** Postgres keeps at most this many places of one term; a passage has far fewer words. */
const PLACES_MAX = 255

/**
 * The terms a text is found by: lower case, without stop words, stemmed (`termsOf`).
 *
 * This differs from the Information Bazaar's vendor, which takes the words of a tokenizer as they are, capitals, endings
 * and stop words included (lab, A.3; its scoring over words cut in any way is `server/llm/bm25.ts`): a buyer's "legumes"
 * should find a passage on "Legume".
 */
export function searchTerms(text: string): string[] {
  return termsOf(text).filter((term) => term.length <= TERM_CHARS_MAX)
}

/**
 * What a passage is found by: its own words, and once each those of its headings and its document's title, which often
 * name what the passage is about and do not say again.
 */
export function passageTerms({
  title,
  section,
  text,
}: {
  title: string
  section: string
  text: string
}): string[] {
  return [...new Set(searchTerms(`${title}\n${section}`)), ...searchTerms(text)]
}

/**
 * Terms as Postgres takes them for a `tsvector`: each with its places, and the bot's id as one more lexeme, which no term
 * can be (it has a "_"). Terms are letters and digits, so nothing has to be escaped.
 */
export function vectorOf(botId: string, terms: readonly string[]): string {
  const places = new Map<string, number[]>()
  for (const [index, term] of terms.entries()) {
    const known = places.get(term)
    if (!known) places.set(term, [index + 1])
    else if (known.length < PLACES_MAX) known.push(index + 1)
  }
  const lexemes = [...places].map(([term, at]) => `'${term}':${at.join(',')}`)
  return [`'${botId}'`, ...lexemes].join(' ')
}
