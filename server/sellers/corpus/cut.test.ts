import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Block } from '../../contract/corpus'
import { wordCount } from '../../shared/words'
import { cut, PASSAGE_CHARS_MAX, PASSAGE_WORDS_MAX, PASSAGE_WORDS_TARGET, sectionOf } from './cut'

const words = (count: number, word = 'word') =>
  Array.from({ length: count }, (_, n) => `${word}${n}`).join(' ')
const sentence = (count: number) => `${words(count, 'S')}.`
const block = (text: string, ...headings: string[]): Block => ({ headings, text })

describe('cutting a document', () => {
  it('gathers whole paragraphs up to the target', () => {
    // Each of these words counts twice: letters and a number.
    const paragraphs = Array.from({ length: 6 }, () => block(words(30)))
    const passages = cut(paragraphs)
    expect(passages.map((passage) => passage.text.split('\n\n').length)).toEqual([3, 3])
    expect(passages.every((passage) => passage.words >= PASSAGE_WORDS_TARGET)).toBe(true)
  })

  it('never reaches across a heading, and says where a passage stands', () => {
    const passages = cut([
      block('Before.'),
      block('One.', 'Food', 'Rice'),
      block('Two.', 'Food', 'Rice'),
      block('Three.', 'Food'),
    ])
    expect(passages).toEqual([
      { section: '', text: 'Before.', words: 1 },
      { section: 'Food › Rice', text: 'One.\n\nTwo.', words: 2 },
      { section: 'Food', text: 'Three.', words: 1 },
    ])
  })

  it('cuts a long paragraph where a sentence ends', () => {
    const passages = cut([block(Array.from({ length: 10 }, () => sentence(40)).join(' '))])
    expect(passages.length).toBeGreaterThan(2)
    expect(passages.every((passage) => passage.text.endsWith('.'))).toBe(true)
  })

  it('keeps the lines of a table that is cut', () => {
    const table = Array.from({ length: 200 }, (_, n) => `row ${n} | cell`).join('\n')
    const passages = cut([block(table)])
    expect(passages.map((passage) => passage.text).join('\n')).toBe(table)
  })

  it('lets a short rest join the passage before it, in the same section only', () => {
    const long = words(100)
    expect(cut([block(long, 'A'), block('A short rest.', 'A')])).toHaveLength(1)
    expect(cut([block(long, 'A'), block('A short rest.', 'B')])).toHaveLength(2)
  })

  it('parts paragraphs that no heading stands over where their subject ends, and joins no short one to another’s', () => {
    const [bread, rinse, oil] = PASTED
    const texts = (blocks: readonly Block[]) => cut(blocks).map(({ text }) => text)
    expect(texts([block(bread), block(rinse), block(oil)])).toEqual([bread, `${rinse}\n\n${oil}`])
    expect(texts([block(rinse), block(oil), block(bread)])).toEqual([`${rinse}\n\n${oil}`, bread])
    expect(texts([block(bread, 'Notes'), block(rinse, 'Notes'), block(oil, 'Notes')])).toHaveLength(1)
  })

  it('shortens headings without end', () => {
    expect(sectionOf(['x'.repeat(500), ' b\n c ']).length).toBeLessThan(140)
    expect(sectionOf([' ', 'b\n c'])).toBe('b c')
    expect(sectionOf(['What is rice?', 'What Is Rice?', 'Sorts'])).toBe('What is rice? › Sorts')
  })
})

const PASTED = [
  'Sourdough bread: a dense crumb comes of cold dough or a weak starter. Let the dough rise at 24 °C until it has grown by half.',
  'To clean a cast iron pan, rinse it with hot water while it is warm and scrub it with coarse salt. Dry it at once, for it rusts within minutes.',
  'Rub a cast iron pan with a thin layer of oil after each wash. Where rust shows, scrub it to the metal, and bake it in the oven for an hour.',
] as const

const wordArbitrary = fc.oneof(
  fc.stringMatching(/^[a-z]{1,12}$/),
  fc.constantFrom(
    'e.g.',
    '3.5',
    '你好世界',
    'a1b2c3',
    '—',
    '🙂',
    'https://example.org/a?b=c',
    'x'.repeat(700),
  ),
)
const sentenceArbitrary = fc
  .array(wordArbitrary, { minLength: 1, maxLength: 60 })
  .map((parts) => `${parts.join(' ')}.`)
const blockArbitrary = fc.record({
  headings: fc.array(fc.constantFrom('One', 'Two', 'Three'), { maxLength: 2 }),
  text: fc
    .array(sentenceArbitrary, { maxLength: 14 })
    .chain((sentences) => fc.constantFrom(' ', '\n').map((glue) => sentences.join(glue))),
})

/** Without spaces: what has to be there, once, in order. */
const letters = (texts: readonly string[]) => texts.join('').replace(/\s+/g, '')

describe('generated documents', () => {
  it('lose nothing, double nothing, keep the order', () => {
    fc.assert(
      fc.property(fc.array(blockArbitrary, { maxLength: 12 }), (blocks) => {
        const passages = cut(blocks)
        expect(letters(passages.map((passage) => passage.text))).toBe(letters(blocks.map(({ text }) => text)))
      }),
    )
  })

  it('give passages within bounds, none empty, each in one section, the same each time', () => {
    fc.assert(
      fc.property(fc.array(blockArbitrary, { maxLength: 12 }), (blocks) => {
        const passages = cut(blocks)
        for (const { text, words: counted } of passages) {
          expect(text.trim()).toBe(text)
          expect(text).not.toBe('')
          expect(counted).toBe(wordCount(text))
          expect(counted).toBeLessThanOrEqual(PASSAGE_WORDS_MAX)
          expect(text.length).toBeLessThanOrEqual(PASSAGE_CHARS_MAX)
        }
        const changes = (sections: readonly string[]) =>
          sections.filter((section, index) => section !== sections[index - 1])
        const filled = blocks.filter(({ text }) => text.trim() !== '')
        expect(changes(passages.map(({ section }) => section))).toEqual(
          changes(filled.map(({ headings }) => sectionOf(headings))),
        )
        expect(cut(blocks)).toEqual(passages)
      }),
    )
  })

  it('are cut into no more passages than needed: two neighbours under one heading exceed the target or a bound together', () => {
    fc.assert(
      fc.property(fc.array(blockArbitrary, { maxLength: 12 }), (blocks) => {
        const passages = cut(blocks.map(({ text }) => ({ headings: ['One'], text })))
        for (const [index, passage] of passages.entries()) {
          const next = passages[index + 1]
          if (!next) continue
          const isFull =
            passage.words >= PASSAGE_WORDS_TARGET ||
            passage.words + next.words > PASSAGE_WORDS_TARGET ||
            passage.text.length + next.text.length + 2 > PASSAGE_CHARS_MAX
          expect(isFull).toBe(true)
        }
      }),
    )
  })
})
