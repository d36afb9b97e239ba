/**
 * How the market reads text: lower-cased words without marks, common endings cut. Matching, the built-in inspector,
 * the leak guard and search previews all use these, so that "legumes" means the same to each of them.
 */

const STOP_WORDS = new Set(
  `a about after all also am an and any are as at be because been before being but by can could did do does doing for from
had has have having he her here him his how i if in into is it its just like me more most my no nor not of off on once only
or other our out over own same she should so some such than that the their them then there these they this those through to
too under until up us very was we were what when where which while who whom why will with would you your`.split(
    /\s+/,
  ),
)

/** Words in order, lower case, marks and accents removed; numbers kept whole ("3.5", "2019"). */
export function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/\p{L}+|\d+(?:[.,]\d+)*/gu) ?? []
  )
}

/** A light stem: plural and common verb endings cut ("boiled", "boiling", "boils" → "boil"). Not linguistics. */
export function stem(word: string): string {
  if (word.length <= 3 || /\d/.test(word)) return word
  let result = word
  if (result.endsWith('ies') && result.length > 4) result = `${result.slice(0, -3)}y`
  else if (/(ss|sh|ch|x|z)es$/.test(result)) result = result.slice(0, -2)
  else if (result.endsWith('s') && !/(ss|us|is)$/.test(result)) result = result.slice(0, -1)
  if (result.endsWith('ing') && result.length > 5) result = result.slice(0, -3)
  else if (result.endsWith('ed') && result.length > 4) result = result.slice(0, -2)
  else if (result.endsWith('ly') && result.length > 5) result = result.slice(0, -2)
  if (/([bdgmnprt])\1$/.test(result) && result.length > 3) result = result.slice(0, -1)
  if (result.endsWith('e') && result.length > 4) result = result.slice(0, -1)
  return result
}

/** Words in order, without stop words. */
export function contentWordsOf(text: string): string[] {
  return wordsOf(text).filter((word) => !STOP_WORDS.has(word))
}

/** Content terms in order: words without stop words, stemmed. */
export function termsOf(text: string): string[] {
  return contentWordsOf(text).map(stem)
}

/** A line's end, or a stop that is not that of an abbreviation: "et al. say" is one sentence. */
const SENTENCE_END =
  /(?<=[.!?])(?<!\b(?:al|approx|ca|cf|dr|e\.g|etc|fig|i\.e|mr|mrs|ms|no|nos|p|pp|prof|st|vs)\.)\s+|\n+/i

/** Sentences of a text, trimmed, empty ones dropped. */
export function sentencesOf(text: string): string[] {
  return text
    .split(SENTENCE_END)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length > 0)
}

/** How many words a text has; what a forgotten offer still says about itself. */
export function wordCount(text: string): number {
  return wordsOf(text).length
}
