import { expect, it } from 'vitest'
import { followersInWords } from '@/app/following/follow-words'

it('says whether the viewer is among those who follow', () => {
  expect(followersInWords(0, false)).toBeNull()
  expect(followersInWords(1, true)).toBe('only you')
  expect(followersInWords(1, false)).toBe('1 follows it')
  expect(followersInWords(2, true)).toBe('you and 1 other')
  expect(followersInWords(3, false)).toBe('3 follow it')
  expect(followersInWords(1_000, true)).toBe('you and 1000+ others')
  expect(followersInWords(1_000, false)).toBe('1000+ follow it')
})
