import { expect, test } from 'vitest'
import { occasions } from './occasions'

const LONG_MS = 60_000

function testBus() {
  const heard = new Set<() => void>()
  return {
    heard,
    hint: () => {
      for (const one of heard) one()
    },
    subscribe: (_topic: string, hear: () => void) => {
      heard.add(hear)
      return () => heard.delete(hear)
    },
  }
}

test('comes at once, at a hint, and once for hints that come while a look is taken', async () => {
  const bus = testBus()
  const coming = occasions(bus, 'tree', LONG_MS, undefined)
  await coming.next()
  bus.hint()
  bus.hint()
  expect((await coming.next()).done).toBe(false)
  const waits = coming.next()
  let came = false
  void waits.then(() => {
    came = true
  })
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(came).toBe(false)
  bus.hint()
  expect((await waits).done).toBe(false)
  await coming.return(undefined)
  expect(bus.heard.size).toBe(0)
})

test('comes without a hint after a while, and ends with its signal', async () => {
  const bus = testBus()
  const ending = new AbortController()
  const coming = occasions(bus, 'tree', 1, ending.signal)
  for (let look = 0; look < 3; look += 1) expect((await coming.next()).done).toBe(false)
  await coming.return(undefined)

  const other = occasions(bus, 'tree', LONG_MS, ending.signal)
  await other.next()
  const waits = other.next()
  ending.abort()
  expect((await waits).done).toBe(true)
  expect(bus.heard.size).toBe(0)
})
