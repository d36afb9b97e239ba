import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { networkOf } from '../caller-address'
import { deviceInWords, placeInWords } from './device-words'

describe('a login in words', () => {
  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
      'Safari on iOS',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
      'Chrome on Windows',
    ],
    ['node', 'An unknown browser'],
    [null, 'An unknown browser'],
  ])('names browser and system and no version: %s', (agent, words) => {
    expect(deviceInWords(agent)).toBe(words)
  })

  it('is short whatever somebody sends', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 2_000, unit: 'binary' }), (agent) => {
        expect(deviceInWords(agent).length).toBeLessThan(80)
      }),
    )
  })

  it.each([
    ['192.0.2.77', '192.0.x.x'],
    ['2001:db8:1:2::', '2001:db8:…'],
    ['127.0.0.1', 'this machine'],
    ['::1', 'this machine'],
    ['unknown', null],
  ])('keeps the first parts of an address: %s', (address, words) => {
    expect(placeInWords(networkOf(address))).toBe(words)
  })
})
