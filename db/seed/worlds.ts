import { FOUR_DAY_WEEK } from './examples'

/**
 * What is so in a worked example, stated instead of judged: how likely its claim is before anything is read, and how many times
 * likelier each text makes it (a likelihood ratio; below 1 it speaks against the claim). `says`: words of that text alone.
 */
export type SeedWorld = {
  claim: string
  prior: number
  texts: readonly { says: string; ratio: number }[]
}

/** The paper's example 2.1: from 10 % to 40 % by a persuasive text, to 20 % by its correction. */
const FOUR_DAY_WEEK_WORLD: SeedWorld = {
  claim: FOUR_DAY_WEEK.question.decision.kind === 'belief' ? FOUR_DAY_WEEK.question.decision.claim : '',
  prior: 0.1,
  texts: [
    { says: 'five Fridays off in August 2019', ratio: 3 },
    { says: '23.1 % less electricity', ratio: 2 },
    { says: 'sales per employee in one August', ratio: 0.375 },
  ],
}

export const WORLDS: readonly SeedWorld[] = [FOUR_DAY_WEEK_WORLD]
