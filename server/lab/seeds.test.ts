import { expect, it } from 'vitest'
import { seedsFrom, seedsText } from './seeds'

it.each([
  ['8,16,64', [8, 16, 64]],
  ['1-3,8', [1, 2, 3, 8]],
  ['0', [0]],
])('“%s” are seeds', (text, seeds) => {
  expect(seedsFrom(text)).toEqual({ ok: true, seeds })
})

it.each(['', 'a', '3-1', '1.5', '-1', '4294967296', '1-9999999', '8,8'])('“%s” are none', (text) => {
  expect(seedsFrom(text)).toMatchObject({ ok: false })
})

it('are written as they are read', () => {
  expect(seedsText([1, 2, 3, 4])).toBe('1-4')
  expect(seedsText([8, 16, 64])).toBe('8,16,64')
  expect(seedsText([1, 2])).toBe('1,2')
})
