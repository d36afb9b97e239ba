import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withSource } from '@/server/shared/source-line'
import { wordCount, wordsOf } from '@/server/shared/words'
import { question } from '../testing'
import { EXTRACT_CHARS_MAX, EXTRACT_WORDS_MAX, extractOf, WHOLE_WORDS_MAX } from './extract'
import { wantedBy } from './relevance'

const wantedFor = (title: string) => wantedBy({ questions: [question(title)], subject: null })
const asked = wantedFor('How do I mend a garden hose?')
const MENDING = 'Cut the split piece out, push a joint into both ends and tighten its rings.'
/** So many words that have nothing to do with it. */
const other = (words: number) => `${Array.from({ length: words }, () => 'pigeon').join(' ')}.`

describe('what is quoted of a bought text', () => {
  it('is all of it where that is short: what a question is about and its remedy seldom share words', () => {
    const text = `A garden hose splits at the tap first. ${MENDING} My hose is nine years old.`
    expect(extractOf(withSource(text, 'Garden book › Hoses'), asked)).toBe(text)
  })

  it('is of a longer one what stands around the words of the question, from one place, and shows where it is cut', () => {
    const text = `${other(60)} A garden hose splits at the tap first. ${MENDING} ${other(70)}`
    expect(extractOf(text, asked)).toBe(`… A garden hose splits at the tap first. ${MENDING} …`)
    expect(extractOf(`${other(60)} Hoses split. ${MENDING}`.repeat(2), asked)).not.toMatch(/… .+ … .+ …/)
  })

  it('begins with no sentence that goes on about something else', () => {
    const text = `${other(60)} ${other(30)} It is the hose. A garden hose splits first. ${other(30)}`
    expect(extractOf(text, asked)).toMatch(/^… A garden hose/)
  })

  it('is the beginning where nothing of the question is in it', () => {
    expect(extractOf(`${other(40)} ${other(40)} ${other(40)}`, asked)).toBe(`${other(40)} ${other(40)} …`)
  })

  it('has lines of a list as a poem is quoted, without their marks', () => {
    expect(extractOf('# You need\n\n- a joint\n- two rings,\n- a knife\n\nPress hard.', asked)).toBe(
      'You need / a joint / two rings, a knife / Press hard.',
    )
  })

  it('has a sentence without an end as far as there is room', () => {
    const said = extractOf(`Hose ${other(200)}`, asked)
    expect(wordCount(said)).toBe(EXTRACT_WORDS_MAX)
    expect(said).toMatch(/^Hose pigeon .* pigeon …$/)
    expect([...extractOf('水'.repeat(2 * EXTRACT_CHARS_MAX), asked)]).toHaveLength(EXTRACT_CHARS_MAX + 2)
  })
})

const sentence = fc
  .array(
    fc.constantFrom(
      'garden',
      'hose',
      'mend',
      'It',
      'but',
      'pigeon',
      '3.5',
      'é',
      'e.g.',
      '水管',
      'x'.repeat(90),
    ),
    {
      minLength: 1,
      maxLength: 30,
    },
  )
  .map((words) => words.join(' '))
const text = fc
  .array(fc.tuple(sentence, fc.constantFrom('. ', '.\n', '\n\n- ', '! ', '\n## ')), {
    minLength: 1,
    maxLength: 20,
  })
  .map((parts) => parts.flat().join('').trim())

describe('an extract of any text', () => {
  it('is words of it that stand side by side, within bounds, and tells at each end whether there is more', () => {
    fc.assert(
      fc.property(text, (source) => {
        const extract = extractOf(source, asked)
        const [own, said] = [wordsOf(source), wordsOf(extract)]
        const starts = own.flatMap((_, at) => (said.every((word, n) => own[at + n] === word) ? [at] : []))
        expect(starts.length).toBeGreaterThan(0)
        expect(said.length).toBeLessThanOrEqual(WHOLE_WORDS_MAX)
        const isCut = { before: extract.startsWith('… '), after: extract.endsWith(' …') }
        if (!isCut.before) expect(starts[0]).toBe(0)
        if (!isCut.after) expect(starts.at(-1)).toBe(own.length - said.length)
        if (!isCut.before && !isCut.after) expect(said).toEqual(own)
        else expect(own.length > WHOLE_WORDS_MAX || source.length > EXTRACT_CHARS_MAX).toBe(true)
      }),
    )
  })
})
