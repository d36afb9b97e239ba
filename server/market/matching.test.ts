import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { termsOf } from '../shared/words'
import { anchorsOf, isMatch, type MatchableContext, type Matcher } from './matching'

const WORDS = ['bridge', 'legume', 'boiled', 'rice', 'crack', 'report', 'toxins', 'safe', 'county', 'water']
const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 12 }).map((words) => words.join(' '))
const keyword = fc
  .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 })
  .map((words) => words.join(' '))
const matcher: fc.Arbitrary<Matcher> = fc.record({
  anyOf: fc.array(keyword, { minLength: 1, maxLength: 4 }),
  scope: fc.constantFrom('roots', 'sub-contexts', 'both'),
  budgetMicrosMin: fc.bigInt({ min: 0n, max: 10n }),
})
const context: fc.Arbitrary<MatchableContext> = fc.record({
  isRoot: fc.boolean(),
  buyerId: fc.constant('usr_1'),
  budgetMicros: fc.bigInt({ min: 1n, max: 10n }),
  text,
})

describe('matching', () => {
  it('agrees with a search for the phrase in the text, on random matchers and contexts', () => {
    fc.assert(
      fc.property(matcher, context, (one, other) => {
        const inScope = one.scope === 'both' || (one.scope === 'roots') === other.isRoot
        const haystack = ` ${termsOf(other.text).join(' ')} `
        const hasPhrase = one.anyOf.some((phrase) => haystack.includes(` ${termsOf(phrase).join(' ')} `))
        expect(isMatch(one, other)).toBe(inScope && hasPhrase && other.budgetMicros >= one.budgetMicrosMin)
      }),
      { numRuns: 1000 },
    )
  })

  it('the index never misses a match: a context that matches contains an anchor of the matcher', () => {
    fc.assert(
      fc.property(matcher, context, (one, other) => {
        fc.pre(isMatch(one, other))
        const terms = new Set(termsOf(other.text))
        expect(anchorsOf(one.anyOf).some((anchor) => terms.has(anchor))).toBe(true)
      }),
    )
  })

  it('reads words as people mean them: forms, capitals and marks do not matter', () => {
    const one: Matcher = {
      anyOf: ['boiling legumes'],
      scope: 'both',
      budgetMicrosMin: 0n,
    }
    const of = (words: string) => ({ isRoot: true, buyerId: 'u', budgetMicros: 1n, text: words })
    expect(isMatch(one, of('Are BOILED legumes safe?'))).toBe(true)
    expect(isMatch(one, of('Legumes, boiled'))).toBe(false)
  })

  it('a keyword of stop words only matches nothing and has no anchor', () => {
    expect(anchorsOf(['to be or not to be'])).toEqual([])
  })
})
