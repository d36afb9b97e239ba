import type { TestDatabase } from '@/db/testing'
import { MARKET } from './actors/actor'
import { createCrew } from './crew'
import type { Deps } from './deps'
import { readEnv } from './env'
import type { Engine } from './inspection/engine/engine'
import { deliver, memoryQueue, type WaitingJob } from './jobs/memory-queue'
import { builtInModel } from './llm/built-in/built-in'
import type { ModelSet } from './llm/directory'
import { unmetered } from './llm/metered'
import { createOutbound } from './outbound/outbound'
import { plainRenderer } from './prose/renderer'
import { localBus } from './realtime/bus'
import { createCipher } from './shared/cipher'
import { randomIds } from './shared/ids'

/** 32 bytes of a key that seals nothing real. */
const TEST_SEAL_KEYS = `test:${Buffer.alloc(32, 7).toString('base64')}`

/** A clock that tests move. */
export function movableClock(start = new Date('2026-01-05T09:00:00Z')) {
  let now = start.getTime()
  return {
    now: () => new Date(now),
    forward(ms: number) {
      now += ms
    },
  }
}

export type TestMarket = {
  deps: Deps
  /** Of the worker that runs now. */
  readonly engine: Engine
  clock: ReturnType<typeof movableClock>
  /** Jobs not yet delivered. */
  waiting: WaitingJob[]
  /**
   * Delivers jobs that are due, and those they lead to, until nothing is due and no call is under way. Throws what was
   * logged as an error.
   */
  settle(): Promise<void>
  /** Looks once for what must happen, as a worker does every two seconds, and waits until no call is under way. */
  sweep(): Promise<void>
  /** The worker dies where it is, as a process does: what it had under way writes nothing more. Another one takes its place. */
  kill(): void
}

/** The market's own parts over a test database with the queue held in memory, so that a test decides when jobs run. */
export function testMarket(database: TestDatabase, models: Partial<ModelSet> = {}): TestMarket {
  const clock = movableClock()
  const { jobs, waiting } = memoryQueue()
  const faults: unknown[] = []
  const deps: Deps = {
    actor: MARKET,
    // What is earned is had at once, but where a test is about what waits.
    env: readEnv({ LOG_LEVEL: 'silent', EARNINGS_PENDING_HOURS: '0' }),
    authSecret: 'a secret of the tests, long enough for it',
    database,
    db: database.db,
    clock,
    ids: randomIds,
    jobs,
    bus: localBus(),
    cipher: createCipher(TEST_SEAL_KEYS),
    mailer: null,
    outbound: createOutbound({ allowsPrivate: false }),
    pages: null,
    prose: plainRenderer,
    models: unmetered({ site: builtInModel, builtIn: builtInModel, isSiteBuiltIn: true, ...models }),
    log: { debug() {}, info() {}, warn() {}, error: (fields: unknown) => faults.push(fields) },
  }
  const newCrew = () => createCrew(deps, { begins: true })
  let crew = newCrew()
  const isDue = (job: WaitingJob) => job.startAfter === null || job.startAfter <= clock.now()
  return {
    deps,
    get engine() {
      return crew.engine
    },
    clock,
    waiting,
    async sweep() {
      for (const sweep of Object.values(crew.sweeps)) await sweep()
      await crew.idle()
    },
    async settle() {
      for (;;) {
        const due = waiting.filter(isDue)
        waiting.splice(0, waiting.length, ...waiting.filter((job) => !isDue(job)))
        for (const job of due) await deliver(crew.handlers, job)
        await crew.idle()
        const [fault] = faults.splice(0)
        if (fault) throw new Error('Something was logged as an error', { cause: fault })
        if (!waiting.some(isDue)) return
      }
    },
    kill() {
      void crew.stop()
      crew = newCrew()
    },
  }
}
