import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { boundedProcesses, START_MS_MAX } from './processes'
import type { TestTask } from './testing-child'

const TIMEOUT_MS = 10_000
const processes = boundedProcesses<TestTask, unknown>({
  file: 'server/shared/testing-child.ts',
  processes: 1,
  megabytes: 64,
  timeoutMs: TIMEOUT_MS,
  first: { does: 'nothing' },
})
afterAll(() => processes.close())

describe('a text of a stranger', () => {
  it.each([
    ['eats its heap', 'grow', TIMEOUT_MS],
    ['eats memory outside of its heap', 'grow-outside', TIMEOUT_MS],
    ['ends its process', 'crash', TIMEOUT_MS],
    ['never ends', 'loop', 300],
  ] as const)(
    'that %s ends its task, and nothing else',
    async (_, does, timeoutMs) => {
      const before = await processes.run({ does: 'pid' })
      const started = performance.now()
      expect(await processes.run({ does }, timeoutMs)).toBeNull()
      const tookMs = performance.now() - started
      // Ended by the limit that is meant: of memory long before its time, of time not before it.
      if (does === 'loop') expect(tookMs).toBeGreaterThanOrEqual(timeoutMs - 5)
      else expect(tookMs).toBeLessThan(TIMEOUT_MS)
      const after = await processes.run({ does: 'pid' })
      expect(after).toEqual(expect.any(Number))
      expect(after).not.toBe(before)
      expect(isAlive(Number(before))).toBe(false)
    },
    TIMEOUT_MS + 2 * START_MS_MAX,
  )

  it('is read beside nothing of the market’s environment', async () => {
    process.env.OPENAI_API_KEY ??= 'a key that a child must not have'
    expect(await processes.run({ does: 'environment' })).toEqual([
      'RESIDENT_MEGABYTES_MAX',
      'TINYPOOL_WORKER_ID',
    ])
  })

  it(
    'that never ends does not outlive a market that is killed',
    async () => {
      const market = spawn(process.execPath, ['--import', 'tsx', 'server/shared/testing-parent.ts'], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const [line] = await once(market.stdout, 'data')
      const child = Number(String(line))
      await sleep(200)
      expect(isAlive(child)).toBe(true)
      market.kill('SIGKILL')
      for (const until = Date.now() + 5_000; isAlive(child) && Date.now() < until; ) await sleep(20)
      expect(isAlive(child)).toBe(false)
    },
    2 * START_MS_MAX,
  )
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
