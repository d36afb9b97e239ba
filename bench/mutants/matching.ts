import type { Area } from './area'

const UNIT = ['server/market/matching/', 'server/market/equal-offers']
const DB = [
  'server/market/matching/index.db',
  'server/market/matching/find-open.db',
  'server/market/matching/matchers.db',
]

/** Conditions of the index that only keep out what the predicate refuses anyway are left out: they save time, and decide nothing. */
export const MATCHING: readonly Area[] = [
  {
    room: 'matching',
    file: 'server/market/matching/predicate.ts',
    project: 'unit',
    tests: UNIT,
    mutants: [
      {
        promise: 'the least budget counts',
        from: 'context.budgetMicros >= query.budgetMicrosMin',
        to: 'context.budgetMicros > query.budgetMicrosMin',
      },
      {
        promise: 'kinds of decision count',
        from: 'query.decisions.length === 0 || query.decisions.includes',
        to: 'true || query.decisions.includes',
      },
      {
        promise: 'age counts',
        from: 'context.ageMs <= query.ageHoursMax * MS_PER_HOUR',
        to: 'context.ageMs < query.ageHoursMax * MS_PER_HOUR',
      },
      { promise: 'the asker’s record counts', from: '    hasRecord(query, context) &&\n', to: '' },
      { promise: 'one of the tags is enough', from: 'query.tags.some((tag)', to: 'query.tags.every((tag)' },
      {
        promise: 'all of “all of” must occur',
        from: 'query.allOf.every((keyword)',
        to: 'query.allOf.some((keyword)',
      },
      {
        promise: 'none of “none of” may occur',
        from: '!query.noneOf.some((keyword)',
        to: '!query.noneOf.every((keyword)',
      },
      {
        promise: 'scope counts',
        from: "scope === 'both' || (scope === 'roots') === isRoot",
        to: "scope === 'both' || scope === 'roots' || !isRoot",
      },
      {
        promise: 'a phrase stands in its order',
        from: 'phrase.length === 1 || hasRun(terms, phrase)',
        to: 'true',
      },
      {
        promise: 'a phrase is found after a false start',
        from: 'matched = fallbacks[matched - 1] ?? 0',
        to: 'matched = 0',
      },
      {
        promise: 'a prefix ends at a segment',
        from: 'page.pathname.startsWith(`${path}/`)',
        to: 'page.pathname.startsWith(path)',
      },
      { promise: 'a prefix has its host', from: 'if (page.host !== wanted.host) return false', to: '' },
      {
        promise: 'a prefix with a query is one page',
        from: 'return isSame && page.search === wanted.search',
        to: 'return isSame',
      },
      { promise: 'a bot never answers its owner', from: 'if (bot.ownerId === buyerId) return false', to: '' },
      { promise: 'only and except are opposites', from: "=== (bot.audience === 'only')", to: '' },
    ],
  },
  {
    room: 'matching',
    file: 'server/market/matching/anchors.ts',
    project: 'unit',
    tests: UNIT,
    mutants: [
      {
        promise: 'an anchor without a second word is open',
        from: 'known.others.length === 0 || own.length === 0 : own.length === 0',
        to: 'own.length === 0 : own.length === 0',
      },
      {
        promise: 'second words of one anchor are joined',
        from: '[...(known?.others ?? []), ...own]',
        to: '[...own]',
      },
      {
        promise: 'the rarest word anchors',
        from: 'questions(a) - questions(b) ||',
        to: 'questions(b) - questions(a) ||',
      },
      {
        promise: 'a list that is too long is no second condition',
        from: 'terms.length <= OTHERS_MAX ? terms : []',
        to: 'terms.slice(0, OTHERS_MAX)',
      },
      { promise: 'stop words alone match nothing', from: 'query.allOf.every(saysSomething)', to: 'true' },
    ],
  },
  {
    room: 'matching',
    file: 'server/market/equal-offers.ts',
    project: 'unit',
    tests: UNIT,
    mutants: [
      {
        promise: 'of equal texts the cheapest stays',
        from: 'return a.priceMicros < b.priceMicros ? -1 : 1',
        to: 'return a.priceMicros < b.priceMicros ? 1 : -1',
      },
    ],
  },
  {
    room: 'matching',
    file: 'db/functions/matching.sql',
    project: 'db',
    tests: DB,
    mutants: [
      {
        promise: 'a paused bot is not asked',
        from: 'where not b.is_paused and b.owner_id <> buyer',
        to: 'where b.owner_id <> buyer',
      },
      {
        promise: 'the cheapest bots come first',
        from: 'row_number() over (order by m.price_micros,',
        to: 'row_number() over (order by m.price_micros desc,',
      },
    ],
  },
]
