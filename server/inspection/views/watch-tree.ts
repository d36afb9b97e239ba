import type { Deps } from '../../deps'
import type { Viewer } from '../../market/private/sight'
import { occasions } from '../../realtime/occasions'
import type { TreeDelta } from '../../tree/contract'
import { readDelta } from './tree-view'

/** A look at the table even without a hint: hints may be lost, events may not. */
const LOOK_EVERY_MS = 15_000

/**
 * What happens in a tree after the event `afterSeq`, as it comes, without gaps or repeats, until `signal`: each delta follows
 * the one before, and what piles up while one is taken comes as one. The right to watch is checked again with every reading.
 *
 * @throws AppError `market.context_not_found` when the viewer may not watch the tree, also when that ends.
 */
export async function* watchTree(
  deps: Pick<Deps, 'db' | 'bus' | 'cipher' | 'prose'>,
  viewer: Viewer,
  rootId: string,
  afterSeq: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<TreeDelta> {
  let seen = afterSeq
  for await (const _ of occasions(deps.bus, rootId, LOOK_EVERY_MS, signal)) {
    const delta = await readDelta(deps, viewer, rootId, seen)
    if (!delta) continue
    seen = delta.lastSeq
    yield delta
  }
}
