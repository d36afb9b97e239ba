import { describe, expect, it } from 'vitest'
import { DELIVERY_FAILURES, DELIVERY_STATES } from '@/server/contract/webhook'
import {
  deliveryFailureInWords,
  deliveryInWords,
  deliveryState,
  exchangeInWords,
  testInWords,
} from './webhook-words'

describe('calls of a bot’s server in words', () => {
  it('have a sentence for every failure, and one for codes to come', () => {
    const sentences = DELIVERY_FAILURES.map((failure) => deliveryFailureInWords(failure))
    expect(new Set(sentences).size).toBe(DELIVERY_FAILURES.length)
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].*\.$/)
    expect(deliveryFailureInWords('of-tomorrow')).toBe('Something went wrong.')
    expect(deliveryFailureInWords(null)).toBeNull()
  })

  it('have words and a picture for every state, with as many tries as there were', () => {
    for (const state of DELIVERY_STATES) {
      expect(deliveryInWords({ state, attempt: 3, httpStatus: null })).not.toContain('undefined')
      expect(deliveryState({ state })).toBeTruthy()
    }
    expect(deliveryInWords({ state: 'delivered', attempt: 1, httpStatus: 200 })).toBe('Delivered')
    expect(deliveryInWords({ state: 'given-up', attempt: 7, httpStatus: 500 })).toBe('Given up after 7 tries')
    expect(deliveryInWords({ state: 'failed', attempt: 1, httpStatus: 200 })).toBe('Answered, but not usable')
    expect(deliveryInWords({ state: 'failed', attempt: 1, httpStatus: null })).toBe('Not delivered')
  })

  it('name only what is known of a try', () => {
    expect(exchangeInWords({ httpStatus: 200, durationMs: 64, replyBytes: 1_200 })).toBe(
      'status 200, 64 ms, 1 kB',
    )
    expect(exchangeInWords({ httpStatus: null, durationMs: 15_000, replyBytes: 0 })).toBe('15.0 s')
    expect(exchangeInWords({ httpStatus: null, durationMs: null, replyBytes: null })).toBe('')
  })

  it('say whether a test works, and if not what to do', () => {
    const works = { isOk: true, httpStatus: 200, failure: null, durationMs: 20, replyBytes: 13 }
    expect(testInWords(works)).toBe('It works: status 200, 20 ms, 13 B.')
    const broken = { ...works, isOk: false, httpStatus: 301, failure: 'redirected' as const }
    expect(testInWords(broken)).toContain('enter the final address')
  })
})
