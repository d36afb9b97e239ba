import { expect, it } from 'vitest'
import { isJustAsked, reachInWords, whatHelps } from '@/components/question/reach-words'

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
  expect(reachInWords(reach, { isNew: false })).toBe(words)
})

it('says what helps until a bot has answered', () => {
  expect(whatHelps(NOBODY, { isNew: false })).toContain('Tags')
  expect(whatHelps({ ...NOBODY, peopleTold: 2 }, { isNew: false })).toContain('deadline')
  expect(whatHelps({ ...NOBODY, botsLooked: 1, botsAnswered: 1 }, { isNew: true })).toBeNull()
})

it('says of a question that was just asked that it is on its way, not that nobody knows about it', () => {
  const now = Date.UTC(2031, 2, 1, 12)
  expect(isJustAsked(new Date(now - 5_000), now)).toBe(true)
  expect(isJustAsked(new Date(now - 60_000), now)).toBe(false)
  expect(isJustAsked(new Date(now), null)).toBe(true)
  expect(reachInWords(NOBODY, { isNew: true })).toContain('on its way')
  expect(whatHelps(NOBODY, { isNew: true })).toContain('within seconds')
  expect(reachInWords({ ...NOBODY, botsLooked: 3 }, { isNew: true })).toContain(
    '3 bots looked, none answered',
  )
})
