import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DELIVERY_FAILURES } from '@/server/contract/webhook'
import { REASONS } from '@/server/protocol/verdict'
import {
  AUDIENCES,
  BOT_KINDS,
  PAUSE_REASONS,
  PRICE_RULES,
  RUN_STATES,
  SILENCES,
} from '@/server/words/sellers'
import { MODEL_FAILURES } from '../../server/words/failures'
import {
  audienceInWords,
  BOT_KIND_WORDS,
  DEMAND_WORDS,
  dollarsInWords,
  failureInWords,
  moveInWords,
  offerOutcome,
  outcomeInWords,
  pauseInWords,
  priceInWords,
  rehearsalInWords,
  runInWords,
  silenceInWords,
  standingOf,
} from './bot-words'

/** Raw codes that are no word of their own must not reach a page. */
const CODES = [...PAUSE_REASONS, ...SILENCES, ...PRICE_RULES, ...REASONS].filter((code) => code.includes('-'))

function expectWords(texts: readonly string[]) {
  expect(new Set(texts).size).toBe(texts.length)
  for (const text of texts) {
    expect(text.trim()).not.toBe('')
    expect(text).not.toContain('undefined')
    for (const code of CODES) expect(text).not.toContain(code)
  }
}

describe('the closed lists have words, each its own', () => {
  it('kinds', () => expectWords(BOT_KINDS.map((kind) => BOT_KIND_WORDS[kind])))

  it('silences, and silence without a reason', () => {
    expectWords(SILENCES.map(silenceInWords))
    expect(silenceInWords(null)).toBe(silenceInWords('nothing-to-say'))
  })

  it('pauses, each with a way out; none while at work', () => {
    const removedAt = null
    const words = PAUSE_REASONS.map((pausedFor) => pauseInWords({ isPaused: true, pausedFor, removedAt }))
    expectWords(words.map((pause) => pause?.title ?? ''))
    expectWords(words.map((pause) => pause?.wayOut ?? ''))
    expect(pauseInWords({ isPaused: true, pausedFor: null, removedAt })).toEqual(
      pauseInWords({ isPaused: true, pausedFor: 'owner', removedAt }),
    )
    for (const pausedFor of [null, ...PAUSE_REASONS]) {
      expect(pauseInWords({ isPaused: false, pausedFor, removedAt })).toBeNull()
      expect(standingOf({ isPaused: false, pausedFor, removedAt }).word).toBe('at work')
      expect(standingOf({ isPaused: true, pausedFor, removedAt }).word).not.toBe('at work')
    }
    const gone = { isPaused: true, pausedFor: 'failures', removedAt: new Date() } as const
    expect(standingOf(gone).word).toBe('removed')
    expect(pauseInWords(gone)).toBeNull()
  })

  it('failures, and those of a later version', () => {
    const codes = [...new Set([...MODEL_FAILURES, ...DELIVERY_FAILURES, 'internal'])]
    expectWords(codes.map(failureInWords))
    expect(codes.map(failureInWords)).not.toContain(failureInWords('of a later version'))
    expect(failureInWords(null)).toBe('Something went wrong.')
  })

  it('runs', () => {
    const run = { silence: null, failure: null, offers: [] }
    expectWords(RUN_STATES.map((state) => runInWords({ ...run, state })))
    expectWords(SILENCES.map((silence) => runInWords({ ...run, state: 'silent', silence })))
  })

  it('verdicts, with their reason', () => {
    for (const state of ['open', 'withdrawn', 'bought', 'passed'] as const) {
      for (const reason of [null, ...REASONS]) expectWords([offerOutcome({ state, reason })])
    }
    expect(offerOutcome({ state: 'passed', reason: 'too-expensive' })).toBe(
      'not bought: too expensive for what it adds',
    )
  })

  it('audiences, with nobody named and with somebody', () => {
    expectWords(AUDIENCES.map((who) => audienceInWords({ who, handles: ['ada'] })))
    expect(audienceInWords({ who: 'except', handles: ['ada', 'ben'] })).toContain('@ada, @ben')
    expect(audienceInWords({ who: 'except', handles: [] })).toBe(
      audienceInWords({ who: 'everyone', handles: [] }),
    )
  })
})

describe('priceInWords', () => {
  const price = { priceMicros: 200_000n, minMicros: null, maxMicros: null }

  it('says each rule', () => {
    const bounds = { minMicros: 100_000n, maxMicros: 2_000_000n }
    expect(priceInWords({ ...price, rule: 'fixed' })).toBe('0.20 credits')
    expect(priceInWords({ ...price, ...bounds, rule: 'chosen' })).toBe(
      'chosen each time, 0.10 to 2.00 credits',
    )
    expect(priceInWords({ ...price, ...bounds, rule: 'per-length' })).toBe(
      '0.20 per 100 words, 0.10 to 2.00 credits',
    )
    expect(priceInWords({ ...price, rule: 'per-document' })).toBe(
      'by document, 0.20 credits where none is set',
    )
  })

  it('names the unit once and no code, whatever the amounts', () => {
    const micros = fc.bigInt({ min: 10_000n, max: 100_000_000_000n })
    const bound = fc.option(micros, { nil: null })
    fc.assert(
      fc.property(fc.constantFrom(...PRICE_RULES), micros, bound, bound, (rule, priceMicros, a, b) => {
        const text = priceInWords({ rule, priceMicros, minMicros: a, maxMicros: b })
        expectWords([text])
        expect(text.match(/credits/g)?.length ?? 0).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe('a price that follows demand', () => {
  it('says its rule as it is reckoned, and why it moved', () => {
    expect(DEMAND_WORDS).toBe(
      'After every 10 offers or more that were read: up 10 % when at least 60 % of them were bought, down 10 % when at most 20 % were, in whole hundredths of a credit.',
    )
    expect(moveInWords({ reads: 0, sold: 0 })).toBe('set by its owner')
    expect(moveInWords({ reads: 11, sold: 8 })).toBe('8 of 11 that were read were bought')
  })
})

describe('rehearsals', () => {
  it('say what would have happened, for every state and silence', () => {
    const base = { silence: null, failure: null, offers: [] }
    const states = RUN_STATES.filter((state) => state !== 'queued')
    expectWords(states.map((state) => rehearsalInWords({ ...base, state })))
    expectWords(SILENCES.map((silence) => rehearsalInWords({ ...base, state: 'silent', silence })))
  })

  it('say what became of the question', () => {
    const words = (offers: number, ...boughtMicros: bigint[]) => outcomeInWords({ offers, boughtMicros })
    expect(words(0)).toBe('nobody offered anything')
    expect(words(1)).toBe('one offer, not bought')
    expect(words(4)).toBe('4 offers, none bought')
    expect(words(1, 800_000n)).toBe('the only offer was bought, for 0.80 credits')
    expect(words(4, 800_000n)).toBe('1 of 4 offers was bought, for 0.80 credits')
    expect(words(4, 800_000n, 500_000n, 1_000_000n)).toBe(
      '3 of 4 offers were bought, for 0.80, 0.50 and 1.00 credits',
    )
  })
})

describe('dollarsInWords', () => {
  it('shows fractions of a cent below a dollar and cents above', () => {
    expect(dollarsInWords(0n)).toBe('$0.00')
    expect(dollarsInWords(2_100n)).toBe('$0.0021')
    expect(dollarsInWords(1n)).toBe('$0.000001')
    expect(dollarsInWords(12_401_234n)).toBe('$12.40')
  })
})
