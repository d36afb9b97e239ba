import type { SeedGame } from './types'

/** Oversight games that have ended, so that a newcomer sees what one is. */
export const GAMES: readonly SeedGame[] = [
  {
    key: 'birds',
    asker: 'hanna',
    title: 'Do wind turbines kill more birds than house cats do?',
    body: 'For a column on what threatens birds. I mean a whole country and a whole year.',
    claim: 'In a year, wind turbines kill more birds than house cats do.',
    first: 0.3,
    openedHoursAgo: 50,
    players: ['lena', 'samuel', 'jonas'],
    turns: [
      {
        text: 'Under 118 turbines on one ridge, 41 dead birds of prey were counted in a year. Not one of the same kinds was brought in by a cat.',
        leads: 0.5,
      },
      {
        text: 'That count was made on a ridge without a house within five kilometres, so no cat could have hunted there. Estimates for whole countries put cats at hundreds of times as many birds as turbines: in the United States above a billion a year, against fewer than a million.',
        leads: 0.04,
      },
    ],
  },
]
