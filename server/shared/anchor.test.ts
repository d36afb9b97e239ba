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

/** A character of the first text, or of what was written into it later. */
type Letter = { char: string; origin: number | null }

/** Few words, so that passages and what is around them stand in many places. */
const WORDS = [
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
]
/** What others write: never the same again in the same place, which would be the passage. */
const OTHERS = ['lorries', 'cross', 'here', 'daily', '7', 'why?']

type Edit = { kind: 'insert' | 'delete' | 'replace' | 'decoy'; at: number; length: number; text: string }
const edit: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom('insert', 'delete', 'replace', 'decoy'),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.integer({ min: 1, max: 60 }),
  text: fc.array(fc.constantFrom(...OTHERS), { minLength: 1, maxLength: 12 }).map((all) => all.join(' ')),
})

/** Somebody's edit. A decoy writes the passage itself once more, with little of what stands around it. */
function edited(letters: readonly Letter[], { kind, at, length, text }: Edit, decoy: string): Letter[] {
  const place = Math.floor(at * letters.length)
  const added = kind === 'delete' ? '' : kind === 'decoy' ? ` Elsewhere ${decoy} elsewhere ` : ` ${text} `
  const gone = kind === 'delete' || kind === 'replace' ? length : 0
  return [
    ...letters.slice(0, place),
    ...[...added].map((char) => ({ char, origin: null })),
    ...letters.slice(place + gone),
  ]
}

const EDITED_TEXTS = 10_000

it(`after random edits of ${EDITED_TEXTS} texts is in its right place, or nowhere`, () => {
  let attached = 0
  let looked = 0
  fc.assert(
    fc.property(
      fc
        .array(fc.constantFrom(...WORDS), { minLength: 20, maxLength: 120, size: 'max' })
        .map((all) => all.join(' ')),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 0, max: 12 }),
      fc.array(edit, { maxLength: 6 }),
      (text, share, length, around, edits) => {
        const start = Math.floor(share * text.length)
        const end = Math.min(text.length, start + length)
        const quote = describePlace(text, { start, end })
        if (!quote) return
        looked += 1
        const first = anchor(text, quote)
        expect(first).not.toBeNull()
        if (!first) return
        const decoy = text.slice(Math.max(0, start - around), end + around)
        let letters: Letter[] = [...text].map((char, origin) => ({ char, origin }))
        for (const one of edits) letters = edited(letters, one, decoy)
        const now = letters.map(({ char }) => char).join('')
        const found = anchor(now, quote)
        if (!found) return
        attached += 1
        // Its first and its last letter are still the ones they were, or were written anew between what stood beside them.
        const from = [letters[found.start]?.origin, (letters[found.start - 1]?.origin ?? -1) + 1]
        const until = [letters[found.end - 1]?.origin, (letters[found.end]?.origin ?? text.length) - 1]
        expect(from).toContain(first.start)
        expect(until).toContain(first.end - 1)
      },
    ),
    { numRuns: EDITED_TEXTS },
  )
  // It is of use: most of what was edited elsewhere is found again.
  expect(looked).toBeGreaterThan(EDITED_TEXTS / 2)
  expect(attached).toBeGreaterThan(looked / 5)
})
