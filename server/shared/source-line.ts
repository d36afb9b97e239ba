/** A source is named in the last paragraph of what is sold; who sells the same words from another place sells the same. */
const SOURCE = 'Source: '
const LAST_LINE = new RegExp(`\\n\\n${SOURCE}[^\\n]*$`)

/** A text with where it is from as its last line. */
export const withSource = (text: string, source: string) => `${text}\n\n${SOURCE}${source}`

/** A text without the line that says where it is from; one that is nothing else stays. */
export const withoutSource = (text: string) => text.replace(LAST_LINE, '')
