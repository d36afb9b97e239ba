import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matcherQuerySchema } from '../../contract/matching'
import { termsOf } from '../../shared/words'
import { AUDIENCES } from '../../words/sellers'
import { anchorsOf, canMatch, termsOfContext } from './anchors'
import { isInAudience, isMatch, type MatchableContext, type Query, readContext } from './predicate'
import { anyContext, anyQuery, PEOPLE } from './testing'

/** The rules once more, as a person would check them by eye: texts are searched as strings, addresses are taken apart by hand. */
function oracle(query: Query, context: MatchableContext): boolean {
  const haystack = ` ${termsOf(context.text).join(' ')} `
  const has = (keyword: string) => {
    const needle = termsOf(keyword).join(' ')
    return needle !== '' && haystack.includes(` ${needle} `)
  }
  const reasons = [
    query.scope === 'roots' && !context.isRoot,
    query.scope === 'sub-contexts' && context.isRoot,
    context.budgetMicros < query.budgetMicrosMin,
    query.decisions.length > 0 && !query.decisions.includes(context.decision),
    query.ageHoursMax !== null && context.ageMs / 3_600_000 > query.ageHoursMax,
    (context.record?.inspectedPercent ?? 100) < query.inspectedPercentMin,
    (context.record?.boughtPercent ?? 100) < query.boughtPercentMin,
    query.tags.length > 0 &&
      new Set([...query.tags, ...context.tags]).size === query.tags.length + context.tags.length,
    query.pagePrefixes.length > 0 &&
      !context.pages.some((page) => query.pagePrefixes.some((prefix) => isBelow(page, prefix))),
    query.anyOf.length > 0 && query.anyOf.filter(has).length === 0,
    query.allOf.filter(has).length < query.allOf.length,
    query.noneOf.filter(has).length > 0,
  ]
  return !reasons.includes(true)
}

function isBelow(page: string, prefix: string): boolean {
  const parts = (address: string) => {
    const [, host, path = '', query = ''] = /^https?:\/\/([^/?#]+)([^?#]*)(\?[^#]*)?/.exec(address) ?? []
    return { host, segments: path.split('/').filter((segment) => segment !== ''), query }
  }
  const [of, under] = [parts(page), parts(prefix)]
  if (of.host === undefined || of.host !== under.host) return false
  if (under.query !== '' && (of.query !== under.query || of.segments.length !== under.segments.length))
    return false
  return under.segments.every((segment, index) => of.segments[index] === segment)
}

const query = (over: Partial<Query>): Query => ({
  ...matcherQuerySchema.parse({ anyOf: ['none'] }),
  anyOf: [],
  ...over,
})
const context = (over: Partial<MatchableContext>) =>
  readContext({
    contextId: 'bc_1',
    isRoot: true,
    buyerId: 'usr_a',
    budgetMicros: 1n,
    decision: 'open',
    text: '',
    tags: [],
    pages: [],
    ageMs: 0,
    record: null,
    ...over,
  })

describe('the predicate', () => {
  it('agrees with rules checked by eye, on random queries and contexts', () => {
    let matches = 0
    fc.assert(
      fc.property(anyQuery, anyContext, (one, other) => {
        const expected = oracle(one, other)
        if (expected) matches += 1
        expect(isMatch(one, readContext(other))).toBe(expected)
      }),
      { numRuns: 20_000 },
    )
    // A test of nothing but misses would show nothing.
    expect(matches).toBeGreaterThan(200)
  })

  it('reads words as people mean them: forms, capitals and marks do not matter', () => {
    const one = query({ anyOf: ['boiling legumes'] })
    expect(isMatch(one, context({ text: 'Are BOILED legumes safe?' }))).toBe(true)
    expect(isMatch(one, context({ text: 'Legumes, boiled' }))).toBe(false)
  })

  it('finds a phrase that begins within a false start of itself', () => {
    const one = query({ anyOf: ['tick tock tick bang'] })
    expect(isMatch(one, context({ text: 'tick tock tick tock tick bang' }))).toBe(true)
    expect(isMatch(one, context({ text: 'tick tock tick tock bang' }))).toBe(false)
  })

  it('takes a page prefix by whole segments, whatever the scheme', () => {
    const one = query({ pagePrefixes: ['https://Example.org/news'] })
    const at = (page: string) => isMatch(one, context({ pages: [page] }))
    expect(at('http://example.org/news/today?x=1#y')).toBe(true)
    expect(at('https://example.org/news')).toBe(true)
    expect(at('https://example.org/newspaper')).toBe(false)
    expect(at('https://example.org.evil.test/news')).toBe(false)
    expect(at('https://evil.test/?https://example.org/news')).toBe(false)
    expect(at('https://example.org:444/news')).toBe(false)
  })

  it('is kind to newcomers: with no question that ended there is no share to be too low', () => {
    const one = query({ budgetMicrosMin: 1n, inspectedPercentMin: 100, boughtPercentMin: 100 })
    expect(isMatch(one, context({ record: { ended: 0, inspectedPercent: null, boughtPercent: null } }))).toBe(
      true,
    )
    expect(isMatch(one, context({ record: { ended: 2, inspectedPercent: 100, boughtPercent: 50 } }))).toBe(
      false,
    )
  })
})

describe('an audience', () => {
  it('never has the owner, is whole for everyone, and splits the others between only and except', () => {
    fc.assert(
      fc.property(fc.subarray(PEOPLE), fc.constantFrom(...PEOPLE), (audiencePeople, buyerId) => {
        const [everyone, only, except] = AUDIENCES.map((audience) =>
          isInAudience({ ownerId: 'usr_a', audience, audiencePeople }, buyerId),
        )
        expect(everyone).toBe(buyerId !== 'usr_a')
        expect(only).toBe(buyerId !== 'usr_a' && audiencePeople.includes(buyerId))
        expect(except).toBe(everyone && !only)
      }),
    )
  })
})

describe('anchors', () => {
  const commonness = fc
    .dictionary(fc.constantFrom('bridge', 'legume', 'boiled', 'rice', 'crack', 'report'), fc.nat(9))
    .map((known) => new Map(Object.entries(known)))

  it('never miss a match, alone or with their second terms, however common words are thought to be', () => {
    fc.assert(
      fc.property(anyQuery, anyContext, commonness, (one, other, common) => {
        const read = readContext(other)
        fc.pre(isMatch(one, read))
        const terms = new Set(termsOfContext(read))
        const isFound = anchorsOf(one, common).some(
          ({ term, others }) =>
            terms.has(term) && (others.length === 0 || others.some((second) => terms.has(second))),
        )
        expect(isFound).toBe(true)
      }),
      { numRuns: 3_000 },
    )
  })

  const termsOfQuery = (over: Partial<Query>, common: [string, number][] = []) =>
    anchorsOf(query(over), new Map(common))

  it('stand under the rarest word that is asked for, with the next rarest', () => {
    const allOf = ['bridge crack', 'county']
    expect(
      termsOfQuery({ allOf }, [
        ['bridge', 1],
        ['crack', 2],
        ['county', 3],
      ]),
    ).toEqual([{ term: 'w:bridg', others: ['w:crack'] }])
    expect(
      termsOfQuery({ allOf }, [
        ['bridge', 9],
        ['crack', 2],
        ['county', 3],
      ]),
    ).toEqual([{ term: 'w:crack', others: ['w:county'] }])
  })

  it('stand alone when the next condition has too many ways, none of which may be forgotten', () => {
    const tags = Array.from({ length: 11 }, (_, index) => `tag-${index}`)
    expect(termsOfQuery({ allOf: ['rice'], tags })).toEqual([{ term: 'w:rice', others: [] }])
    const others = tags.slice(1).map((tag) => `t:${tag}`)
    expect(termsOfQuery({ allOf: ['rice'], tags: tags.slice(1) })).toEqual([{ term: 'w:rice', others }])
  })

  it('stand under one word of each keyword, then under tags, hosts and kinds of question, else under what all have', () => {
    expect(termsOfQuery({ anyOf: ['rice', 'boiled legumes'], tags: ['food'] })).toEqual([
      { term: 'w:rice', others: ['t:food'] },
      { term: 'w:legum', others: ['w:boil'] },
    ])
    expect(termsOfQuery({ tags: ['food'], pagePrefixes: ['https://example.org:8443/a'] })).toEqual([
      { term: 't:food', others: ['p:example.org:8443'] },
    ])
    expect(termsOfQuery({ pagePrefixes: ['http://example.org/'] })).toEqual([
      { term: 'p:example.org', others: [] },
    ])
    expect(termsOfQuery({ decisions: ['choice'] })).toEqual([{ term: 'd:choice', others: [] }])
    expect(termsOfQuery({ budgetMicrosMin: 5n })).toEqual([{ term: '*', others: [] }])
  })

  it('are none for a matcher that asks for stop words only, which cannot match', () => {
    expect(termsOfQuery({ anyOf: ['to be or not to be'] })).toEqual([])
    expect(canMatch(query({ anyOf: ['to be or not to be'] }))).toBe(false)
    expect(canMatch(query({ anyOf: ['to be', 'rice'] }))).toBe(true)
    expect(canMatch(query({ allOf: ['to be', 'rice'] }))).toBe(false)
  })
})
