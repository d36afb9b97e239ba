import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitOf, fitOfPassage, SUBJECT_TERMS_MAX, weightsOf } from './fit'
import { QUESTION_TERMS_MAX, queryTerms, queryText } from './query'

const words = fc.uniqueArray(fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'), {
  minLength: 1,
  maxLength: 20,
})

describe('how well a passage fits', () => {
  it('is from 0, without a word of the question, to 1, with all of them', () => {
    fc.assert(
      fc.property(words, words, (terms, passage) => {
        const weights = weightsOf(terms, { known: new Map(passage.map((term) => [term, 2])), passages: 100 })
        const fit = fitOf(weights, new Set(passage))
        expect(fit).toBeGreaterThanOrEqual(0)
        expect(fit).toBeLessThanOrEqual(1)
        expect(fitOf(weights, new Set(terms))).toBe(1)
        expect(fitOf(weights, new Set())).toBe(0)
      }),
    )
  })

  it('grows with each word of the question that a passage has, more with a rare one', () => {
    const known = new Map([
      ['common', 0.5],
      ['rare', 3],
    ])
    const weights = weightsOf(['common', 'rare', 'unknown'], { known, passages: 100 })
    const share = (...has: string[]) => fitOf(weights, new Set(has))
    expect(share('common')).toBeLessThan(share('rare'))
    expect(share('rare')).toBeLessThan(share('common', 'rare'))
    // A word that no passage has weighs as much as the rarest.
    expect(share('common', 'rare')).toBeLessThan(0.5)
  })

  it('of a page of details asks for no more than a dozen of its words', () => {
    const terms = Array.from({ length: 60 }, (_, index) => `t${index}`)
    const weights = weightsOf(terms, { known: new Map(terms.map((term) => [term, 3])), passages: 100 })
    expect(fitOf(weights, new Set(terms.slice(0, SUBJECT_TERMS_MAX)))).toBe(1)
    expect(fitOf(weights, new Set(terms.slice(0, SUBJECT_TERMS_MAX / 2)))).toBe(0.5)
  })
})

describe('how well a passage with headings fits', () => {
  const terms = ['often', 'chang', 'oil', 'car']
  const weights = weightsOf(terms, { known: new Map(terms.map((term) => [term, 3])), passages: 100 })
  const fitOfWords = (heading: string[], text: string[]) =>
    fitOfPassage(weights, { heading: new Set(heading), all: new Set([...heading, ...text]) })

  it('counts every word of one that is headed by two subjects of the question', () => {
    expect(fitOfWords(['oil', 'car'], ['often'])).toBe(0.75)
  })

  it('counts a part of the subjects of one that is headed by one of them', () => {
    expect(fitOfWords(['oil'], ['often', 'chang', 'car'])).toBeCloseTo(0.6)
    expect(fitOfWords(['oil'], ['often', 'chang'])).toBeCloseTo(0.3)
  })

  it('counts a part, and no words of asking, for one that only mentions its subjects', () => {
    expect(fitOfWords(['card'], ['often', 'chang', 'oil', 'car'])).toBeCloseTo(0.3)
    expect(fitOfWords(['card'], ['often', 'chang'])).toBe(0)
    // A heading of words of asking is about nothing that was asked.
    expect(fitOfWords(['chang'], ['often', 'car'])).toBeCloseTo(0.15)
  })

  it('is nothing for one that has a single subject while the question has a rarer one', () => {
    const known = new Map([['train', 2]])
    const asked = weightsOf(['train', 'marathon'], { known, passages: 100 })
    const puppies = { heading: new Set(['train']), all: new Set(['train', 'puppi']) }
    expect(fitOfPassage(asked, puppies)).toBe(0)
    const alone = weightsOf(['train'], { known, passages: 100 })
    expect(fitOfPassage(alone, puppies)).toBe(1)
  })

  it('is never above what all of its words come to', () => {
    fc.assert(
      fc.property(words, words, words, (asked, heading, text) => {
        const wanted = weightsOf(asked, { known: new Map(), passages: 100 })
        const all = new Set([...heading, ...text])
        const fit = fitOfPassage(wanted, { heading: new Set(heading), all })
        expect(fit).toBeLessThanOrEqual(fitOf(wanted, all))
      }),
    )
  })
})

describe('what a question is searched by', () => {
  const question = (title: string, body: string) =>
    queryTerms(
      queryText({
        question: { title, body, decision: { kind: 'open' }, pages: [] },
        tags: ['Cooking'],
        subject: null,
      }),
    )

  it('is its title, tags and details, each stem once', () => {
    expect(question('Connected beans?', 'The connection of the bean.')).toEqual(['connect', 'bean', 'cook'])
  })

  it('is no more than the first of its terms', () => {
    const many = Array.from({ length: 500 }, (_, index) => `9${index}`).join(' ')
    expect(question('Beans', many)).toHaveLength(QUESTION_TERMS_MAX)
    expect(question('Beans', many)[0]).toBe('bean')
  })
})
