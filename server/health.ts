import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@/db/client'
import { isDatabaseAway } from '@/db/refusal'
import packageJson from '@/package.json'
import type { Bill } from './bill/account'
import { moneyState } from './ledger/freeze'
import type { Verified } from './verify/findings'

/** A load balancer gives up after a few seconds; what has not answered by then is reported as such, below 2 s in all. */
const LOOK_MS = 1_500

/** A look that hangs is not waited for by later ones for ever: the connection it hangs on may be lost, and the next one well. */
const LOOK_AGAIN_MS = 5_000

export const DATABASE_WORDS = {
  answers: 'The database answers.',
  busy: 'Every connection to the database is in use and others wait: something holds locks, or the database is slow.',
  silent: `The database said nothing for ${LOOK_MS / 1_000} s.`,
  down: 'The database cannot be reached, or is stopping or starting.',
  full: 'The disk of DATA_DIR is full: reading works, nothing is written. Make room; it goes on by itself.',
  stopped: 'The database stopped, and this process ends: see its last line of the log, and start it again.',
  refuses: 'The database refuses to be read: look at its own log.',
} as const

export type DatabaseState = keyof typeof DATABASE_WORDS

export type Health = {
  status: 'ok' | 'degraded'
  version: string
  database: { kind: string; ok: boolean; state: DatabaseState; words: string }
  jobs: { ok: boolean }
  worker: { here: boolean }
  model: { name: string; isBuiltIn: boolean }
  /** Of the operator's model, today (UTC); null without one, or when it could not be read. */
  bill: Bill | null
  ledger: { ok: boolean; checkedAt: Date | null }
  /**
   * What the checks of the market found; null when it could not be read. It leaves `status` alone: a load balancer that takes a process
   * away would not mend a row.
   */
  verify: Verified | null
  demo: boolean
  upSince: Date
}

/**
 * A look that answers in time, with 'late' if nothing else. Callers share one that is under way, so that asking often does
 * not pile up.
 */
export function timedLook<T>(
  look: () => Promise<T>,
  { lateMs = LOOK_MS, againMs = LOOK_AGAIN_MS } = {},
): () => Promise<T | 'late'> {
  let underWay: { result: Promise<T>; since: number } | undefined
  return async () => {
    if (!underWay || performance.now() - underWay.since > againMs) {
      const mine = { result: look(), since: performance.now() }
      const forget = () => {
        if (underWay === mine) underWay = undefined
      }
      mine.result.then(forget, forget)
      underWay = mine
    }
    const answered = new AbortController()
    const late = sleep(lateMs, 'late' as const, { signal: answered.signal })
    late.catch(() => undefined)
    return Promise.race([underWay.result, late]).finally(() => answered.abort())
  }
}

/** What the health of a process is made of. */
export interface Watched {
  database: Database
  jobs: { isUp(): Promise<boolean> }
  model: Health['model']
  /** Null where no model is paid for. */
  bill: (() => Promise<Bill>) | null
  verified: () => Promise<Verified>
  demo: boolean
  upSince: Date
}

/** Returns what tells how things are: within two seconds whatever the database does, and never by throwing. */
export function createHealth(watched: Watched): (facts: { isWorkerHere: boolean }) => Promise<Health> {
  const { database, jobs, model, bill, verified, demo, upSince } = watched
  const lookAtMoney = timedLook(() => moneyState(database.db))
  const lookAtJobs = timedLook(() => jobs.isUp())
  const lookAtBill = bill && timedLook(bill)
  const lookAtVerified = timedLook(verified)

  async function databaseNow() {
    const trouble = database.trouble()
    if (trouble === 'stopped') return { state: trouble, money: null } as const
    try {
      const money = await lookAtMoney()
      if (money === 'late') return { state: database.isFull() ? 'busy' : 'silent', money: null } as const
      return { state: trouble ?? 'answers', money } as const
    } catch (error) {
      return { state: isDatabaseAway(error) ? 'down' : 'refuses', money: null } as const
    }
  }

  return async ({ isWorkerHere }) => {
    const [{ state, money }, queue, billed, found] = await Promise.all([
      databaseNow(),
      lookAtJobs().catch(() => false),
      lookAtBill?.().catch(() => null),
      lookAtVerified().catch(() => null),
    ])
    const isAnswering = state === 'answers'
    const isMoneyOk = (isAnswering || state === 'full') && (money === null || money.frozenReason === null)
    const isQueueUp = queue === true
    return {
      status: isAnswering && isQueueUp && isMoneyOk ? 'ok' : 'degraded',
      version: packageJson.version,
      database: { kind: database.kind, ok: isAnswering, state, words: DATABASE_WORDS[state] },
      jobs: { ok: isQueueUp },
      worker: { here: isWorkerHere },
      model,
      bill: !billed || billed === 'late' ? null : billed,
      ledger: { ok: isMoneyOk, checkedAt: money?.checkedAt ?? null },
      verify: found === 'late' ? null : found,
      demo,
      upSince,
    }
  }
}
