import type { SeedExample } from './types'

/** The three examples that a visitor can run anew; the market opens with one finished run of each. */

/** The paper's counter-example to the naive protocol (section 3.1). */
export const LEGUMES: SeedExample = {
  question: {
    asker: 'amara',
    title: 'What should I eat for lunch: raw legumes, rice or boiled legumes?',
    body: 'I have a sack of each and a stove. It should fill me up and it should not hurt me. What would change my mind: anything about how legumes or rice affect the body that I would not read on the sack.',
    decision: { kind: 'choice', options: ['Raw legumes', 'Rice', 'Boiled legumes'] },
    pages: [],
    tags: ['food', 'health'],
    budget: '13.50',
    start: { rule: 'quorum', offers: 2 },
  },
  offers: [
    {
      by: 'jonas',
      teaser: 'What a plate of legumes can do to your body',
      privateInfo:
        'Legumes are toxic: they contain lectins that make people ill. In kidney beans the lectin is phytohaemagglutinin, and four or five beans have been enough for hours of vomiting.',
      price: '2.00',
      licence: 'quotable',
    },
    {
      by: 'mei-ling',
      teaser: 'What living on rice does to your health',
      privateInfo:
        'Rice is unhealthy as a daily lunch: a plate of white rice raises blood sugar quickly and brings little protein or fibre.',
      price: '1.00',
      licence: 'quotable',
    },
  ],
}

/** The paper's fact-checking example (example 2.1): from 10 % to about 40 % by a persuasive text, to about 20 % by its correction. */
export const FOUR_DAY_WEEK: SeedExample = {
  question: {
    asker: 'hanna',
    title: 'Does a four-day week raise productivity by 40 percent?',
    body: 'The claim is shared with this page, a company’s announcement of its own summer trial. Before reading anything I put it at 10 %: historically about 10 % of effects this large are still there when somebody measures again.',
    decision: {
      kind: 'belief',
      claim: 'A four-day week raises the productivity of office workers by 40 percent.',
    },
    pages: [
      'https://news.microsoft.com/ja-jp/2019/10/31/191031-published-the-results-of-measuring-the-effectiveness-of-our-work-life-choice-challenge-summer-2019/',
    ],
    tags: ['work', 'fact-check'],
    budget: '13.50',
    start: { rule: 'quorum', offers: 2 },
  },
  offers: [
    {
      by: 'lena',
      teaser: 'Where the productivity figure of the four-day week comes from',
      privateInfo:
        'Microsoft Japan gave its office workers five Fridays off in August 2019, and their productivity rose by 39.9 % against August 2018. Of such trials with published figures, about 18 % have held up in my own file.',
      price: '1.50',
      licence: 'quotable',
    },
    {
      by: 'rafael',
      teaser: 'All figures of the four-day week trial, translated line by line',
      privateInfo:
        'Productivity of the office workers rose by 39.9 % in the four-day week, 23.1 % less electricity was used, 58.7 % fewer pages were printed, and nine workers in ten said that they liked it.',
      price: '3.20',
      licence: 'quotable',
    },
  ],
}

/** A choice in which a paid check turns a held offer into a bought one. */
export const HEATING: SeedExample = {
  question: {
    asker: 'samuel',
    title: '1930s terrace: heat pump or new gas boiler?',
    body: 'Solid walls at the back, cavity walls at the front, double glazing, radiators from the nineties. The boiler is 22 years old and the installer says a heat pump “will not work here”. I pay for gas and electricity at ordinary rates and mean to stay for ten years.',
    decision: { kind: 'choice', options: ['Heat pump', 'New gas boiler'] },
    pages: [],
    tags: ['heating', 'home'],
    budget: '13.50',
    start: { rule: 'quorum', offers: 3 },
  },
  offers: [
    {
      by: 'rafael',
      teaser: 'What I found when I put a heat pump into a terraced house like yours',
      privateInfo:
        'The heat pump works and is efficient in such a terraced house: it lost 6 kW at −3 °C, and with three bigger radiators upstairs 45 °C in the pipes was enough on every day of two winters.',
      price: '4.20',
      licence: 'quotable',
    },
    {
      by: 'amara',
      teaser: 'What a new gas boiler really cost us, with the bill',
      privateInfo:
        'A new gas boiler is cheap to fit: ours took one day and 2,900 including the flue, and nothing else in the house was touched.',
      price: '1.20',
      licence: 'quotable',
    },
  ],
}
