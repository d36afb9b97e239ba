import { inArray, sql } from 'drizzle-orm'
import { type Db, rowsOf } from '@/db/client'
import { findings } from '@/db/schema'
import { freezeFoundAccounts, freezeMoney, moneyState, unfreezeMoney } from '../ledger/freeze'
import type { Check } from './check'
import { CHECKS } from './checks/all'
import type { Finding } from './run'
import { SLICED_WALKS } from './walks'

const MS_PER_SECOND = 1_000

/** Findings of one check that are kept; whoever has more has one cause. */
const KEPT_MAX = 1_000

/** What was looked at: by which checks, and which subjects; null for all there are. */
export interface Looked {
  checks: readonly Check[]
  ids: readonly string[] | null
}

/**
 * Writes what was found in what was looked at, forgets what is right again, and stops and lets go money accordingly, in one transaction.
 * Returns the findings that are new and how many are gone.
 */
export async function record(
  db: Db,
  { checks, ids }: Looked,
  { found, at }: { found: readonly Finding[]; at: Date },
): Promise<{ fresh: Finding[]; gone: number }> {
  return db.transaction(async (tx) => {
    const looked = sql`${inArray(
      findings.checkId,
      checks.map(({ id }) => id),
    )}
      and (${ids === null} or subject_id = any (${sql.param([...(ids ?? [])])}::text[]))`
    const before = rowsOf<{ key: string }>(
      await tx.execute(
        sql`select check_id || ' ' || subject_id || ' ' || problem as key from finding where ${looked}`,
      ),
    ).map(({ key }) => key)
    const kept = checks.flatMap(({ id }) => found.filter((one) => one.check === id).slice(0, KEPT_MAX))
    if (before.length + kept.length > 0) await replace(tx, { looked, kept, at })
    const known = new Set(before)
    const now = new Set(kept.map(keyOf))
    return {
      fresh: kept.filter((one) => !known.has(keyOf(one))),
      gone: before.filter((key) => !now.has(key)).length,
    }
  })
}

const keyOf = ({ check, subject, problem }: Finding) => `${check} ${subject} ${problem}`

async function replace(
  tx: Db,
  { looked, kept, at }: { looked: ReturnType<typeof sql>; kept: readonly Finding[]; at: Date },
): Promise<void> {
  const rows = kept.map(({ check, subject, problem, account }) => ({ check, subject, problem, account }))
  const seenAt = sql`${at.toISOString()}::timestamptz`
  await tx.execute(sql`
    insert into finding (check_id, subject_id, problem, account, found_at, seen_at)
    select f."check", f.subject, f.problem, f.account, ${seenAt}, ${seenAt}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f("check" text, subject text, problem text, account text)
    on conflict (check_id, subject_id, problem) do update set seen_at = excluded.seen_at, account = excluded.account`)
  await tx.execute(sql`
    delete from finding where ${looked} and (check_id, subject_id, problem) not in (
      select f."check", f.subject, f.problem
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f("check" text, subject text, problem text))`)
  await freezeFoundAccounts(tx, { at, checks: MONEY_CHECKS })
  const stopped = await stoppedFor(tx)
  const state = await moneyState(tx)
  if (stopped !== null) await freezeMoney(tx, { reason: stopped, at })
  else if (state?.frozenReason != null) await unfreezeMoney(tx, { at })
}

const MONEY_CHECKS = CHECKS.filter(({ stopsMoney }) => stopsMoney).map(({ id }) => id)

/**
 * The check for which nobody's money may move: it found something that no account is to blame for, and no account explains. A sum that is
 * not zero is explained by any account whose balance is wrong.
 */
async function stoppedFor(db: Db): Promise<string | null> {
  const [found] = rowsOf<{ id: string }>(
    await db.execute(sql`
      select check_id as id from finding
      where account is null and check_id = any (${sql.param(MONEY_CHECKS)}::text[])
        and not exists (select from finding blamed where blamed.account is not null)
      order by found_at limit 1`),
  )
  return found?.id ?? null
}

/** Notes that money was looked at, whatever came of it. */
export async function noteBooksChecked(db: Db, at: Date): Promise<void> {
  const state = await moneyState(db)
  if (state?.frozenReason != null) await freezeMoney(db, { reason: state.frozenReason, at })
  else await unfreezeMoney(db, { at })
}

/** What health says of it: nothing that names a row, since everybody may ask. */
export interface Verified {
  ok: boolean
  /** How many things are wrong, by check, with what is always true and what to do. */
  wrong: { check: string; sentence: string; todo: string; count: number }[]
  /** Accounts that pay nothing until something is right. */
  frozenAccounts: number
  /** Everything was looked at since then; null until each table was passed over once. */
  allCheckedSince: Date | null
}

export async function readVerified(db: Db): Promise<Verified> {
  const [state] = rowsOf<{
    counts: Record<string, number> | null
    frozen: number
    since: number | null
    walks: number
  }>(
    await db.execute(sql`
      select
        (select json_object_agg(check_id, count) from (
          select check_id, count(*) as count from finding group by check_id) counted) as counts,
        (select count(*)::integer from ledger_freeze) as frozen,
        (select extract(epoch from min(pass_ended_at))::float8 from verify_walk where walk <> 'whole') as since,
        (select count(pass_ended_at)::integer from verify_walk where walk <> 'whole') as walks`),
  )
  const wrong = CHECKS.flatMap(({ id, sentence, todo }) => {
    const count = state?.counts?.[id]
    return count === undefined ? [] : [{ check: id, sentence, todo, count }]
  })
  const isPassed = state !== undefined && state.since !== null && state.walks === SLICED_WALKS.length
  return {
    ok: wrong.length === 0,
    wrong,
    frozenAccounts: state?.frozen ?? 0,
    allCheckedSince: isPassed ? new Date(Number(state.since) * MS_PER_SECOND) : null,
  }
}
