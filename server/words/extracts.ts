/** How a seller's own words stand in an answer, so that nobody takes them for the market's, or for those of a model. */

/** "[1]", "[1] and [3]", "[1], [2] and [3]". */
const named = (handles: readonly string[]) =>
  handles
    .map((handle) => `[${handle}]`)
    .join(', ')
    .replace(/, (?=\[[^,]*$)/, ' and ')

const OPENS = '“'
const CLOSES = '”'
/** Stands where words of the seller's are left out. */
export const CUT = '…'

/** "Source [2] says: “It lasted eleven winters.”" No colon follows a citation: in Markdown that defines a link. */
export function extractInWords(handles: readonly string[], words: string): string {
  const quoted = words.replaceAll(OPENS, '‘').replaceAll(CLOSES, '’').replaceAll('"', '’')
  const [sources, say] = handles.length === 1 ? ['Source', 'says'] : ['Sources', 'say']
  return `${sources} ${named(handles)} ${say}: ${OPENS}${quoted}${CLOSES}`
}

/** Of sources whose words are nearly those of the one before, which are not quoted again. */
export function nearlyTheSameInWords(handles: readonly string[]): string {
  return handles.length === 1
    ? `Source ${named(handles)} has nearly the same words.`
    : `Sources ${named(handles)} have nearly the same words.`
}

/** Answers of before said "Offer", once for each sentence. */
const CITED = String.raw`(?:Source|Offer)s? \[\d+\](?:(?:,| and) \[\d+\])*`
const ATTRIBUTION = new RegExp(`^${CITED} says?: (?=${OPENS})`, 'gm')
const NEARLY_THE_SAME = new RegExp(String.raw`^${CITED} ha(?:s|ve) nearly the same words\.`, 'gm')
const EXTRACT = new RegExp(`^(${CITED} says?: ${OPENS})([^${CLOSES}]*)${CLOSES}$`)

/** The words alone, in their quotation marks, one or several extracts in lines of their own. */
export function withoutAttribution(text: string): string {
  return text.replace(ATTRIBUTION, '').replace(NEARLY_THE_SAME, '')
}

/** One paragraph that is an extract: what stands before the words, and the words; null for any other. */
export function readExtract(paragraph: string): { opening: string; words: string; closing: string } | null {
  const [, opening, words] = EXTRACT.exec(paragraph) ?? []
  return opening === undefined || words === undefined ? null : { opening, words, closing: CLOSES }
}
