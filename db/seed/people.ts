import type { SeedPerson } from './types'

/** Nobody here is real. */
export const PEOPLE: readonly SeedPerson[] = [
  {
    handle: 'amara',
    name: 'Amara Okafor',
    bio: 'Cooks lunch for two hundred people a day and asks before she buys a sack of anything.',
  },
  {
    handle: 'hanna',
    name: 'Hanna Weiss',
    bio: 'Librarian turned fact-checker. Reads the footnote first, then the headline.',
  },
  {
    handle: 'samuel',
    name: 'Samuel Adeyemi',
    bio: 'Teaches statistics to journalists. Lives in a draughty house and keeps a file of base rates.',
  },
  {
    handle: 'priya',
    name: 'Priya Raman',
    bio: 'Runs Postgres for a living, most memorably at three in the morning.',
  },
  {
    handle: 'jonas',
    name: 'Jonas Lindqvist',
    bio: 'Food toxicologist in Uppsala. Sells short notes with the dose in them.',
  },
  {
    handle: 'mei-ling',
    name: 'Mei-Ling Tan',
    bio: 'Hospital dietitian. Rice, sugar, and what people get wrong about both.',
  },
  {
    handle: 'rafael',
    name: 'Rafael Duarte',
    bio: 'Heating engineer. Sizes heat pumps, and puts right those that somebody guessed.',
  },
  {
    handle: 'zofia',
    name: 'Zofia Kowalska',
    bio: 'Repairs bicycles in Gdańsk and has kept a log of every failure since 2011.',
  },
  {
    handle: 'lena',
    name: 'Lena Fischer',
    bio: 'Office manager who campaigns for shorter weeks and collects every study that agrees with her.',
  },
]
