import { FOUR_DAY_WEEK } from './examples'
import type { SeedStory } from './types'

/** Claims about web pages. */
export const CLAIMS: readonly SeedStory[] = [
  {
    key: 'four-day-week',
    question: FOUR_DAY_WEEK.question,
    askedHoursAgo: 15 * 24 + 4,
    deadlineHours: 72,
    deeds: [
      { afterHours: 2, does: 'offer', ...first(FOUR_DAY_WEEK.offers) },
      { afterHours: 5, does: 'offer', ...second(FOUR_DAY_WEEK.offers) },
      {
        afterHours: 30,
        does: 'decide',
        percent: 15,
        note: 'The figure is real and measures something else. Noted beside the link.',
      },
    ],
  },
  {
    key: 'ten-percent',
    question: {
      asker: 'mei-ling',
      title: 'Do people use only ten percent of their brains?',
      body: 'My nephew’s school has it on a poster, and half the pages I find repeat it. I would like to send him something better than “no”.',
      decision: { kind: 'belief', claim: 'People use only ten percent of their brains.' },
      pages: ['https://en.wikipedia.org/wiki/Ten_percent_of_the_brain_myth'],
      tags: ['health', 'fact-check'],
      budget: '13.50',
      start: { rule: 'quorum', offers: 2 },
    },
    askedHoursAgo: 17 * 24 + 7,
    deadlineHours: 72,
    deeds: [
      {
        afterHours: 3,
        does: 'offer',
        by: 'lena',
        teaser: 'Sixty years of books on the ten percent of the brain that people use',
        privateInfo:
          'The books of sixty years agree that people use only ten percent of the brain, and the oldest of them names William James.',
        price: '1.20',
        licence: 'quotable',
      },
      {
        afterHours: 9,
        does: 'offer',
        by: 'jonas',
        teaser: 'What a scanner shows when people do nothing at all',
        privateInfo:
          'The claim is false: in the scanner every region lights up within minutes, asleep or awake. People do not use only ten percent of the brain.',
        price: '2.60',
        licence: 'quotable',
      },
      {
        afterHours: 50,
        does: 'decide',
        percent: 2,
        note: 'Sent him the sum about energy. He has corrected the poster.',
      },
    ],
  },
  {
    key: 'lightning',
    question: {
      asker: 'rafael',
      title: 'Does lightning never strike the same place twice?',
      body: 'A customer refuses a lightning conductor because the house “has had its strike”.',
      decision: { kind: 'belief', claim: 'Lightning never strikes the same place twice.' },
      pages: ['https://www.weather.gov/safety/lightning-myths'],
      tags: ['weather', 'fact-check'],
      budget: '4',
      start: { rule: 'now' },
      protocol: 'single',
    },
    askedHoursAgo: 6 * 24 + 3,
    deadlineHours: 24,
    deeds: [{ afterHours: 1, does: 'decide', percent: 1, note: 'Printed it and left it with the quote.' }],
  },
  {
    key: 'barrier',
    question: {
      asker: 'samuel',
      title: 'Has the Rivermouth flood barrier closed more than fifty times since 2010?',
      body: 'A campaign page says so and draws a conclusion about the climate from it. I need to know what was counted before I let a student quote it.',
      decision: {
        kind: 'belief',
        claim: 'The Rivermouth flood barrier has closed more than fifty times since 2010.',
      },
      pages: ['https://example.org/rivermouth/flood-barrier'],
      tags: ['climate', 'fact-check'],
      budget: '12',
      start: { rule: 'quorum', offers: 2 },
      peopleWaitHours: 30,
    },
    askedHoursAgo: 10 * 24 + 9,
    deadlineHours: 96,
    deeds: [
      {
        afterHours: 4,
        does: 'offer',
        by: 'lena',
        teaser: 'The barrier’s closing log, as the campaign has it',
        privateInfo:
          'The log shows 57 entries since 2010, so the Rivermouth flood barrier has closed more than fifty times.',
        price: '3.20',
        licence: 'quotable',
      },
      {
        afterHours: 11,
        does: 'offer',
        by: 'zofia',
        teaser: 'Why the barrier closed in the winter of 2014',
        privateInfo:
          'In the winter of 2014 the Rivermouth flood barrier closed on eleven tides in nine weeks; the harbour master’s notices give the wind and the surge for each of them.',
        price: '1.40',
      },
      {
        afterHours: 22,
        to: 'closing log',
        does: 'offer',
        by: 'hanna',
        teaser: 'What counts as an entry in a closing log',
        privateInfo:
          'The closing log of the flood barrier is misleading: its entries include a test closure in every month since 2019. Without the tests nineteen are left.',
        price: '1.00',
        licence: 'quotable',
      },
    ],
  },
  {
    key: 'library',
    keepsAnswer: true,
    question: {
      asker: 'mei-ling',
      title: 'Do borrowed e-books save our readers two million a year?',
      body: 'The library’s page gives the figure without saying how it was reached. The council votes on the budget next month.',
      decision: {
        kind: 'belief',
        claim: 'Borrowing e-books from the city library saves its readers two million a year.',
      },
      pages: ['https://example.org/city-library/e-lending'],
      tags: ['libraries', 'fact-check'],
      budget: '9',
      start: { rule: 'quorum', offers: 1 },
      peopleWaitHours: 14 * 24,
    },
    askedHoursAgo: 5 * 24 + 6,
    deadlineHours: 10 * 24,
    deeds: [
      {
        afterHours: 8,
        does: 'offer',
        by: 'amara',
        teaser: 'The figures behind the library’s e-book savings',
        privateInfo:
          'The savings are documented in the library’s annual figures: 205,000 e-books were borrowed, each counted at a shop price of 9.99, which makes a little over two million.',
        price: '3.00',
      },
    ],
  },
]

function first<T>(items: readonly [T, ...T[]] | readonly T[]): T {
  const [item] = items
  if (item === undefined) throw new Error('The list is empty.')
  return item
}
function second<T>(items: readonly T[]): T {
  return first(items.slice(1))
}
