import { sql } from 'drizzle-orm'
import { type Db, rowsOf } from '@/db/client'
import { ledgerState } from '@/db/schema'
import type { LedgerCheck } from '../contract/ledger'
import { CHECKS, type Check } from './checks'

/** Enough to see a pattern; an operator reads them on a terminal. */
const PROBLEMS_SHOWN_MAX = 10

/**
 * Checks everything that is always true of the books, on one snapshot, so that a market at work does not disturb it.
 * Reads every transfer: a second or two for a million of them.
 */
export async function verifyLedger(db: Db): Promise<LedgerCheck[]> {
  return db.transaction(
    async (tx) => {
      const results: LedgerCheck[] = []
      for (const check of CHECKS) results.push(await runCheck(tx, check))
      return results
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

async function runCheck(db: Db, { name, sentence, count, problems }: Check): Promise<LedgerCheck> {
  const [counted] = rowsOf<{ total: string }>(await db.execute(count))
  const found = rowsOf<{ problem: string }>(await db.execute(sql`${problems} limit ${PROBLEMS_SHOWN_MAX}`))
  return {
    name,
    sentence,
    ok: found.length === 0,
    checked: Number(counted?.total ?? 0),
    problems: found.map(({ problem }) => problem),
  }
}

/** Refuses every money operation from now on (`ledger.frozen`); reads go on. `reason` names the check that failed. */
export async function freezeMoney(db: Db, { reason, at }: { reason: string; at: Date }): Promise<void> {
  await writeState(db, reason, at)
}

/** Lets money move again. */
export async function unfreezeMoney(db: Db, { at }: { at: Date }): Promise<void> {
  await writeState(db, null, at)
}

/** Why money is refused, and when the books were last checked; null when they never were. */
export async function moneyState(db: Db): Promise<{ frozenReason: string | null; checkedAt: Date } | null> {
  const [state] = await db.select().from(ledgerState)
  return state ? { frozenReason: state.frozenReason, checkedAt: state.checkedAt } : null
}

/**
 * Checks the books, then lets money move or freezes it. For start-up and `npm run verify`: once what was wrong is
 * repaired, the next passing check lifts the freeze.
 */
export async function verifyAndGuard(db: Db, { at }: { at: Date }): Promise<LedgerCheck[]> {
  const checks = await verifyLedger(db)
  const failed = checks.find((check) => !check.ok)
  if (failed) await freezeMoney(db, { reason: failed.name, at })
  else await unfreezeMoney(db, { at })
  return checks
}

async function writeState(db: Db, frozenReason: string | null, checkedAt: Date): Promise<void> {
  await db
    .insert(ledgerState)
    .values({ id: true, frozenReason, checkedAt })
    .onConflictDoUpdate({ target: ledgerState.id, set: { frozenReason, checkedAt } })
}
