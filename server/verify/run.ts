import { type SQL, sql } from 'drizzle-orm'
import { type Db, rowsOf } from '@/db/client'
import type { Cipher } from '../shared/cipher'
import type { Area, Check, Problem } from './check'
import { CHECKS, checksOf } from './checks/all'
import { readSubjects, SLICED_WALKS, type SlicedWalk, type WalkName } from './walks'

/** Subjects of one slice of a whole verification: large enough that the round trips do not count. */
const SLICE = 1_000

/** Ids and amounts of one row; it is part of a key. */
const PROBLEM_CHARS_MAX = 500

/** What a slice's checks found: a problem, and the check that found it. */
export interface Finding extends Problem {
  check: string
}

export interface Tools {
  db: Db
  /** Null leaves out whether sealed texts open. */
  cipher: Cipher | null
  now: Date
}

/** Holds the subjects of one slice against the checks of their walk: one statement, and the opening of what is sealed. */
export async function findIn(
  { db, cipher, now }: Tools,
  { checks, ids }: { checks: readonly Check[]; ids: readonly string[] },
): Promise<Finding[]> {
  const slice = { ids: sql`${sql.param([...ids])}::text[]`, now: sql`${now.toISOString()}::timestamptz` }
  const queries = checks.flatMap((check): SQL[] =>
    'find' in check
      ? [
          sql`select ${check.id}::text as "check", subject, left(problem, ${PROBLEM_CHARS_MAX}) as problem, account from (${check.find(slice)}) found`,
        ]
      : [],
  )
  const found =
    queries.length === 0
      ? []
      : rowsOf<Finding>(
          await db.execute(sql`select distinct * from (${sql.join(queries, sql` union all `)}) all_found`),
        )
  if (cipher === null) return found
  for (const check of checks) {
    if (!('open' in check)) continue
    const shut = await check.open({ db, cipher }, ids)
    found.push(...shut.map((problem) => ({ check: check.id, ...problem })))
  }
  return found
}

export interface CheckReport {
  check: Check
  /** How many subjects were looked at; null for what is found by a single look. */
  checked: number | null
  findings: Finding[]
}

/**
 * Holds a whole market, or some areas of it, against its checks, on one snapshot, so that a market at work does not disturb it.
 */
export async function verifyMarket(
  { db, cipher, now }: Tools,
  { areas, slice = SLICE }: { areas?: readonly Area[]; slice?: number } = {},
): Promise<CheckReport[]> {
  const isWanted = (check: Check) => areas === undefined || areas.includes(check.area)
  return db.transaction(
    async (tx) => {
      const tools = { db: tx, cipher, now }
      const checked = new Map<WalkName, number>()
      const found: Finding[] = []
      for (const walk of ['books', 'whole'] as const) {
        const checks = checksOf(walk).filter(isWanted)
        if (checks.length > 0) found.push(...(await findIn(tools, { checks, ids: [] })))
      }
      for (const walk of SLICED_WALKS) {
        const checks = checksOf(walk).filter(isWanted)
        if (checks.length === 0) continue
        const looked = await walkThrough(tools, { walk, checks, slice })
        checked.set(walk, looked.checked)
        found.push(...looked.found)
      }
      const byCheck = Map.groupBy(found, (finding) => finding.check)
      return CHECKS.filter(isWanted)
        .filter((check) => cipher !== null || 'find' in check)
        .map((check) => ({
          check,
          checked: checked.get(check.walk) ?? null,
          findings: byCheck.get(check.id) ?? [],
        }))
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

async function walkThrough(
  tools: Tools,
  { walk, checks, slice }: { walk: SlicedWalk; checks: readonly Check[]; slice: number },
): Promise<{ checked: number; found: Finding[] }> {
  const found: Finding[] = []
  let checked = 0
  for (let after: string | null = null; ; ) {
    const ids = await readSubjects(tools.db, walk, { after, most: slice })
    if (ids.length > 0) found.push(...(await findIn(tools, { checks, ids })))
    checked += ids.length
    after = ids.at(-1) ?? null
    if (ids.length < slice) return { checked, found }
  }
}

export const findingsOf = (reports: readonly CheckReport[]) => reports.flatMap(({ findings }) => findings)
