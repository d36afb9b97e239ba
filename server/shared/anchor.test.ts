import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anchorsIn, type TextPosition, type TextQuote } from './anchor'

const anchor = (text: string, quote: TextQuote) => anchorsIn(text).find(quote)
const describePlace = (text: string, place: TextPosition) => anchorsIn(text).quoteAt(place)

const bare = (exact: string) => ({ exact, prefix: '', suffix: '' })
const at = (text: string, place: TextPosition | null) => place && text.slice(place.start, place.end)

describe('a passage', () => {
  it('is found by its words, whatever white space is between them', () => {
    const text = 'The bridge\n  carries\t3.5 tonnes.\n\nLorries take the by-pass.'
    expect(at(text, anchor(text, bare(' bridge carries 3.5 tonnes ')))).toBe('bridge\n  carries\t3.5 tonnes')
  })

  it('that stands twice stands nowhere, unless what is around it tells which', () => {
    const text = 'In May: it is safe. In June: it is safe.'
    expect(anchor(text, bare('it is safe'))).toBeNull()
    expect(anchor(text, { exact: 'it is safe', prefix: 'In June: ', suffix: '' })).toEqual({
      start: 29,
      end: 39,
    })
    expect(anchor('aaa', bare('aa'))).toBeNull()
    expect(anchor(text, bare('  '))).toBeNull()
  })

  it('whose words changed, or those around it, is detached', () => {
    const text =
      'The council met in May. The bridge carries 3.5 tonnes. Lorries take the by-pass, each and all of them.'
    const start = text.indexOf('The bridge')
    const quote = describePlace(text, { start, end: start + 30 })
    if (!quote) throw new Error('It stands there once')
    expect(anchor(text, quote)).toEqual({ start, end: start + 30 })
    expect(anchor(text.replace('3.5', '5.3'), quote)).toBeNull()
    // The sentence was taken out, and another one says the same of another bridge.
    expect(anchor('Elsewhere: The bridge carries 3.5 tonnes. It is new.', quote)).toBeNull()
    expect(anchor(`News. ${text}`, quote)).toEqual({ start: start + 6, end: start + 36 })
  })

  it('of a text that repeats itself is described with as much around it as tells which', () => {
    const line = 'Open from nine to five. Closed on Sundays and on holidays of the county. '
    const text = `Library. ${line}Museum. ${line}`
    const start = text.lastIndexOf('nine to five')
    const quote = describePlace(text, { start, end: start + 12 })
    expect(quote && anchor(text, quote)).toEqual({ start, end: start + 12 })
    expect(describePlace(line.repeat(60), { start: 730, end: 742 })).toBeNull()
  })
})

/** So much stands around it that its quote is whole. */
const LONG =
  'The council met in May and heard a report of forty pages on its roads, its ferries and all of its bridges.'

describe('a passage stands nowhere', () => {
  it.each([
    ['safe to cross', 'The bridge at Lindow is unsafe to cross.'],
    ['safe to cross', 'The bridge at Lindow is un-safe to cross.'],
    ['it can', 'They say that it can’t be so.'],
    ['toxic', 'It is non-toxic.'],
    ['it carries 5', 'There it carries 50 tonnes.'],
    ['it carries 5', 'There it carries 5.5 tonnes.'],
    ['it carries 5', 'There it carries 5,000 tonnes.'],
    ['5 tonnes', 'It carries 3.5 tonnes.'],
    ['5 tonnes', 'It carries 1/5 tonnes.'],
    ['5 degrees', 'It has −5 degrees.'],
    ['a cafe', 'There is a cafe\u0301 here.'],
    ['a café', 'There is a cafe\u0301 here.'],
    ['a \ud83d', 'There is a 😀 here.'],
    ['👍', 'They say 👍🏽 to it.'],
    ['安全', '这座桥不安全。'],
  ])('where words, numbers or characters go on beyond its ends: %s, in %s', (exact, text) => {
    expect(text).toContain(exact === 'a café' ? 'a cafe\u0301' : exact)
    expect(anchor(text, bare(exact))).toBeNull()
  })

  it.each([
    ['The new limit is 5', `${LONG} The new limit is 5`, `${LONG} The new limit is 50 tonnes`],
    ['5 tonnes is the limit', `5 tonnes is the limit. ${LONG}`, `15 tonnes is the limit. ${LONG}`],
    ['The bridge is safe', `${LONG} The bridge is safe`, `${LONG} The bridge is safe only for pedestrians`],
    ['to cross by car', `Possible to cross by car. ${LONG}`, `Im-Possible to cross by car. ${LONG}`],
    ['bridge is safe', `The bridge is safe. ${LONG}`, `Nobody says that The bridge is safe. ${LONG}`],
    ['a cafe', `${LONG} It is now a cafe`, `${LONG} It is now a cafe\u0301`],
  ])('where a text began or ended beside it, and goes on there now: %s', (exact, before, now) => {
    const start = before.indexOf(exact)
    const quote = describePlace(before, { start, end: start + exact.length })
    if (!quote) throw new Error('It stands there once')
    expect(at(before, anchor(before, quote))).toBe(exact)
    expect(anchor(now, quote)).toBeNull()
    expect(at(`${now}\n\nMore.\n\n${before}\n\nNews.`, anchor(`${before}\n\nNews.`, quote))).not.toBe('')
    // A block or a sentence more is no other context.
    const framed = `News of the day.\n\n${before}\n\nRead on.`
    expect(at(framed, anchor(framed, quote))).toBe(exact)
  })

  it('where it would be half a character, whatever is around it', () => {
    const text = `${'😀'.repeat(40)} safe ${'𝒜'.repeat(40)}`
    for (let start = 78; start < 84; start += 1) {
      const quote = describePlace(text, { start, end: 85 })
      expect(JSON.stringify(quote)).not.toMatch(/\\ud[89a-f]/)
    }
    const quote = describePlace(text, { start: 81, end: 85 })
    expect(quote && at(text, anchor(text, quote))).toBe('safe')
  })
})

it('a passage of a script without blanks is found by what stands around it', () => {
  const text = '这座桥从五月起可以承载五吨。不过卡车仍然走绕行的路线。'.padEnd(120, '我们在这里等着看。')
  const start = text.indexOf('承载五吨')
  const quote = describePlace(text, { start, end: start + 4 })
  expect(quote && at(text, anchor(text, quote))).toBe('承载五吨')
})

/** A code unit of the first text, or of what was written into it later. */
type Unit = { unit: string; origin: number | null }

/** Few words, so that passages and what is around them stand in many places; of several scripts, composed and not. */
const WORDS = [
  ...[
    'the',
    'bridge',
    'carries',
    'no',
    'more',
    'than',
    '3.5',
    'tonnes',
    'since',
    'May,',
    'and',
    'it',
    'is',
    'safe.',
  ],
  ...[
    'café',
    'cafe\u0301',
    'naïve',
    'can’t',
    'non-toxic',
    '😀',
    '👍🏽',
    '𝒜ll',
    'мост',
    '橋。',
    'नदी',
    '(5%)',
  ],
]
/** What stands between them. */
const BLANKS = [' ', ' ', ' ', ' ', '\n\n', ' \n', '\u00a0']
/** What others write: never the same again in the same place, which would be the passage. */
const OTHERS = ['lorries', 'cross', 'here', 'daily', '7', 'why?', 'e\u0301tude', '🚚', 'река']
/** What makes another word or number of what it is written beside. */
const AFFIXES = ['un', 'non-', '1', '3.', '−', '\u0301', '\u200d', 's', '’t', '0', '.5', ' not', 'not ']

const KINDS = [
  ...(['insert', 'delete', 'replace', 'decoy', 'copy', 'move', 'respace', 'compose', 'decompose'] as const),
  ...(['affix-start', 'affix-end', 'beside'] as const),
]
type Edit = {
  kind: (typeof KINDS)[number]
  at: number
  to: number
  length: number
  text: string
  affix: string
}
const share = fc.double({ min: 0, max: 0.999, noNaN: true })
const edit: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom(...KINDS),
  at: share,
  to: share,
  length: fc.integer({ min: 1, max: 60 }),
  text: fc.array(fc.constantFrom(...OTHERS), { minLength: 1, maxLength: 12 }).map((all) => all.join(' ')),
  affix: fc.constantFrom(...AFFIXES),
})

const written = (text: string): Unit[] => text.split('').map((unit) => ({ unit, origin: null }))
const textOf = (units: readonly Unit[]) => units.map(({ unit }) => unit).join('')
/** Nobody writes into a character that takes two units. */
const snapped = (units: readonly Unit[], at: number) =>
  /^[\udc00-\udfff]/.test(units[at]?.unit ?? '') ? at + 1 : at

/** The same text in another normal form: each character stands where it stood. */
function normalised(units: readonly Unit[], form: 'NFC' | 'NFD'): Unit[] {
  const segments = new Intl.Segmenter('en').segment(textOf(units))
  return [...segments].flatMap(({ segment, index }) => {
    const now = segment.normalize(form)
    if (now === segment) return units.slice(index, index + segment.length)
    return now.split('').map((unit) => ({ unit, origin: units[index]?.origin ?? null }))
  })
}

/**
 * Somebody's edit. A decoy writes the passage itself once more, with little of what stands around it; a copy is of any part, and as much that
 * part as the first; an affix is written right beside the passage, wherever that stands by now.
 */
function edited(
  units: readonly Unit[],
  by: Edit,
  passage: { start: number; end: number; decoy: string },
): Unit[] {
  const [place, to] = [by.at, by.to].map((one) => snapped(units, Math.floor(one * units.length)))
  const until = snapped(units, Math.min(units.length, (place ?? 0) + by.length))
  const [before, part, after] = [units.slice(0, place), units.slice(place, until), units.slice(until)]
  const beside = (origin: number, affix: string, isAfter: boolean) => {
    const found = units.findIndex((one) => one.origin === origin)
    const at = found === -1 ? -1 : snapped(units, isAfter ? found + 1 : found)
    return at === -1 ? [...units] : [...units.slice(0, at), ...written(affix), ...units.slice(at)]
  }
  const rest = [...before, ...after]
  const elsewhere = snapped(rest, Math.min(to ?? 0, rest.length))
  switch (by.kind) {
    case 'insert':
      return [...before, ...written(` ${by.text} `), ...part, ...after]
    case 'delete':
      return rest
    case 'replace':
      return [...before, ...written(` ${by.text} `), ...after]
    case 'decoy':
      return [...before, ...written(` Elsewhere ${passage.decoy} elsewhere `), ...part, ...after]
    case 'copy':
      return [...units.slice(0, to), ...part, ...units.slice(to)]
    case 'move':
      return [...rest.slice(0, elsewhere), ...part, ...rest.slice(elsewhere)]
    case 'respace':
      return units.flatMap((one, index) =>
        /\s/.test(one.unit) && index % 7 < 3 ? [one, ...written('\n  ')] : [one],
      )
    case 'compose':
      return normalised(units, 'NFC')
    case 'decompose':
      return normalised(units, 'NFD')
    case 'affix-start':
      return beside(passage.start, by.affix, false)
    case 'affix-end':
      return beside(passage.end - 1, by.affix, true)
    case 'beside':
      return beside(Math.max(0, passage.start - (by.length % 40)), by.affix, false)
  }
}

/** Words and the blanks between them, and where each word begins and ends. */
const texts = fc
  .array(fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(...BLANKS)), {
    minLength: 20,
    maxLength: 120,
    size: 'max',
  })
  .map((all) => {
    const places: { start: number; end: number }[] = []
    let text = ''
    for (const [word, blank] of all) {
      places.push({ start: text.length, end: text.length + word.length })
      text += `${word}${blank}`
    }
    return { text, places }
  })

const folded = (text: string) => text.replace(/\s+/g, ' ')
const isBoundary = (text: string, at: number, granularity: 'word' | 'grapheme') =>
  at === text.length || new Intl.Segmenter('en', { granularity }).segment(text).containing(at)?.index === at

const EDITED_TEXTS = 10_000

it(`after random edits of ${EDITED_TEXTS} texts is in its right place, or nowhere`, () => {
  let attached = 0
  let looked = 0
  fc.assert(
    fc.property(
      texts,
      share,
      fc.integer({ min: 0, max: 8 }),
      fc.integer({ min: 0, max: 12 }),
      fc.array(edit, { maxLength: 6 }),
      ({ text, places }, which, more, around, edits) => {
        const first = places[Math.floor(which * places.length)]
        const last = places[Math.min(places.length - 1, Math.floor(which * places.length) + more)]
        if (!first || !last) return
        const quote = describePlace(text, { start: first.start, end: last.end })
        if (!quote) return
        looked += 1
        const place = anchor(text, quote)
        expect(place).toEqual({ start: first.start, end: last.end })
        const { start, end } = first.start < last.end ? { start: first.start, end: last.end } : first
        const decoy = text.slice(Math.max(0, start - around), end + around)
        let units: Unit[] = text.split('').map((unit, origin) => ({ unit, origin }))
        for (const one of edits) units = edited(units, one, { start, end, decoy })
        const now = textOf(units)
        const found = anchor(now, quote)
        const wanted = folded(`${quote.prefix}${quote.exact}${quote.suffix}`)
        // Two places are none.
        if (folded(now).split(wanted).length > 2) expect(found).toBeNull()
        if (!found) return
        attached += 1
        expect(folded(now.slice(found.start, found.end))).toBe(folded(quote.exact))
        // Its first and its last letter are still the ones they were, or were written anew between what stood beside them.
        const from = [units[found.start]?.origin, (units[found.start - 1]?.origin ?? -1) + 1]
        const until = [units[found.end - 1]?.origin, (units[found.end]?.origin ?? text.length) - 1]
        expect(from).toContain(start)
        expect(until).toContain(end - 1)
        // And no word, number or character goes on beyond it.
        for (const side of [found.start, found.end])
          for (const granularity of ['word', 'grapheme'] as const)
            expect(isBoundary(now, side, granularity)).toBe(true)
      },
    ),
    { numRuns: EDITED_TEXTS },
  )
  // It is of use: much of what was edited elsewhere is found again.
  expect(looked).toBeGreaterThan(EDITED_TEXTS / 2)
  expect(attached).toBeGreaterThan(looked / 5)
})
