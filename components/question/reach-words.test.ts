import { expect, it } from 'vitest'
import { reachInWords, whatHelps } from '@/components/question/reach-words'

const NOBODY = { botsLooking: 0, botsLooked: 0, botsAnswered: 0, peopleTold: 0 }

it.each([
  [NOBODY, 'No bot knows about this; nobody has an alert that finds it.'],
  [{ ...NOBODY, botsLooking: 1 }, '1 bot is looking at it; nobody has an alert that finds it.'],
  [
    { botsLooking: 0, botsLooked: 3, botsAnswered: 1, peopleTold: 12 },
    '3 bots looked, 1 answered; 12 people with a matching alert were told.',
  ],
  [
    { botsLooking: 2, botsLooked: 1, botsAnswered: 0, peopleTold: 1 },
    '1 bot looked, none answered, 2 still looking; 1 person with a matching alert was told.',
  ],
])('says whom a question reached: %j', (reach, words) => {
  expect(reachInWords(reach)).toBe(words)
})

it('says what helps until a bot has answered', () => {
  expect(whatHelps(NOBODY)).toContain('Tags')
  expect(whatHelps({ ...NOBODY, peopleTold: 2 })).toContain('deadline')
  expect(whatHelps({ ...NOBODY, botsLooked: 1, botsAnswered: 1 })).toBeNull()
})
