import type { TestDatabase } from '@/db/testing'
import { MARKET } from '../actors/actor'
import { type Env, readEnv } from '../env'
import { plainRenderer } from '../prose/renderer'
import type { Clock } from '../shared/clock'
import { randomIds } from '../shared/ids'

/** A clock that tests move by hand. */
export type HandClock = Clock & { forward(milliseconds: number): void }

export function handClock(start = new Date('2031-03-01T09:00:00Z')): HandClock {
  let now = start.getTime()
  return {
    now: () => new Date(now),
    forward(milliseconds) {
      now += milliseconds
    },
  }
}

/** What `server/auth` needs, with settings as a `.env` would give them. */
export function authDeps(database: TestDatabase, settings: Record<string, string> = {}) {
  const env: Env = readEnv(settings)
  return { db: database.db, clock: handClock(), ids: randomIds, env, prose: plainRenderer, actor: MARKET }
}
