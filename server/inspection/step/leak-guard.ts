import { termsOf, wordsOf } from '../../shared/words'
import { asShown } from './as-shown'

/**
 * Keeps a written answer, or a bought answer to a sub-question, from giving away an unbought offer. Everything here is compared in plain
 * words and in the encodings an adversary would try. Source: design, section 5; reliability, L9 and D3.4.
 */

/** Three content words in a row that are nowhere public: by chance this is rare, copied text has it at once. */
const SHINGLE_TERMS = 3
/** Five content words in a row are hardly ever written twice by chance. */
const QUOTE_TERMS = 5
/** Shorter encoded runs decode to noise. */
const ENCODED_CHARS_MIN = 8
/** "t o x i c": spelled out letter by letter. */
const SPELLED_LETTERS_MIN = 4
/** A word hidden by the first letters of others is not looked for below this length: chance would find it everywhere. */
const ACROSTIC_LETTERS_MIN = 6

/**
 * Places (indexes) of the `secrets` that `text` gives away: a run of words, a number or a name that is in the secret and
 * nowhere public, in the clear, in character references, reversed, spelled out, as an acrostic, in base64 or in hexadecimal.
 */
export function findLeaks(
  text: string,
  secrets: readonly string[],
  publicTexts: readonly string[],
): number[] {
  const readings = readingsOf(text).map((reading) => ({
    shingles: shinglesOf(termsOf(reading)),
    words: wordsOf(reading),
  }))
  return traitsOfAll(secrets, publicTexts).flatMap((traits, index) =>
    readings.some((reading) => gives(reading, traits)) || isSpelledIn(asShown(text), traits) ? [index] : [],
  )
}

/**
 * Places of the `others` whose words `text` repeats: five content words in a row that are nowhere public. Stricter than
 * `findLeaks`, because what is found is hidden from the buyer who paid for it: two texts on one subject share names and
 * numbers without either quoting the other.
 */
export function findQuotes(
  text: string,
  others: readonly string[],
  publicTexts: readonly string[],
): number[] {
  const own = shinglesOf(termsOf(text), QUOTE_TERMS)
  for (const shingle of publicSide(publicTexts).quoteShingles) own.delete(shingle)
  if (own.size === 0) return []
  return others.flatMap((other, index) => {
    const theirs = shinglesOf(termsOf(other), QUOTE_TERMS)
    return [...own].some((shingle) => theirs.has(shingle)) ? [index] : []
  })
}

/** What is public, in the forms it is looked up in. */
type PublicSide = {
  words: Set<string>
  terms: Set<string>
  shingles: Set<string>
  quoteShingles: Set<string>
}

/** One step asks several times about the same texts; what was made of them lives as long as they do. */
const sides = new WeakMap<readonly string[], PublicSide>()

function publicSide(publicTexts: readonly string[]): PublicSide {
  const known = sides.get(publicTexts)
  if (known) return known
  const text = publicTexts.join('\n')
  const terms = termsOf(text)
  const side = {
    words: new Set(wordsOf(text)),
    terms: new Set(terms),
    shingles: shinglesOf(terms),
    quoteShingles: shinglesOf(terms, QUOTE_TERMS),
  }
  sides.set(publicTexts, side)
  return side
}

type Traits = { shingles: Set<string>; tokens: Set<string> }

const traitsOfSecrets = new WeakMap<readonly string[], { of: readonly string[]; all: Traits[] }>()

function traitsOfAll(secrets: readonly string[], publicTexts: readonly string[]): Traits[] {
  const known = traitsOfSecrets.get(secrets)
  if (known?.of === publicTexts) return known.all
  const side = publicSide(publicTexts)
  const all = secrets.map((secret) => traitsOf(secret, side))
  traitsOfSecrets.set(secrets, { of: publicTexts, all })
  return all
}

/** What only this secret says: runs of words, and words that are numbers or names. */
function traitsOf(secret: string, { shingles: publicShingles, words: publicWords }: PublicSide): Traits {
  const shingles = shinglesOf(termsOf(secret))
  for (const shingle of publicShingles) shingles.delete(shingle)
  const tokens = new Set(
    [...numbersIn(secret), ...namesIn(secret)].filter((token) => !publicWords.has(token)),
  )
  return { shingles, tokens }
}

function gives(reading: { shingles: Set<string>; words: string[] }, { shingles, tokens }: Traits): boolean {
  for (const shingle of reading.shingles) if (shingles.has(shingle)) return true
  return reading.words.some((word) => tokens.has(word))
}

function shinglesOf(terms: readonly string[], length = SHINGLE_TERMS): Set<string> {
  const shingles = new Set<string>()
  for (let start = 0; start + length <= terms.length; start += 1) {
    shingles.add(terms.slice(start, start + length).join(' '))
  }
  return shingles
}

/** Two digits at least: "1" and "2" are in every text. */
function numbersIn(text: string): string[] {
  return wordsOf(text).filter((word) => /\d{2}/.test(word))
}

/** Words written with a capital, at the beginning of a sentence too: a name may stand there. */
function namesIn(text: string): string[] {
  const found = text.match(/\p{Lu}[\p{L}\p{N}-]{3,}/gu) ?? []
  return found.flatMap(wordsOf).filter((word) => termsOf(word).length > 0)
}

/** The text as it is shown, and what hidden forms of it decode to. */
function readingsOf(written: string): string[] {
  const text = asShown(written)
  const reversed = [...text].reverse().join('')
  const encoded = (text.match(/[A-Za-z0-9+/=_-]{8,}/g) ?? []).flatMap((run) => {
    if (run.length < ENCODED_CHARS_MIN) return []
    const decoded = [Buffer.from(run, 'base64').toString('utf8')]
    if (/^(?:[0-9a-f]{2})+$/i.test(run)) decoded.push(Buffer.from(run, 'hex').toString('utf8'))
    return decoded.filter((candidate) => /^[\p{L}\p{N}\p{P}\s]+$/u.test(candidate))
  })
  return [...new Set([written, text, reversed, ...encoded])]
}

/** A name or number of the secret written letter by letter or as first letters of other words. */
function isSpelledIn(text: string, traits: Traits): boolean {
  const spelled = (text.match(/(?:\b[\p{L}\p{N}]\b[\s.,_-]*){4,}/gu) ?? []).map((run) =>
    run.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''),
  )
  const acrostic = wordsOf(text)
    .map((word) => word[0] ?? '')
    .join('')
  return [...traits.tokens].some(
    (token) =>
      (token.length >= SPELLED_LETTERS_MIN && spelled.some((run) => run.includes(token))) ||
      (token.length >= ACROSTIC_LETTERS_MIN && acrostic.includes(token)),
  )
}
