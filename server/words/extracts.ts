/** How a seller's own sentence stands in an answer, so that nobody takes it for the market's words, or for those of a model. */

const named = (handles: readonly string[]) => handles.map((handle) => `[${handle}]`).join(' and ')

/** "Offer [2] says: “It lasted eleven winters.”" No colon follows a citation: in Markdown that defines a link. */
export function extractInWords(handles: readonly string[], sentence: string): string {
  const quoted = sentence.replaceAll('“', '‘').replaceAll('”', '’').replaceAll('"', '’')
  const [offers, say] = handles.length === 1 ? ['Offer', 'says'] : ['Offers', 'say']
  return `${offers} ${named(handles)} ${say}: “${quoted}”`
}

const ATTRIBUTION = /^Offers? \[\d+\](?: and \[\d+\])* says?: (?=“)/gm

/** The sentences alone, in their quotation marks, one or several in lines of their own. */
export function withoutAttribution(text: string): string {
  return text.replace(ATTRIBUTION, '')
}
