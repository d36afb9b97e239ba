import { HEATING, LEGUMES } from './examples'
import type { SeedExample, SeedStory } from './types'

/** Choices among named options. */
export const CHOICES: readonly SeedStory[] = [
  {
    key: 'legumes',
    question: LEGUMES.question,
    askedHoursAgo: 20 * 24 + 3,
    deadlineHours: 48,
    deeds: [
      ...offersOf(LEGUMES, 0.6, 1.7),
      {
        afterHours: 5,
        does: 'decide',
        option: 2,
        note: 'Soaked overnight, boiled for half an hour, nobody ill. The rice goes into the salad on Friday.',
      },
    ],
  },
  {
    key: 'legumes-naive',
    question: {
      ...LEGUMES.question,
      asker: 'lena',
      title: 'The same lunch, decided the naive way: raw legumes, rice or boiled legumes?',
      body: 'Amara’s question again with the same sellers, but under the successive protocol: each decision hears only what was bought one level below it. I want to see what is lost on the way up.',
      tags: ['food', 'protocol'],
      protocol: 'successive',
    },
    askedHoursAgo: 19 * 24 + 6,
    deadlineHours: 48,
    deeds: [
      ...offersOf(LEGUMES, 0.8, 1.1),
      {
        afterHours: 20,
        does: 'decide',
        option: 1,
        note: 'Rice, because what was learned about boiling never reached this decision. Compare Amara’s tree.',
      },
    ],
  },
  {
    key: 'heating',
    question: HEATING.question,
    askedHoursAgo: 12 * 24 + 5,
    deadlineHours: 96,
    deeds: [
      ...offersOf(HEATING, 3, 9),
      {
        afterHours: 60,
        does: 'decide',
        option: 0,
        note: 'Asked for a heat-loss survey before any quote. Three radiators to change.',
      },
    ],
  },
  {
    key: 'motor',
    keepsAnswer: true,
    question: {
      asker: 'hanna',
      title: 'Hub motor or mid-drive for a hilly 12 km commute?',
      body: '240 m of climbing each way, winter included, about 4,500 km a year. I will keep it for five years and want to know what breaks, and what the repair costs.',
      decision: { kind: 'choice', options: ['Hub motor', 'Mid-drive motor'] },
      pages: [],
      tags: ['bicycles', 'commuting'],
      budget: '15',
      start: { rule: 'manual' },
      peopleWaitHours: 12 * 24,
    },
    askedHoursAgo: 4 * 24 + 2,
    deadlineHours: 20 * 24,
    deeds: [
      {
        afterHours: 7,
        does: 'offer',
        by: 'zofia',
        teaser: 'Thirteen years of motor failures on one workbench, counted by kind',
        privateInfo:
          'On hills the mid-drive motor is reliable and efficient: of 212 motors on my bench 9 were mid-drives with a failed bearing. Its weak spot is the chain, which lasts 2,500 km instead of 5,000.',
        price: '4.00',
        licence: 'quotable',
      },
      {
        afterHours: 20,
        does: 'offer',
        by: 'rafael',
        teaser: 'What a hub motor does on a long climb',
        privateInfo:
          'A hub motor is inefficient on a long climb and gets hot: above 8 % for more than ten minutes the controller takes power away, which is a problem exactly where you need it.',
        price: '1.50',
        licence: 'quotable',
      },
      { afterHours: 30, does: 'start' },
      {
        afterHours: 52,
        to: 'motor failures',
        does: 'offer',
        by: 'samuel',
        teaser: 'How far a count of failures on one workbench can be trusted',
        privateInfo:
          'A count of failures says little without the number of motors sold: if mid-drives are a tenth of what is ridden in town, nine failures of 212 are what one would expect.',
        price: '0.90',
        licence: 'quotable',
      },
    ],
  },
  {
    key: 'search',
    question: {
      asker: 'zofia',
      title: 'Search over two million product descriptions: Postgres or a separate search engine?',
      body: 'One small server, one person on call (me). People type part numbers with mistakes in them. Everything is in Postgres already.',
      decision: { kind: 'choice', options: ['Postgres full-text search', 'A separate search engine'] },
      pages: ['https://www.postgresql.org/docs/current/textsearch.html'],
      tags: ['postgres', 'search'],
      budget: '6',
      start: { rule: 'manual' },
      protocol: 'single',
      isTreePrivate: true,
    },
    askedHoursAgo: 9 * 24 + 8,
    deadlineHours: 5 * 24,
    deeds: [
      {
        afterHours: 4,
        does: 'offer',
        by: 'samuel',
        teaser: 'A month with a search engine beside the database: my diary',
        privateInfo:
          'A separate search engine is hard to keep in step: the search engine crashed twice when the index and the database disagreed, and it needs 4 GB of memory for itself.',
        price: '0.90',
      },
      {
        afterHours: 6,
        does: 'offer',
        by: 'jonas',
        teaser: 'A list of nine search engines with links',
        privateInfo:
          'Elasticsearch, OpenSearch, Solr, Meilisearch, Typesense, Manticore, Sphinx, Vespa, Quickwit.',
        price: '0.50',
        licence: 'quotable',
      },
      {
        afterHours: 26,
        does: 'buy-unseen',
        teaser: 'A month with a search engine beside the database: my diary',
      },
      { afterHours: 27, does: 'start' },
    ],
  },
]

/** The example's offers, each at its hour. */
function offersOf(example: SeedExample, ...hours: number[]): SeedStory['deeds'] {
  return example.offers.map((offer, index) => ({
    afterHours: hours[index] ?? 1,
    does: 'offer',
    ...offer,
  }))
}
