import { describe, expect, it } from 'vitest'
import { ASK_KINDS, REASONS } from '../protocol/alphabets'
import { passedInWords, reasonInWords, whyAskedInWords } from './tree'

describe('why a sub-question is asked', () => {
  it('is told in one sentence of plain words, of each kind', () => {
    expect(whyAskedInWords('verify', ['What the stove does'])).toBe(
      'The agent wants to know whether “What the stove does” can be believed, before it pays for it.',
    )
    expect(whyAskedInWords('compare', ['One', null])).toBe(
      'The agent wants to know which of “One” and a sealed offer holds, before it pays for any of them.',
    )
    for (const kind of ASK_KINDS) expect(whyAskedInWords(kind, ['One'])).toMatch(/^[A-Z].*\.$/)
  })
})

describe('a reason', () => {
  it('that is kept back says so, and why, and does not read as a reason of its own', () => {
    expect(reasonInWords('withheld')).toMatch(
      /the agent’s reason is kept back: each one that is told says a little/,
    )
    expect(passedInWords('withheld')).toMatch(/the agent’s reason is not shown, for it could give away/)
  })

  it('names no other offer as if its reader knew which', () => {
    for (const reason of REASONS) expect(reasonInWords(reason)).not.toContain('another offer')
  })
})
