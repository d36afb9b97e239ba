import { and, eq, sql } from 'drizzle-orm'
import { purchases } from '@/db/schema'
import type { Deps } from '../../deps'
import type { Viewer } from '../../market/private/sight'
import { occasions } from '../../realtime/occasions'
import { type Outcome, outcomeOf } from '../../tree/outcome'
import { viewTree } from './tree-view'

/** A look even without a hint: hints may be lost. */
const LOOK_EVERY_MS = 1_000

type ReadDeps = Pick<Deps, 'db' | 'bus' | 'cipher' | 'prose'>

/** What an inspection has come to so far. @throws AppError `market.context_not_found`. */
export async function readOutcome(deps: ReadDeps, viewer: Viewer, rootId: string): Promise<Outcome> {
  const tree = await viewTree(deps, viewer, rootId)
  const [spent] = await deps.db
    .select({ micros: sql<string>`coalesce(sum(${purchases.priceMicros}), 0)` })
    .from(purchases)
    .where(and(eq(purchases.rootId, rootId)))
  return outcomeOf(tree, BigInt(spent?.micros ?? 0))
}

/** The same once the inspection is over, or as it stands after `waitMs`. */
export async function awaitOutcome(
  deps: ReadDeps,
  viewer: Viewer,
  { rootId, waitMs, signal }: { rootId: string; waitMs: number; signal: AbortSignal | undefined },
): Promise<Outcome> {
  const late = AbortSignal.timeout(waitMs)
  const until = signal === undefined ? late : AbortSignal.any([late, signal])
  for await (const _ of occasions(deps.bus, rootId, LOOK_EVERY_MS, until)) {
    const outcome = await readOutcome(deps, viewer, rootId)
    if (outcome.isOver) return outcome
  }
  return readOutcome(deps, viewer, rootId)
}
