import { FOUR_DAY_WEEK } from './examples'

/**
 * What is so in a worked example, stated instead of judged: how likely its claim is for whoever knows these of its texts and no
 * others. Texts have a letter each and are known by words of theirs; `chances` are by the letters of what is known, in their order.
 */
export type SeedWorld = {
  claim: string
  texts: Readonly<Record<string, string>>
  chances: Readonly<Record<string, number>>
}

/** The paper's example 2.1: 10 % before, 40 % by a persuasive text, 20 % with its correction, which alone says nothing. */
const FOUR_DAY_WEEK_WORLD: SeedWorld = {
  claim: FOUR_DAY_WEEK.question.decision.kind === 'belief' ? FOUR_DAY_WEEK.question.decision.claim : '',
  texts: {
    a: 'five Fridays off in August 2019',
    b: '23.1 % less electricity',
    c: 'sales per employee in one August',
  },
  chances: { '': 0.1, a: 0.4, b: 0.4, ab: 0.42, c: 0.1, ac: 0.2, bc: 0.2, abc: 0.2 },
}

export const WORLDS: readonly SeedWorld[] = [FOUR_DAY_WEEK_WORLD]
