import { and, eq, gte, inArray, isNull, notInArray, sql } from 'drizzle-orm'
import { contexts, inspections, noticeProgress } from '@/db/schema'
import type { Deps } from '../../deps'
import { tellTree } from './tell'
import { isInboxTopic } from './topic'

/** A tree is told once it has been quiet for a second, so that telling does not run beside the engine's steps … */
const QUIET_MS = 1_000
/** … but after this long in any case: a long inspection is told while it runs. */
const WAIT_MAX_MS = 10_000
const LOOK_EVERY_MS = 500
/** The safety net for hints that were lost. */
const SWEEP_EVERY_MS = 60_000
/** Clocks of several machines, and transactions that were open while a sweep looked. */
const SWEEP_MARGIN_MS = 60_000

const ENDED = ['settled', 'cancelled', 'failed'] as const

type TellerDeps = Pick<Deps, 'db' | 'bus' | 'clock' | 'ids' | 'jobs' | 'log'>

export interface Teller {
  stop(): Promise<void>
}

/**
 * Turns what happens in trees into notices while the process runs: hints of the bus say which trees have moved, and a sweep
 * once a minute finds what no hint told of. Apart from the engine: it reads events after their commit.
 */
export function createTeller(deps: TellerDeps): Teller {
  const waiting = new Map<string, { first: number; last: number }>()
  const sweep = createSweep(deps)
  let nextSweep = 0
  let working: Promise<void> | null = null

  const stopListening = deps.bus.subscribeAll((topic) => {
    const now = Date.now()
    if (topic === null) nextSweep = now
    else if (!isInboxTopic(topic)) waiting.set(topic, { first: waiting.get(topic)?.first ?? now, last: now })
  })
  const timer = setInterval(() => {
    working ??= work().finally(() => {
      working = null
    })
  }, LOOK_EVERY_MS)

  async function work(): Promise<void> {
    const now = Date.now()
    const due = [...waiting].filter(
      ([, { first, last }]) => now - last >= QUIET_MS || now - first >= WAIT_MAX_MS,
    )
    for (const [rootId] of due) {
      waiting.delete(rootId)
      await tell(rootId)
    }
    if (now < nextSweep) return
    nextSweep = now + SWEEP_EVERY_MS
    const behind = await sweep().catch((error: unknown) => {
      deps.log.error({ err: error }, 'the sweep for notices failed')
      return []
    })
    for (const rootId of behind) if (!waiting.has(rootId)) await tell(rootId)
  }

  /** What fails now is found again by the next sweep. */
  async function tell(rootId: string): Promise<void> {
    await tellTree(deps, rootId).catch((error: unknown) =>
      deps.log.error({ err: error, rootId }, 'a tree was not told'),
    )
  }

  return {
    async stop() {
      stopListening()
      clearInterval(timer)
      await working
    },
  }
}

/**
 * Finds trees whose events were not all told. The first time every tree is looked at; after that those that are open, were
 * open the last time, or began since, each found through an index: no other tree can have a new event.
 */
export function createSweep(deps: Pick<Deps, 'db' | 'clock'>): () => Promise<string[]> {
  let before: { at: Date; open: string[] } | null = null
  return async () => {
    const at = deps.clock.now()
    const open = await openTrees(deps)
    const suspects =
      before === null ? null : new Set([...open, ...before.open, ...(await bornSince(before.at))])
    const behind = await readBehind(suspects === null ? null : [...suspects])
    // What is behind now is looked at once more: telling it may fail.
    before = { at, open: [...new Set([...open, ...behind])] }
    return behind
  }

  async function bornSince(at: Date): Promise<string[]> {
    const rows = await deps.db
      .select({ id: contexts.id })
      .from(contexts)
      .where(
        and(isNull(contexts.parentId), gte(contexts.createdAt, new Date(at.getTime() - SWEEP_MARGIN_MS))),
      )
    return rows.map(({ id }) => id)
  }

  async function readBehind(among: string[] | null): Promise<string[]> {
    const rows = await deps.db
      .select({ rootId: inspections.rootId })
      .from(inspections)
      .leftJoin(noticeProgress, eq(noticeProgress.rootId, inspections.rootId))
      .where(
        and(
          among === null ? undefined : inArray(inspections.rootId, among),
          sql`${inspections.lastSeq} > coalesce(${noticeProgress.seq}, 0)`,
        ),
      )
    return rows.map(({ rootId }) => rootId)
  }
}

async function openTrees({ db }: Pick<Deps, 'db'>): Promise<string[]> {
  const rows = await db
    .select({ rootId: inspections.rootId })
    .from(inspections)
    .where(notInArray(inspections.status, [...ENDED]))
  return rows.map(({ rootId }) => rootId)
}
