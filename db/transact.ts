import { setTimeout as sleep } from 'node:timers/promises'
import type { Db, Tx } from './database'
import { databaseRefusalOf } from './refusal'

/** Deadlock, and serialization failure: the database undid the transaction, and the same one may work a moment later. */
const RETRIED_SQLSTATES = new Set(['40P01', '40001'])

/** Two that met rarely meet again; a fourth try would hide a wrong lock order. */
const ATTEMPTS_MAX = 3

const BACKOFF_MS = 20

/**
 * A transaction that may touch money more than once. It runs `work` again, at most three times in all, when the database
 * broke a deadlock with it; so `work` must do nothing outside the transaction that cannot be done twice.
 */
export async function transact<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction(work)
    } catch (error) {
      const sqlstate = databaseRefusalOf(error)?.sqlstate
      if (attempt === ATTEMPTS_MAX || !sqlstate || !RETRIED_SQLSTATES.has(sqlstate)) throw error
      await sleep(BACKOFF_MS * attempt * (0.5 + Math.random()))
    }
  }
}
