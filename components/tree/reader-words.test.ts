import { describe, expect, it } from 'vitest'
import { hasTakenOver, readerInWords, verdictOf } from '@/components/tree/reader-words'
import { builtInModel } from '@/server/llm/built-in/built-in'
import { TOOK_OVER_WORDS } from '@/server/words/failures'

const END = new Date('2026-03-04T14:02:00Z')
const tookOver = { inspectorName: `gpt, then ${TOOK_OVER_WORDS}`, endedAt: END }

describe('who read', () => {
  it('is said when it is sure, and is nobody before', () => {
    expect(readerInWords({ inspectorName: 'gpt', endedAt: null }).name).not.toBe('Read by')
    expect(verdictOf({ inspectorName: 'gpt', endedAt: null })).toContain('or of the built-in agent')
    expect(readerInWords({ inspectorName: 'gpt', endedAt: END })).toEqual({ name: 'Read by', words: 'gpt' })
    expect(verdictOf({ inspectorName: 'gpt', endedAt: END })).toBe('A verdict of gpt')
  })

  it('is no model alone where the built-in agent took over', () => {
    expect(hasTakenOver(tookOver)).toBe(true)
    expect(readerInWords(tookOver).words).toContain('today’s limit for it was reached')
    expect(verdictOf(tookOver)).toBe('A verdict of gpt, or of the built-in agent in its place')
  })

  it('is the built-in agent from the beginning where there is no other', () => {
    const alone = { inspectorName: builtInModel.name, endedAt: null }
    expect(readerInWords(alone)).toEqual({ name: 'Read by', words: 'Built-in agent' })
    expect(verdictOf(alone)).toBe('A verdict of Built-in agent')
  })
})
