import * as z from 'zod'

/**
 * The schemas that every text from outside goes through; a raw `z.string()` in an input lets through what the database refuses
 * (NUL), what cannot be written as UTF-8 (half a surrogate pair), and names that nobody can see or that read backwards. Words are
 * cleaned, because such characters come along when people paste; ids and secrets are refused, because a changed one is another.
 */

/** A question that is shorter says nothing that somebody could answer, whoever asks it. */
export const TITLE_CHARS_MIN = 8

/** Controls but tab and line break; marks of the encoding; what overrides the direction of the text after it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const NOT_IN_TEXT = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufeff\u202d\u202e]/g

/** Drawn as nothing, though Unicode has them among symbols and letters: braille without a dot, a note without a head, room in hieroglyphs. */
const BLANK = String.raw`\u2800\u{1d159}\u{13441}\u{13442}`
/** Drawn as nothing, turning the direction, annotating, or no character at all; tag letters among them spell what only a model reads. */
const UNSEEN = String.raw`\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Noncharacter_Code_Point}\ufff9-\ufffb${BLANK}`

/** Joiners, which Persian, the languages of India and emoji need between letters, and signs of how an emoji is drawn. */
const LETTER = String.raw`[^\p{ASCII}\s${UNSEEN}]`
const KEPT_INVISIBLE = String.raw`(?<=${LETTER}\ufe0f?)[\u200c\u200d](?=${LETTER})|(?<=${LETTER}|[0-9#*])[\ufe0e\ufe0f]`
/** Anything else that nobody sees: two names that look the same must be the same, and a text says no more than is seen. */
const INVISIBLE = new RegExp(`(${KEPT_INVISIBLE})|[${UNSEEN}]`, 'gu')
/** Marks on one letter: languages use up to four, and a tower of them covers the lines around. */
const TOWER = /(\p{M}{4})\p{M}+/gu

/**
 * Whether a text has more than spaces, marks, which stand on a letter (alone they are a dotted circle, or nothing), and what fonts have
 * nothing to draw for: controls of the layout, private use, what no Unicode has assigned, and the place of an object that was left out.
 */
export const isSeen = (text: string) => SEEN.test(text)
const SEEN = new RegExp(String.raw`[^\s\p{M}\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\ufffc${UNSEEN}]`, 'u')

/** A text of many lines: well formed, composed (NFC), without control characters and what nobody sees, lines ended by one kind of break; empty when nothing of it can be seen. */
export function cleanText(text: string): string {
  const clean = text
    .toWellFormed()
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(NOT_IN_TEXT, '')
    .replace(INVISIBLE, '$1')
    .normalize('NFC')
    .replace(TOWER, '$1')
  return isSeen(clean) ? clean : ''
}

/** A text of one line, of which everything can be seen. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ').normalize('NFC')
}

/** Details, private information, notes: what people write at length. */
export const textSchema = () => z.string().overwrite(cleanText)

/** Names, titles, teasers, words to look for, addresses: what stands in one line. */
export const lineSchema = () => z.string().overwrite(cleanLine)

/** What the market itself has made: an id, a key of a form. Longer ones are nobody's. */
export const idSchema = () => z.string().regex(/^[\w:.-]{1,80}$/, 'There is nothing by that id.')

/** Where a list goes on: given out with its last page. */
export const cursorSchema = () =>
  z.string().regex(/^[\x20-\x7e]{1,200}$/, 'This list has changed. Begin again at its first page.')

/** An address that is called or shown as a link. */
export const webAddressSchema = (charsMax: number) =>
  lineSchema()
    .trim()
    .max(charsMax)
    .pipe(z.url({ protocol: /^https?$/, error: 'Write the whole address, beginning with https://.' }))
    // Whoever copies it from where he is signed in would tell it to everybody.
    .refine(hasNoPassword, 'Leave the name and the password out of the address.')

function hasNoPassword(address: string): boolean {
  const url = URL.parse(address)
  return url === null || (url.username === '' && url.password === '')
}

/** A password or a key: taken as it is typed, or not at all. */
export const secretTextSchema = () =>
  z.string().regex(/^[^\p{Cc}\p{Cs}\ufeff\u202d\u202e]*$/u, 'This holds a character that cannot be typed.')

/** A moment or a day that somebody names: years that calendars and the database write with four digits. */
export const momentSchema = () =>
  z.date().min(new Date('0001-01-01T00:00:00Z')).max(new Date('9999-12-31T23:59:59Z'))
