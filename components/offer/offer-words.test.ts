import { describe, expect, it } from 'vitest'
import { bondInWords, complaintInWords, lockInWords, offerStatusOf } from '@/components/offer/offer-words'
import { exampleOffer } from '@/components/question/testing'
import { lengthInWords } from '@/server/words/amounts'

const READ = new Date('2026-03-04T14:02:00Z')
const stranger = { isBuyer: false, askerName: 'Ada' }

describe('offerStatusOf', () => {
  it('tells read from unread, held and bought unseen', () => {
    expect(offerStatusOf(exampleOffer({ state: null }))).toBeNull()
    expect(offerStatusOf(exampleOffer())?.state).toBe('open')
    // No reply may ever come: that it was read is said when something was said of it.
    expect(offerStatusOf(exampleOffer({ firstReadAt: READ }))).toEqual({
      state: 'read',
      word: 'before the agent',
    })
    const unjudged = exampleOffer({ state: 'passed', firstReadAt: READ, reason: 'no-verdict' })
    expect(offerStatusOf(unjudged)?.word).toBe('no verdict')
    expect(lockInWords(exampleOffer({ firstReadAt: READ }), stranger)).not.toMatch(/read/)
    expect(offerStatusOf(exampleOffer({ firstReadAt: READ, reason: 'needs-check' }))?.state).toBe('hold')
    expect(offerStatusOf(exampleOffer({ firstReadAt: READ, reason: 'too-expensive' }))).toEqual({
      state: 'read',
      word: 'not bought so far',
    })
    expect(offerStatusOf(exampleOffer({ state: 'bought', way: 'unseen' }))?.word).toBe('bought unseen')
    expect(offerStatusOf(exampleOffer({ state: 'passed', reason: 'not-read' }))?.word).toBe('not read')
  })
})

describe('a passage that was chosen by what is checked', () => {
  it('is closed to its seller too, who is told when that ends, and has as many words at most', () => {
    const offer = exampleOffer({ isYours: true, seal: 'chosen', chosenAmong: 4 })
    for (const state of ['open', 'bought', 'passed'] as const)
      expect(lockInWords({ ...offer, state }, stranger)).toContain(
        'Its seller learns which one if it is bought',
      )
    const length = { privateWords: 412, chosenAmong: 4 }
    expect(lengthInWords({ ...length, privateInfo: null })).toBe('at most 412 words')
    expect(lengthInWords({ ...length, privateInfo: 'It says.' })).toBe('412 words')
    expect(lengthInWords({ ...length, privateInfo: null, chosenAmong: null })).toBe('412 words')
  })
})

describe('complaintInWords', () => {
  it('asks whether it is wrong until somebody said so, then says what came of it', () => {
    const refundedMicros = 500_000n
    expect(complaintInWords(null, true)).toBe('Is it wrong?')
    expect(complaintInWords(null, false)).toBe('The sale')
    expect(complaintInWords({ outcome: null, refundedMicros: 0n }, true)).toBe('Your complaint')
    expect(complaintInWords({ outcome: 'partly', refundedMicros }, true)).toBe('Refunded 0.50 credits')
    expect(complaintInWords({ outcome: 'refunded', refundedMicros }, false)).toBe('Refunded 0.50 credits')
    expect(complaintInWords({ outcome: 'refused', refundedMicros: 0n }, true)).toBe('Nothing was refunded')
  })
})

describe('bondInWords', () => {
  it('says what was laid down, and where it is', () => {
    const amountMicros = 50_000n
    expect(bondInWords({ amountMicros, state: 'held' })).toBe(
      'Your bond of 0.05 credits is held until the question ends.',
    )
    expect(bondInWords({ amountMicros, state: 'returned' })).toContain('came back')
    expect(bondInWords({ amountMicros, state: 'kept' })).toContain('was kept')
  })
})

describe('lockInWords', () => {
  it('names who may read, from the viewer’s side', () => {
    expect(lockInWords(exampleOffer(), stranger)).toContain('Ada reads it only once it is bought')
    expect(lockInWords(exampleOffer(), { ...stranger, isBuyer: true })).toContain('you read it only once')
    expect(lockInWords(exampleOffer({ state: 'bought', seal: 'buyer-only' }), stranger)).toBe(
      'Paid for by Ada. Only the buyer and Ben can read it.',
    )
  })

  it('says of what was passed that it is forgotten, and of what was never read that it was not', () => {
    expect(lockInWords(exampleOffer({ state: 'passed', firstReadAt: READ }), stranger)).toContain('forgotten')
    expect(lockInWords(exampleOffer({ state: 'passed' }), stranger)).toContain('Never read')
  })

  it('explains a seal even to the buyer', () => {
    const offer = exampleOffer({ state: 'bought', seal: 'quotes-unbought' })
    expect(lockInWords(offer, { ...stranger, isBuyer: true })).toContain(
      'quotes an offer that was not bought',
    )
  })
})
