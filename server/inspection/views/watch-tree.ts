import type { Deps } from '../../deps'
import type { Viewer } from '../../market/private/sight'
import type { TreeDelta } from '../../tree/contract'
import { readDelta } from './tree-view'

/** A look at the table even without a hint: hints may be lost, events may not. */
const LOOK_EVERY_MS = 15_000

/**
 * What happens in a tree after the event `afterSeq`, as it comes, without gaps or repeats, until `signal`: each delta follows
 * the one before, and what piles up while one is taken comes as one. Listens before it reads, so nothing falls between; the
 * right to watch is checked again with every reading.
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
      const delta = await readDelta(deps, viewer, rootId, seen)
      if (delta) {
        seen = delta.lastSeq
        yield delta
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
