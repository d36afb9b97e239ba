import { describe, expect, it } from 'vitest'
import { pausedInWords, pauseKindOf, STEP_FAILURES, TRIED_AGAIN_FOR } from './failures'

describe('why a tree is paused', () => {
  it.each(STEP_FAILURES)('says of %s that it is tried again only where it is', (failure) => {
    const isTriedAgain = TRIED_AGAIN_FOR.includes(pauseKindOf(failure))
    expect(/is tried again by itself/.test(pausedInWords(failure))).toBe(isTriedAgain)
  })

  it('tells no kind where the kind is withheld: not by what comes next either', () => {
    expect(pausedInWords('withheld')).not.toMatch(/is tried again|waits for you/)
  })
})
