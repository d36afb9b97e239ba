import { describe, expect, it } from 'vitest'
import { BadArgumentError, commandFrom, seedsFrom } from './arguments'

describe('seeds', () => {
  it('are a list, a span, or both', () => {
    expect(seedsFrom('8,16,64')).toEqual([8, 16, 64])
    expect(seedsFrom('1-3,8')).toEqual([1, 2, 3, 8])
    expect(seedsFrom('0')).toEqual([0])
  })

  it.each(['', 'a', '3-1', '1.5', '-1', '4294967296', '1-9999999', '8,8'])(
    '“%s” gets a sentence that names it',
    (text) => {
      expect(() => seedsFrom(text)).toThrow(BadArgumentError)
      expect(() => seedsFrom(text)).toThrow(/--seeds/)
    },
  )
})

describe('the command', () => {
  it('helps whoever says nothing', () => {
    expect(commandFrom([])).toEqual({ type: 'help' })
  })

  it.each([
    [['no-such'], /There is no experiment “no-such”\. There are: /],
    [['list', 'more'], /“more” is one argument too many/],
    [['list', '--threads', '0'], /--threads must be a whole number from 1 to 256/],
    [['list', '--bogus'], /--bogus/],
    [['reproduce', '--only', 'Z9'], /there is no row “Z9”\. There are: /],
  ])('%j gets a sentence that names the argument and what is legal', (argv, words) => {
    expect(() => commandFrom(argv)).toThrow(BadArgumentError)
    expect(() => commandFrom(argv)).toThrow(words)
  })
})
