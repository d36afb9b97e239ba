import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { underLease } from './lease'

const log = { debug() {}, info() {}, warn: vi.fn(), error() {} }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('work under a lease', () => {
  it('renews it as long as it goes on, whatever one renewal comes to', async () => {
    const renew = vi.fn(async () => true)
    renew.mockRejectedValueOnce(new Error('no connection'))
    const { promise, resolve } = Promise.withResolvers<string>()
    const working = underLease({ log }, renew, () => promise)
    await vi.advanceTimersByTimeAsync(35_000)
    expect(renew).toHaveBeenCalledTimes(10)
    expect(log.warn).toHaveBeenCalledTimes(1)
    resolve('done')
    expect(await working).toBe('done')
    await vi.advanceTimersByTimeAsync(35_000)
    expect(renew).toHaveBeenCalledTimes(10)
  })

  it('is told once somebody else has it', async () => {
    const working = underLease(
      { log },
      async () => false,
      (lost) => new Promise<boolean>((resolve) => lost.addEventListener('abort', () => resolve(true))),
    )
    await vi.advanceTimersByTimeAsync(4_000)
    expect(await working).toBe(true)
  })
})
