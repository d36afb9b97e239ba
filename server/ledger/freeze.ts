import { sql } from 'drizzle-orm'
import type { Db } from '@/db/client'
import { ledgerFreezes, ledgerState } from '@/db/schema'

/** Refuses every money operation from now on (`ledger.frozen`); reads go on. `reason` names the check that failed. */
export async function freezeMoney(db: Db, { reason, at }: { reason: string; at: Date }): Promise<void> {
  await writeState(db, reason, at)
}

/** Lets money move again, except out of accounts that are frozen themselves. */
export async function unfreezeMoney(db: Db, { at }: { at: Date }): Promise<void> {
  await writeState(db, null, at)
}

/** Why money is refused, and when the books were last checked; null when they never were. */
export async function moneyState(db: Db): Promise<{ frozenReason: string | null; checkedAt: Date } | null> {
  const [state] = await db.select().from(ledgerState)
  return state ? { frozenReason: state.frozenReason, checkedAt: state.checkedAt } : null
}

/**
 * Freezes the accounts that findings of these checks name, and lets the others go. What comes into a frozen account comes in: who pays it has done
 * nothing wrong, and its balance can be corrected whatever it is.
 */
export async function freezeFoundAccounts(
  db: Db,
  { checks, at }: { checks: readonly string[]; at: Date },
): Promise<void> {
  const found = sql`finding.account is not null and finding.check_id = any (${sql.param([...checks])}::text[])`
  await db.execute(sql`
    insert into ledger_freeze (account, reason, since)
    select account, min(check_id), ${at.toISOString()}::timestamptz from finding where ${found} group by account
    on conflict (account) do nothing`)
  await db.execute(sql`
    delete from ledger_freeze
    where not exists (select from finding where ${found} and finding.account = ledger_freeze.account)`)
}

/** Accounts that pay nothing, in the order in which they were found. */
export async function frozenAccounts(db: Db): Promise<string[]> {
  const rows = await db
    .select({ account: ledgerFreezes.account })
    .from(ledgerFreezes)
    .orderBy(ledgerFreezes.since, ledgerFreezes.account)
  return rows.map(({ account }) => account)
}

async function writeState(db: Db, frozenReason: string | null, checkedAt: Date): Promise<void> {
  await db
    .insert(ledgerState)
    .values({ id: true, frozenReason, checkedAt })
    .onConflictDoUpdate({ target: ledgerState.id, set: { frozenReason, checkedAt } })
}
