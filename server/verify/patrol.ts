import { and, eq, lte, sql } from 'drizzle-orm'
import type { Db } from '@/db/client'
import { verifyWalks } from '@/db/schema'
import type { Deps } from '../deps'
import { checkOf, checksOf } from './checks/all'
import { noteBooksChecked, record } from './findings'
import { findIn, type Tools } from './run'
import { readSubjects, SLICED_WALKS, type SlicedWalk, type WalkName } from './walks'

/** Each walk goes on this often. */
const EVERY_MS = 60_000
/** How often a process looks whether a walk is due; whoever comes first has it. */
const LOOK_EVERY_MS = 5_000
/** One walk's share of a minute: with all walks, a twentieth of one connection at the very most. */
const SHARE_MS = 200
/** A slice that takes longer is made smaller, one far shorter larger; a PGlite market waits for it. */
const SLICE_MS = 60
const SIZE_FIRST = 50
const SIZE_MAX = 500
/** A walk whose process died is taken up again. */
const LEASE_MS = 60_000
/** A slice that a table without its index, or a tree out of proportion, makes slow is given up by a server. */
const STATEMENT_MS = 5_000

const WALKS: readonly WalkName[] = [...SLICED_WALKS, 'whole']

type PatrolDeps = Pick<Deps, 'db' | 'clock' | 'cipher' | 'log'>

export interface Patrol {
  stop(): Promise<void>
}

/**
 * Checks the market while it works: every minute some slices of every walk, as many as fit into its share, going on where the last minute
 * stopped. Processes share the walks. What is found goes into the table, into the log once, and stops the money it is about.
 */
export function startPatrol(deps: PatrolDeps): Patrol {
  let isStopped = false
  let working: Promise<void> | null = null
  const work = () => {
    working ??= patrolOnce(deps, () => isStopped)
      .catch((error: unknown) => deps.log.error({ err: error }, 'the market could not be checked'))
      .finally(() => {
        working = null
      })
  }
  const timer = setInterval(work, LOOK_EVERY_MS)
  return {
    async stop() {
      isStopped = true
      clearInterval(timer)
      await working
    },
  }
}

/** Does every walk that is due, one after another. */
export async function patrolOnce(deps: PatrolDeps, isStopped: () => boolean = () => false): Promise<void> {
  await deps.db
    .insert(verifyWalks)
    .values(WALKS.map((walk) => ({ walk, dueAt: deps.clock.now(), size: SIZE_FIRST })))
    .onConflictDoNothing()
  for (const walk of WALKS) {
    if (isStopped()) return
    const claimed = await claimWalk(deps, walk)
    if (claimed === null) continue
    await (walk === 'whole'
      ? lookAtWhole(deps)
      : goOn(deps, { ...claimed, walk: walk as SlicedWalk }, isStopped)
    ).catch((error: unknown) => giveWay(deps, { walk, size: claimed.size, error }))
  }
}

type Place = { after: string | null; size: number; checked: number }

async function claimWalk({ db, clock }: PatrolDeps, walk: WalkName): Promise<Place | null> {
  const now = clock.now()
  const [claimed] = await db
    .update(verifyWalks)
    .set({
      dueAt: new Date(now.getTime() + LEASE_MS),
      passBegunAt: sql`case when ${verifyWalks.after} is null then ${now.toISOString()}::timestamptz else ${verifyWalks.passBegunAt} end`,
    })
    .where(and(eq(verifyWalks.walk, walk), lte(verifyWalks.dueAt, now)))
    .returning({ after: verifyWalks.after, size: verifyWalks.size, checked: verifyWalks.checked })
  return claimed ?? null
}

/** Slices until the share is used or the pass has ended; then the next minute's turn. */
async function goOn(
  deps: PatrolDeps,
  { walk, ...from }: Place & { walk: SlicedWalk },
  isStopped: () => boolean,
): Promise<void> {
  const begun = performance.now()
  let { after, size, checked } = from
  do {
    const sliceBegun = performance.now()
    const { ids } = await lookAtSlice(deps, { walk, after, size })
    const took = performance.now() - sliceBegun
    const isEnd = ids.length < size
    after = isEnd ? null : (ids.at(-1) ?? null)
    checked = isEnd ? 0 : checked + ids.length
    if (took > SLICE_MS) size = Math.max(1, Math.floor(size / 2))
    else if (took < SLICE_MS / 4 && !isEnd) size = Math.min(SIZE_MAX, size * 2)
    await deps.db
      .update(verifyWalks)
      .set({ after, size, checked, ...(isEnd ? { passEndedAt: sql`${verifyWalks.passBegunAt}` } : {}) })
      .where(eq(verifyWalks.walk, walk))
    if (isEnd) break
  } while (performance.now() - begun < SHARE_MS && !isStopped())
  await isDueNext(deps, walk)
}

async function isDueNext({ db, clock }: PatrolDeps, walk: WalkName): Promise<void> {
  await db
    .update(verifyWalks)
    .set({ dueAt: new Date(clock.now().getTime() + EVERY_MS) })
    .where(eq(verifyWalks.walk, walk))
}

async function lookAtSlice(
  deps: PatrolDeps,
  { walk, after, size }: { walk: SlicedWalk; after: string | null; size: number },
): Promise<{ ids: string[] }> {
  const checks = checksOf(walk)
  const { ids, found } = await onSnapshot(deps, async (tools) => {
    const subjects = await readSubjects(tools.db, walk, { after, most: size })
    return {
      ids: subjects,
      found: subjects.length === 0 ? [] : await findIn(tools, { checks, ids: subjects }),
    }
  })
  await tell(deps, await record(deps.db, { checks, ids }, { found, at: deps.clock.now() }))
  return { ids }
}

async function lookAtWhole(deps: PatrolDeps): Promise<void> {
  const checks = checksOf('whole')
  const found = await onSnapshot(deps, (tools) => findIn(tools, { checks, ids: [] }))
  await tell(deps, await record(deps.db, { checks, ids: null }, { found, at: deps.clock.now() }))
  await noteBooksChecked(deps.db, deps.clock.now())
  await isDueNext(deps, 'whole')
}

/** What is written together is seen together. */
function onSnapshot<T>({ db, clock, cipher }: PatrolDeps, look: (tools: Tools) => Promise<T>): Promise<T> {
  return db.transaction(
    async (tx) => {
      await tx.execute(sql`set local statement_timeout = ${sql.raw(String(STATEMENT_MS))}`)
      return look({ db: tx as Db, cipher, now: clock.now() })
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

/** A slice that could not be looked at is tried again smaller; a single subject is passed over, and said. */
async function giveWay(
  deps: PatrolDeps,
  { walk, size, error }: { walk: WalkName; size: number; error: unknown },
): Promise<void> {
  deps.log.error({ err: error, walk, size }, 'a slice of the market could not be checked')
  const [place] = await deps.db.select().from(verifyWalks).where(eq(verifyWalks.walk, walk))
  if (place && walk !== 'whole') {
    const next =
      place.size > 1
        ? { size: Math.max(1, Math.floor(place.size / 2)) }
        : { after: await subjectAfter(deps.db, walk as SlicedWalk, place.after) }
    await deps.db.update(verifyWalks).set(next).where(eq(verifyWalks.walk, walk))
  }
  await isDueNext(deps, walk)
}

async function subjectAfter(db: Db, walk: SlicedWalk, after: string | null): Promise<string | null> {
  const [next] = await readSubjects(db, walk, { after, most: 1 })
  return next ?? null
}

/** Each finding is said once, with what to do. */
async function tell({ log }: PatrolDeps, { fresh, gone }: Awaited<ReturnType<typeof record>>): Promise<void> {
  for (const { check, subject, problem, account } of fresh)
    log.error(
      { check, subject, problem, account, todo: checkOf(check)?.todo },
      'the market contradicts itself',
    )
  if (gone > 0) log.info({ gone }, 'what contradicted itself is right again')
}
