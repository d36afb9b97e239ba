import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sentencesOf, stem, termsOf, wordCount, wordsOf } from './words'

describe('wordsOf', () => {
  it('lower-cases, removes marks and accents, and keeps numbers whole', () => {
    expect(wordsOf('Crème brûlée, at 3.5 °C (since 2019)!')).toEqual([
      'creme',
      'brulee',
      'at',
      '3.5',
      'c',
      'since',
      '2019',
    ])
  })

  it('reads other scripts and nothing in an empty text', () => {
    expect(wordsOf('Вода кипит 水')).toEqual(['вода', 'кипит', '水'])
    expect(wordsOf(' … !')).toEqual([])
  })

  it('reads its own words again as they are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const words = wordsOf(text)
        expect(wordsOf(words.join(' '))).toEqual(words)
      }),
    )
  })
})

describe('stem', () => {
  it.each([
    ['boil', ['boiled', 'boiling', 'boils']],
    ['legum', ['legume', 'legumes']],
    ['toxin', ['toxin', 'toxins']],
    ['run', ['run', 'runs', 'running']],
    ['box', ['box', 'boxes']],
    ['city', ['city', 'cities']],
    ['glass', ['glass', 'glasses']],
    ['bus', ['bus']],
    ['analysis', ['analysis']],
  ])('makes %s of its forms', (root, forms) => {
    expect(forms.map(stem)).toEqual(forms.map(() => root))
  })

  it('leaves short words and numbers alone', () => {
    expect(['is', 'gas', '2019s', '3.5'].map(stem)).toEqual(['is', 'gas', '2019s', '3.5'])
  })
})

describe('termsOf', () => {
  it('drops stop words and stems the rest, in order', () => {
    expect(termsOf('Are the toxins in legumes removed by boiling?')).toEqual([
      'toxin',
      'legum',
      'remov',
      'boil',
    ])
  })

  it('finds the same terms in two ways of saying it', () => {
    expect(termsOf('Boil the legumes.')).toEqual(termsOf('boiled legume'))
  })
})

describe('sentencesOf', () => {
  it('splits after a full stop, a question mark, an exclamation mark or a line', () => {
    expect(sentencesOf('One. Two? Three!\n\nFour at 3.5 °C.  ')).toEqual([
      'One.',
      'Two?',
      'Three!',
      'Four at 3.5 °C.',
    ])
    expect(sentencesOf(' \n ')).toEqual([])
  })
})

describe('wordCount', () => {
  it('counts words as wordsOf reads them', () => {
    expect([wordCount(''), wordCount('Rice is unhealthy.'), wordCount('3.5 cups')]).toEqual([0, 3, 2])
  })
})
