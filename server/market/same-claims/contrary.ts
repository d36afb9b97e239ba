import { NEGATIONS, REFUTES } from '../../llm/built-in/lexicon'
import { stem, wordsOf } from '../../shared/words'

/**
 * Whether two claims say different things, as far as their words show: one of them denies, the two have different numbers, years, months or
 * days, or one has the opposite of a word of the other. It has no understanding: what it lets through may still differ, so two people read
 * both; what it refuses by mistake stays two claims, which harms nobody.
 */
export function areContrary(one: string, other: string): boolean {
  const [a, b] = [read(one), read(other)]
  return a.isDenied !== b.isDenied || differBothWays(a.figures, b.figures) || haveOpposites(a.words, b.words)
}

type Said = {
  words: ReadonlySet<string>
  /** The number of negations, and of words such as "false", is odd. */
  isDenied: boolean
  /** Numbers, and months and days of the week. */
  figures: ReadonlySet<string>
}

function read(claim: string): Said {
  const plain = withoutIdioms(claim.normalize('NFKC'))
  const words = wordsOf(plain)
  const denials = words.filter((word) => NEGATIONS.has(word) || REFUTES.has(stem(word)))
  return {
    words: new Set(words),
    isDenied: denials.length % 2 === 1,
    figures: new Set([...numbersIn(plain).map(String), ...(plain.match(DATES) ?? [])]),
  }
}

/** "Don't" is "not"; "no more than 5", "not only" and "No. 10" deny nothing. */
function withoutIdioms(text: string): string {
  return text
    .replace(/[’ʼ]/g, "'")
    .replace(/\b(?:can't|cannot)\b/gi, 'can not')
    .replace(/\bwon't\b/gi, 'will not')
    .replace(/n't\b/gi, ' not')
    .replace(/\b(?:no|not) (?:more|less|fewer|later|earlier) than\b/gi, ' ')
    .replace(/\b(?:not only|no doubt|without (?:a )?doubt|none other than)\b/gi, ' ')
    .replace(/\bnos?\.\s*(?=\d)/gi, ' ')
}

/** May is a verb too, where it is not written as a name. */
const DATES =
  /\b(?:January|February|March|April|May|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)\b/g

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'
const SPELLED: ReadonlyMap<string, number> = new Map([
  ...SMALL.split(' ').map((word, value): [string, number] => [word, value]),
  ...TENS.split(' ').map((word, index): [string, number] => [word, (index + 2) * 10]),
])
const SCALES: ReadonlyMap<string, number> = new Map([
  ['hundred', 1e2],
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
  ['trillion', 1e12],
])

/** Its numbers in order, in digits or in words: "3.5 million", "five thousand", "−5". "One" alone is mostly an article. */
function numbersIn(text: string): number[] {
  const found: number[] = []
  let isScalable = false
  for (const [token] of text.toLowerCase().matchAll(/(?:(?<![\p{L}\d])[-−])?\d+(?:[.,]\d+)*|\p{L}+/gu)) {
    const spelled = token === 'one' ? undefined : SPELLED.get(token)
    const scale = SCALES.get(token)
    if (/\d/.test(token)) found.push(numberOf(token))
    else if (spelled !== undefined) found.push(spelled)
    else if (scale !== undefined) found.push((isScalable ? (found.pop() ?? 1) : 1) * scale)
    isScalable = /\d/.test(token) || spelled !== undefined || scale !== undefined
  }
  return found
}

/** "5,000" is five thousand, "3,5" three and a half. */
function numberOf(digits: string): number {
  const isGrouped =
    /^\D?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(digits) || /^\D?\d{1,3}(?:\.\d{3}){2,}$/.test(digits)
  const plain = isGrouped ? digits.replace(/(?:[.,])(?=\d{3}(?:\D|$))/g, '') : digits.replace(',', '.')
  return Number.parseFloat(plain.replace('−', '-'))
}

/** Each has what the other lacks. Where only one says more, it may be the same, said more exactly. */
function differBothWays(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return lackedBy(b, a).length > 0 && lackedBy(a, b).length > 0
}

/** Words of which one claim has the one and the other the other; a short list, as in any language most have none. */
const OPPOSITES = [
  ['more', 'less'],
  ['more', 'fewer'],
  ['most', 'least'],
  ['increase', 'decrease'],
  ['increase', 'reduce'],
  ['raise', 'lower'],
  ['raise', 'reduce'],
  ['rise', 'fall'],
  ['rose', 'fell'],
  ['up', 'down'],
  ['higher', 'lower'],
  ['above', 'below'],
  ['over', 'under'],
  ['before', 'after'],
  ['all', 'none'],
  ['open', 'close'],
  ['win', 'lose'],
  ['won', 'lost'],
  ['safe', 'dangerous'],
  ['safe', 'harmful'],
  ['for', 'against'],
  ['first', 'last'],
  ['allow', 'ban'],
  ['allow', 'forbid'],
  ['cause', 'prevent'],
  ['better', 'worse'],
  ['best', 'worst'],
  ['faster', 'slower'],
  ['larger', 'smaller'],
  ['alive', 'dead'],
].map(([one = '', other = '']) => [stem(one), stem(other)] as const)
/** What makes a word its own opposite: "safe" and "unsafe", "legal" and "illegal". */
const PREFIXES = ['un', 'in', 'im', 'il', 'ir', 'non', 'dis']

function haveOpposites(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [ours, theirs] = [withStems(lackedBy(b, a)), withStems(lackedBy(a, b))]
  const isOpposite = (one: string, other: string) =>
    OPPOSITES.some(([x, y]) => (one === x && other === y) || (one === y && other === x)) ||
    PREFIXES.some((prefix) => isPrefixed(prefix, one, other) || isPrefixed(prefix, other, one))
  return ours.some((one) => theirs.some((other) => isOpposite(one, other)))
}

/** "Into" is not the opposite of "to". */
const BASE_CHARS_MIN = 4
const isPrefixed = (prefix: string, base: string, word: string) =>
  base.length >= BASE_CHARS_MIN && word === `${prefix}${base}`

const lackedBy = (other: ReadonlySet<string>, own: ReadonlySet<string>) =>
  [...own].filter((one) => !other.has(one))

const withStems = (words: readonly string[]) => [...words, ...words.map(stem)]
