import { and, eq, lte, type SQL, sql } from 'drizzle-orm'
import { type Db, rowsOf } from '@/db/client'
import { type errandKind, errands } from '@/db/schema'
import type { Log } from '../log'
import type { Clock } from '../shared/clock'
import { leasedUntil, renewedLease, underLease } from './lease'

/** Errands taken up by one pass; the next pass goes on. */
const SWEEP_MAX = 100

export type ErrandKind = (typeof errandKind.enumValues)[number]
type Errand = { kind: ErrandKind; subjectId: string }

/** What a piece comes to: the errand is done, goes on after a place, or waits until a time. */
export type Piece = { next: string | null } | { until: Date }

type ErrandDeps = { db: Db; clock: Clock; log: Pick<Log, 'warn' | 'error'> }

/**
 * Writes what is to be done for some subjects, in the transaction that makes it true. What is under way for one of them begins anew;
 * with `at` it is due then, or when it was due before, whichever comes first.
 */
export async function putErrands(
  tx: Db,
  deps: { clock: Clock },
  { kind, subjectIds, at }: { kind: ErrandKind; subjectIds: readonly string[]; at?: Date },
): Promise<void> {
  if (subjectIds.length === 0) return
  const dueAt = at ?? deps.clock.now()
  // In one order for everybody.
  const rows = [...new Set(subjectIds)].sort().map((subjectId) => ({ kind, subjectId, dueAt }))
  await tx
    .insert(errands)
    .values(rows)
    .onConflictDoUpdate({
      target: [errands.kind, errands.subjectId],
      set: {
        after: null,
        tries: 0,
        version: sql`${errands.version} + 1`,
        dueAt: sql`least(${errands.dueAt}, excluded.due_at)`,
      },
    })
}

/**
 * Does the next piece of an errand under a lease, when it is due and nobody else is at it. `piece` must be safe to repeat: it is,
 * when this process dies before its place is written. Returns whether another piece is due.
 */
export async function doErrand(
  deps: ErrandDeps,
  errand: Errand,
  piece: (after: string | null) => Promise<Piece>,
): Promise<boolean> {
  const now = deps.clock.now()
  const is = and(eq(errands.kind, errand.kind), eq(errands.subjectId, errand.subjectId))
  const [claimed] = await deps.db
    .update(errands)
    .set({ tries: sql`${errands.tries} + 1`, dueAt: leasedUntil(now, errands.tries) })
    .where(and(is, lte(errands.dueAt, now)))
    .returning({ after: errands.after, version: errands.version })
  if (!claimed) return false
  const isOurs = and(is, eq(errands.version, claimed.version))
  const renew = async () => {
    const dueAt = renewedLease(deps.clock.now(), errands.dueAt)
    return (await deps.db.update(errands).set({ dueAt }).where(isOurs).returning()).length > 0
  }
  const done = await underLease(deps, renew, () => piece(claimed.after))
  if ('next' in done && done.next === null) {
    await deps.db.delete(errands).where(isOurs)
    return false
  }
  const goesOn = 'next' in done
  await deps.db
    .update(errands)
    .set({ tries: 0, ...(goesOn ? { after: done.next, dueAt: deps.clock.now() } : { dueAt: done.until }) })
    .where(isOurs)
  return goesOn
}

/** Whatever is due, handed to who does it; what fails is due again. */
export async function sweepErrands(
  deps: ErrandDeps,
  doers: Readonly<Record<ErrandKind, (subjectId: string) => Promise<void>>>,
): Promise<void> {
  for (const { kind, subjectId } of rowsOf<Errand>(await deps.db.execute(dueErrands(deps.clock.now())))) {
    await doers[kind](subjectId).catch((error: unknown) =>
      deps.log.error({ err: error, kind, subjectId }, 'an errand failed'),
    )
  }
}

export const dueErrands = (now: Date): SQL => sql`
  select kind, subject_id as "subjectId" from errand
  where due_at <= ${now.toISOString()}::timestamptz order by due_at limit ${SWEEP_MAX}`
