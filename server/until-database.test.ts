import { describe, expect, it } from 'vitest'
import { DATABASE_WAIT_MS, untilDatabaseIsThere } from './until-database'

const starting = () => Object.assign(new Error('the database system is starting up'), { code: '57P03' })

/** A database that comes back at a time, and how a process begins with it. */
async function begin({ backAtMs, error = starting }: { backAtMs: number; error?: () => Error }) {
  let nowMs = 0
  let tries = 0
  let undone = 0
  const said: string[] = []
  const outcome = await untilDatabaseIsThere(
    async () => {
      tries += 1
      if (nowMs < backAtMs) throw error()
      return 'begun'
    },
    {
      undo: async () => {
        undone += 1
      },
      say: (words) => said.push(words),
      wait: async (ms) => {
        nowMs += ms
      },
      now: () => nowMs,
    },
  ).catch((thrown: Error) => thrown.message)
  return { outcome, tries, undone, said, nowMs }
}

describe('a process whose start falls into a restart of the database', () => {
  it('waits, says so, and begins when it is back', async () => {
    const { outcome, tries, undone, said, nowMs } = await begin({ backAtMs: 20_000 })
    expect(outcome).toBe('begun')
    expect(undone).toBe(tries - 1)
    expect(said[0]).toBe(
      'The database cannot be used yet (the database system is starting up). Trying again in 0.5 s, for 120 s more.',
    )
    // Noticed within eight seconds.
    expect(nowMs).toBeLessThan(28_000)
    expect(tries).toBeLessThan(10)
  })

  it('ends after two minutes', async () => {
    const { outcome, nowMs } = await begin({ backAtMs: Number.POSITIVE_INFINITY })
    expect(outcome).toBe('the database system is starting up')
    expect(nowMs).toBe(DATABASE_WAIT_MS)
  })

  it('waits for nothing else: wrong keys stay wrong', async () => {
    const { outcome, tries, said } = await begin({
      backAtMs: 1,
      error: () => new Error('The keys are wrong'),
    })
    expect([outcome, tries, said]).toEqual(['The keys are wrong', 1, []])
  })
})
