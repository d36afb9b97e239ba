import type { Cipher } from '../../shared/cipher'
import { stemOf } from '../../shared/stem'
import { contentWordsOf } from '../../shared/words'

/** Longer runs are keys, hashes and pasted data: nobody asks for them, and each would be a term of its own. */
const TERM_CHARS_MAX = 40
/** Postgres keeps at most this many places of one term; a passage has far fewer words. */
const PLACES_MAX = 255

/**
 * The terms a text is found by: lower case, without stop words, stemmed after Porter.
 *
 * This differs from the Information Bazaar's vendor, which takes the words of a tokenizer as they are, capitals, endings
 * and stop words included (lab, A.3; its scoring over words cut in any way is `server/llm/bm25.ts`): a buyer's "legumes"
 * should find a passage on "Legume".
 */
export function searchTerms(text: string): string[] {
  return contentWordsOf(text)
    .map(stemOf)
    .filter((term) => term.length <= TERM_CHARS_MAX)
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
 * Digests of terms under a key of the bot's: what a passage is found by tells its words to nobody who lacks the key, and passages
 * of two bots cannot be compared. A reader of the database still sees how often each digest occurs.
 */
export function blindTerms(cipher: Cipher, botId: string): (term: string) => string {
  const blind = cipher.blinder(`terms:${botId}`)
  const known = new Map<string, string>()
  return (term) => {
    const digest = known.get(term) ?? blind(term)
    known.set(term, digest)
    return digest
  }
}

/**
 * Blind terms as Postgres takes them for a `tsvector`: each with as many places as it occurs, in no order of the text's, and the
 * bot's id as one more lexeme, which no digest can be (it has a "_"). Nothing has to be escaped.
 */
export function vectorOf(botId: string, terms: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  const places = (count: number) =>
    Array.from({ length: Math.min(count, PLACES_MAX) }, (_, index) => index + 1).join(',')
  const lexemes = [...counts.keys()].sort().map((term) => `'${term}':${places(counts.get(term) ?? 1)}`)
  return [`'${botId}'`, ...lexemes].join(' ')
}
