import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { choosePassages, PASSAGE_CHARS_MAX, PASSAGES_CHARS_MAX, passagesOf, quotesIn } from './passages'

const FILLER = 'Cookies are used to make this site work for everybody who visits it. '.repeat(12).trim()
const page = (text: string, quotes: string[] = []) => ({ text, quotes })

describe('what is read of pages', () => {
  it('is all of a short one, in its order', () => {
    expect(choosePassages([page('One.\n\nTwo.\n\nThree.')], 'two')).toEqual([
      { passages: ['One.', 'Two.', 'Three.'], isWhole: true },
    ])
  })

  it('is of a long one what is quoted, then what has the question’s words', () => {
    const about = 'The bridge at Lindow carries 3.5 tonnes.'
    const quoted = 'Its keeper lives in the tower.'
    const text = [...Array(40).fill(FILLER), about, ...Array(40).fill(FILLER), quoted].join('\n\n')
    const [chosen] = choosePassages(
      [page(text, ['keeper lives in the tower'])],
      'How many tonnes does Lindow bridge carry?',
    )
    expect(chosen?.isWhole).toBe(false)
    expect(chosen?.passages[0]).toBe(quoted)
    expect(chosen?.passages).toContain(about)
  })

  it('is something of each page, and never more than a prompt has room for', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.string({ maxLength: 5_000 }), { maxLength: 12 }), {
          minLength: 1,
          maxLength: 10,
        }),
        (pages) => {
          const texts = pages.map((parts) => page(parts.join('\n\n')))
          const chosen = choosePassages(texts, 'a b c')
          const kept = chosen.flatMap(({ passages }) => passages)
          expect(kept.reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(PASSAGES_CHARS_MAX)
          expect(kept.every(({ length }) => length <= PASSAGE_CHARS_MAX)).toBe(true)
          chosen.forEach(({ passages }, index) => {
            if (passagesOf(texts[index]?.text ?? '').length > 0) expect(passages.length).toBeGreaterThan(0)
          })
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('a quoted passage', () => {
  it.each([
    ['between quotation marks', 'https://a.example/', 'Is it so that “the keeper lives in the tower”?'],
    ['in lines of a quotation', 'https://a.example/', 'It says:\n> The keeper lives in the tower.'],
    ['in the address', 'https://a.example/#:~:text=the%20keeper-,lives%20in,-the%20tower', ''],
    ['by its two ends', 'https://a.example/#part:~:text=lives%20in,the%20tower', ''],
  ])('is found %s', (_, url, text) => {
    const quotes = quotesIn({ url, text })
    expect(quotes.length).toBeGreaterThan(0)
    for (const quote of quotes) expect('the keeper lives in the tower').toContain(quote)
  })

  it('is none where a word or two are marked, or the address is broken', () => {
    expect(quotesIn({ url: 'https://a.example/#:~:text=%E0%A4%A', text: 'Is it “green”?' })).toHaveLength(1)
    expect(quotesIn({ url: 'nowhere', text: '' })).toEqual([])
  })
})
