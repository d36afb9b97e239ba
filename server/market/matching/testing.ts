import fc from 'fast-check'
import type { MatchableContext, Query } from './predicate'

/** Generated queries and contexts over few enough words that every condition is met often and missed often. */

const WORDS = [
  'bridge',
  'legume',
  'boiled',
  'rice',
  'crack',
  'report',
  'toxins',
  'safe',
  'county',
  'water',
  'of',
]
const TAGS = ['food', 'roads', 'c++', 'ai']
const PAGES = [
  'https://example.org/',
  'http://example.org/news',
  'https://example.org/news/',
  'https://example.org/news/today?page=2',
  'https://example.org/newspaper',
  'https://example.org/item?id=7',
  'https://example.org/item?id=70',
  'https://example.org:8443/news',
  'https://sub.example.org/news/today',
  'http://other.test/a/b#part',
  'not an address',
]
const DECISIONS = ['open', 'choice', 'belief'] as const
export const PEOPLE = ['usr_a', 'usr_b', 'usr_c']

const words = (from: readonly string[], maxLength: number) =>
  fc.array(fc.constantFrom(...from), { maxLength }).map((list) => list.join(' '))
const keyword = fc
  .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 })
  .map((list) => list.join(' '))
const keywords = (maxLength: number) => fc.oneof(fc.constant<string[]>([]), fc.array(keyword, { maxLength }))
const some = <T>(values: readonly T[], maxLength: number) =>
  fc.oneof(fc.constant<T[]>([]), fc.uniqueArray(fc.constantFrom(...values), { maxLength }))

const MS_PER_HOUR = 3_600_000
const floor = fc.oneof(fc.constant(0), fc.constantFrom(1, 50, 100))

export const anyQuery: fc.Arbitrary<Query> = fc.record({
  anyOf: keywords(4),
  allOf: keywords(2),
  noneOf: keywords(1),
  tags: some(TAGS, 2),
  pagePrefixes: some(
    PAGES.filter((page) => page.startsWith('http')),
    2,
  ),
  decisions: some(DECISIONS, 2),
  scope: fc.constantFrom('roots', 'sub-contexts', 'both'),
  budgetMicrosMin: fc.bigInt({ min: 0n, max: 10n }),
  inspectedPercentMin: floor,
  boughtPercentMin: floor,
  ageHoursMax: fc.constantFrom(null, null, 1, 24),
})

const percent = fc.constantFrom(0, 49, 50, 100)
const record = fc.oneof(
  fc.constant({ ended: 0, inspectedPercent: null, boughtPercent: null }),
  fc.record({ ended: fc.constant(3), inspectedPercent: percent, boughtPercent: percent }),
)

export const anyContext: fc.Arbitrary<MatchableContext> = fc.record({
  contextId: fc.constant('bc_1'),
  isRoot: fc.boolean(),
  buyerId: fc.constantFrom(...PEOPLE),
  budgetMicros: fc.bigInt({ min: 1n, max: 12n }),
  decision: fc.constantFrom(...DECISIONS),
  text: words(WORDS, 14),
  tags: some(TAGS, 3),
  pages: some(PAGES, 3),
  ageMs: fc.constantFrom(0, MS_PER_HOUR, MS_PER_HOUR + 1, 24 * MS_PER_HOUR, 25 * MS_PER_HOUR),
  record,
})
