import { eq } from 'drizzle-orm'
import { contexts, inspections } from '@/db/schema'
import type { Deps } from '../../deps'
import { AppError } from '../../errors'
import { canSeeTree, type Viewer } from '../../market/visibility'
import type { TreeEvent } from '../../tree/contract'
import { readEvents } from './tree-view'

/** A look at the table even without a hint: hints may be lost, events may not. */
const LOOK_EVERY_MS = 15_000

/**
 * Events of a tree after `afterSeq`, as they come, without gaps or repeats, until `signal`. Listens before it reads, so
 * nothing falls between; the right to watch is checked again with every reading.
 *
 * @throws AppError `market.context_not_found` when the viewer may not watch the tree, also when that ends.
 */
export async function* watchTree(
  deps: Pick<Deps, 'db' | 'bus'>,
  viewer: Viewer,
  rootId: string,
  afterSeq: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<TreeEvent> {
  let wake: () => void = () => {}
  let hasHint = true
  const stopListening = deps.bus.subscribe(rootId, () => {
    hasHint = true
    wake()
  })
  const onAbort = () => wake()
  signal?.addEventListener('abort', onAbort)
  try {
    let seen = afterSeq
    while (!signal?.aborted) {
      hasHint = false
      await requireWatcher(deps, viewer, rootId)
      for (const event of await readEvents(deps, rootId, seen)) {
        seen = event.seq
        yield event
      }
      if (hasHint || signal?.aborted) continue
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, LOOK_EVERY_MS)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  } finally {
    stopListening()
    signal?.removeEventListener('abort', onAbort)
  }
}

async function requireWatcher(deps: Pick<Deps, 'db'>, viewer: Viewer, rootId: string): Promise<void> {
  const [tree] = await deps.db
    .select({ buyerId: contexts.buyerId, isTreePublic: inspections.isTreePublic })
    .from(inspections)
    .innerJoin(contexts, eq(contexts.id, inspections.rootId))
    .where(eq(inspections.rootId, rootId))
  if (!tree || !canSeeTree(viewer, tree)) throw new AppError('market.context_not_found')
}
