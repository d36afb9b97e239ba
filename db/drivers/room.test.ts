import { expect, test } from 'vitest'
import { isDiskFull, ROOM_AGAIN_BYTES, ROOM_MIN_BYTES } from './room'

test('a disk is full below the least room, and has room again only somewhat above it', () => {
  expect(isDiskFull(ROOM_MIN_BYTES, false)).toBe(false)
  expect(isDiskFull(ROOM_MIN_BYTES - 1, false)).toBe(true)
  expect(isDiskFull(ROOM_MIN_BYTES, true)).toBe(true)
  expect(isDiskFull(ROOM_AGAIN_BYTES, true)).toBe(false)
})
