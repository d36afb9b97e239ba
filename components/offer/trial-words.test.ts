import { describe, expect, it } from 'vitest'
import { failureInWords, type Judged, verdictInWords, whyInWords } from './trial-words'

const judged: Judged = {
  outcome: 'judged',
  inspector: 'Built-in agent',
  priceMicros: 800_000n,
  buys: true,
  reason: 'decisive',
  upToMicros: 1_200_000n,
  ask: null,
  left: 2,
  perDay: 3,
}

describe('a judged draft in words', () => {
  it('says whether it would be bought and up to what price', () => {
    expect(verdictInWords(judged)).toBe('Would buy it at 0.80, and up to about 1.20.')
    expect(verdictInWords({ ...judged, upToMicros: 800_000n })).toBe(
      'Would buy it at 0.80, and hardly for more.',
    )
    expect(verdictInWords({ ...judged, buys: false, upToMicros: 300_000n })).toBe(
      'Would not buy it at 0.80, but up to about 0.30.',
    )
    expect(verdictInWords({ ...judged, buys: false, upToMicros: null })).toBe(
      'Would not buy it at any price.',
    )
    expect(whyInWords(judged)).toBe('It decides the matter.')
  })

  it('says whether a failure used up a try', () => {
    const failed = { outcome: 'failed', left: 2, perDay: 3 } as const
    expect(failureInWords({ ...failed, isCounted: false })).toContain('did not use up')
    expect(failureInWords({ ...failed, isCounted: true })).not.toContain('did not use up')
  })
})
