import { exactCredits } from '@/server/shared/money'

/**
 * Puts untrusted text before a model as data: one JSON document between two marker lines that carry the call's token. "<"
 * is written as an escape inside, so that no text can imitate a marker, whatever it knows of the token.
 */

/**
 * 120 000 characters, about 30 000 tokens: fits the window of every model worth asking, with room for the reply. Where there is
 * more, offers are read one by one; a text is never cut.
 */
export const DATA_CHARS_MAX = 120_000

export type Data = string | number | boolean | null | readonly Data[] | { readonly [key: string]: Data }

/** The fenced document. */
export function fenced(data: Data, token: string): string {
  return `<<data ${token}>>\n${JSON.stringify(data, null, 1).replaceAll('<', '\\u003c')}\n<<end ${token}>>`
}

/** Exact decimal credits without spaces ("1250.50"): what a model reads and what `parseCredits` reads back. */
export function creditsText(micros: bigint): string {
  return exactCredits(micros).replace(/\s/g, '')
}
