import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Ended, postMortem, QUESTIONS_AT_EACH_END } from './post-mortem'

const READ = new Date('2026-03-01T12:00:00Z')
const ended = (question: string, facts: Partial<Ended> = {}): Ended => ({
  state: 'bought',
  earnedMicros: 1_000_000n,
  refundedMicros: 0n,
  isTeaserFair: null,
  firstReadAt: READ,
  bits: null,
  createdAt: READ,
  question: { id: question },
  share: null,
  rating: null,
  ...facts,
})
const left = (question: string, facts: Partial<Ended> = {}) =>
  ended(question, { state: 'passed', earnedMicros: null, ...facts })
const questions = (offers: readonly Ended[]) => offers.map(({ question }) => question.id)

it('puts what was useful and earned most first, and what came back, was wrong, misled and was left last', () => {
  const { best, worst } = postMortem([
    ended('plain'),
    ended('dear', { earnedMicros: 5_000_000n }),
    ended('useful', { rating: { rating: 'useful' } }),
    ended('cheap', { earnedMicros: 10_000n }),
    left('left'),
    left('misled', { isTeaserFair: false }),
    ended('wrong', { rating: { rating: 'wrong' } }),
    ended('refunded', { refundedMicros: 500_000n, earnedMicros: 500_000n }),
  ])
  expect(questions(best)).toEqual(['useful', 'dear', 'plain'])
  expect(questions(worst)).toEqual(['refunded', 'wrong', 'misled'])
})

it('names a question once, and one that went wrong not among the best', () => {
  const { best, worst } = postMortem([
    ended('both'),
    ended('both', { refundedMicros: 1n }),
    ended('sold'),
    left('sold'),
    left('open', { state: 'open', firstReadAt: null }),
    left('unread', { firstReadAt: null }),
  ])
  expect(questions(best)).toEqual(['sold'])
  expect(questions(worst)).toEqual(['both'])
})

it('never names a question twice, nor more than three at an end, whatever there is', () => {
  const offer = fc
    .record({
      question: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f').map((id) => ({ id })),
      state: fc.constantFrom('open', 'bought', 'passed', 'withdrawn'),
      earnedMicros: fc.option(fc.bigInt({ min: 0n, max: 9n })),
      refundedMicros: fc.bigInt({ min: 0n, max: 2n }),
      isTeaserFair: fc.option(fc.boolean()),
      rating: fc.option(fc.constantFrom('useful', 'wrong').map((rating) => ({ rating }))),
    })
    .map(({ question, ...facts }) => ended(question.id, facts as Partial<Ended>))
  fc.assert(
    fc.property(fc.array(offer, { maxLength: 20 }), (offers) => {
      const { best, worst } = postMortem(offers)
      const named = questions([...best, ...worst])
      expect(new Set(named).size).toBe(named.length)
      expect(Math.max(best.length, worst.length)).toBeLessThanOrEqual(QUESTIONS_AT_EACH_END)
      expect(best.every(({ state, refundedMicros }) => state === 'bought' && refundedMicros === 0n)).toBe(
        true,
      )
    }),
  )
})
