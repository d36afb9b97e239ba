import { formatCredits } from '@/server/shared/money'

/**
 * Puts untrusted text before a model as data: one JSON document between two marker lines that carry the call's token. "<"
 * is written as an escape inside, so that no text can imitate a marker, whatever it knows of the token.
 */

/** 120 000 characters, about 30 000 tokens: fits the window of every model worth asking, with room for the reply. */
export const DATA_CHARS_MAX = 120_000
/** When the data is larger than that, every text is cut to the first of these lengths that makes it fit, or to the last. */
export const TEXT_CHARS_CUTS = [8_000, 2_000, 500] as const
/** Stands where a text was cut, so that a cut is not taken for an end. */
export const CUT_MARK = '… [cut]'

export type Data = string | number | boolean | null | readonly Data[] | { readonly [key: string]: Data }

/** The fenced document. Strings are cut only when the whole would be larger than `DATA_CHARS_MAX`. */
export function fenced(data: Data, token: string): string {
  return `<<data ${token}>>\n${encoded(data)}\n<<end ${token}>>`
}

function encoded(data: Data): string {
  let text = written(data)
  for (const charsMax of TEXT_CHARS_CUTS) {
    if (text.length <= DATA_CHARS_MAX) break
    text = written(cutTexts(data, charsMax))
  }
  return text
}

function written(data: Data): string {
  return JSON.stringify(data, null, 1).replaceAll('<', '\\u003c')
}

function cutTexts(data: Data, charsMax: number): Data {
  if (typeof data === 'string')
    return data.length <= charsMax ? data : `${data.slice(0, charsMax)}${CUT_MARK}`
  if (data === null || typeof data !== 'object') return data
  if (Array.isArray(data)) return data.map((item: Data) => cutTexts(item, charsMax))
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, cutTexts(value, charsMax)]))
}

/** Exact decimal credits without spaces ("1250.50"): what a model reads and what `parseCredits` reads back. */
export function creditsText(micros: bigint): string {
  return formatCredits(micros).replace(/\s/g, '')
}
