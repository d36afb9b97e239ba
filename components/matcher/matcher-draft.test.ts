import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  draftOfMatcher,
  emptyMatcherDraft,
  isEmptyMatcherDraft,
  type MatcherDraft,
  readMatcherDraft,
} from '@/components/matcher/matcher-draft'
import { conditionsOf } from '@/components/matcher/matcher-words'
import { type MatcherQuery, matcherQuerySchema } from '@/server/contract/matching'

const words = fc.uniqueArray(fc.stringMatching(/^[a-z]{2,12}( [a-z]{2,12})?$/), { maxLength: 4 })

const queries: fc.Arbitrary<MatcherQuery> = fc
  .record({
    anyOf: words,
    allOf: words,
    noneOf: words,
    tags: fc.uniqueArray(fc.stringMatching(/^[a-z]{1,10}$/), { maxLength: 3 }),
    pagePrefixes: fc.constantFrom<string[][]>(
      [],
      ['https://example.org/a,b/'],
      ['http://x.test/', 'https://y.test/?q=1'],
    ),
    decisions: fc.subarray(['open', 'choice', 'belief'] as const).map((list) => [...list]),
    scope: fc.constantFrom('roots' as const, 'sub-contexts' as const, 'both' as const),
    budgetMicrosMin: fc.bigInt(0n, 100_000_000_000n),
    inspectedPercentMin: fc.integer({ min: 0, max: 100 }),
    boughtPercentMin: fc.integer({ min: 0, max: 100 }),
    ageHoursMax: fc.option(fc.integer({ min: 1, max: 8_760 })),
  })
  .filter((query) => matcherQuerySchema.safeParse(query).success)

const errorsOf = (change: Partial<MatcherDraft>) => {
  const read = readMatcherDraft({ ...emptyMatcherDraft(), ...change })
  return read.ok ? {} : read.errors
}

describe('a matcher as it is typed', () => {
  it('comes back unchanged from being opened for editing and saved', () => {
    fc.assert(
      fc.property(queries, (query) => {
        expect(readMatcherDraft(draftOfMatcher(query))).toEqual({ ok: true, query })
      }),
    )
  })

  it('asks for one condition before it looks for anything', () => {
    expect(isEmptyMatcherDraft(emptyMatcherDraft())).toBe(true)
    expect(errorsOf({})).toEqual({ anyOf: expect.stringContaining('Say what it looks for') })
    expect(errorsOf({ noneOf: ['spam'] })).toEqual({
      anyOf: expect.stringContaining('Say what it looks for'),
    })
    expect(errorsOf({ budgetMin: '0' })).toEqual({ anyOf: expect.stringContaining('Say what it looks for') })
  })

  it('complains where the fault is, naming the entry', () => {
    expect(errorsOf({ anyOf: ['beans', 'x'] }).anyOf).toBe('“x”: A keyword has at least two letters.')
    expect(errorsOf({ anyOf: ['beans'], pagePrefixes: ['example.org'] }).pagePrefixes).toBe(
      '“example.org” is not an address. Write it whole, with https://.',
    )
    expect(errorsOf({ budgetMin: 'lots' })).toEqual({
      budgetMin: expect.stringContaining('is not an amount'),
    })
  })

  it('is said in words, one condition for each that is set', () => {
    const query = matcherQuerySchema.parse({
      anyOf: ['beans', 'rice'],
      noneOf: ['spam'],
      scope: 'roots',
      budgetMicrosMin: 2_500_000n,
      ageHoursMax: 48,
    })
    expect(conditionsOf(query).map(({ label, value }) => `${label}: ${value}`)).toEqual([
      'Any of: beans, rice',
      'None of: spam',
      'Only: questions of people',
      'Budget: at least 2.50 credits',
      'Age: at most 2 days',
    ])
  })
})
