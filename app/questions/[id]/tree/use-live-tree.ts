import { useSubscription } from '@trpc/tanstack-react-query'
import { useReducer, useState } from 'react'
import { useTRPC } from '@/app/trpc'
import { useIsInSight } from '@/app/use-is-in-sight'
import type { TreeDelta, TreeView } from '@/server/tree/contract'
import { applyDelta } from '@/server/tree/delta'

export type LiveTree = { view: TreeView; connection: 'connecting' | 'live' | 'reconnecting' }

/**
 * A tree as it is now: `look`, which was read last, with everything that the stream has brought since. A connection that drops
 * comes back by itself and goes on after the last delta. A tree that is over is not followed, nor one that nobody looks at:
 * browsers keep only a few connections open.
 *
 * @param onChange called whenever something has happened in the tree.
 * @returns null without a look: this viewer may not watch.
 */
export function useLiveTree(rootId: string, look: TreeView | null, onChange: () => void): LiveTree | null {
  const trpc = useTRPC()
  const isInSight = useIsInSight()
  const [followed, hear] = useReducer(withDelta, look)
  // A page that looks again may be ahead of the stream.
  const view = followed !== null && look !== null && followed.lastSeq > look.lastSeq ? followed : look
  // Fixed at the start: a changed input would end the subscription and begin another.
  const [firstId] = useState(String(look?.lastSeq ?? 0))
  const stream = useSubscription(
    trpc.inspection.follow.subscriptionOptions(
      { rootId, lastEventId: firstId },
      {
        enabled: isInSight && view !== null && !isOver(view),
        onData: ({ data }) => {
          hear(data)
          onChange()
        },
      },
    ),
  )
  if (view === null) return null
  return {
    view,
    connection: stream.status === 'pending' ? 'live' : stream.error ? 'reconnecting' : 'connecting',
  }
}

const withDelta = (view: TreeView | null, delta: TreeDelta) =>
  view === null ? null : applyDelta(view, delta)

/** Nothing more will happen by itself: it was stopped, or its answer is there. */
function isOver(view: TreeView): boolean {
  if (view.status === 'cancelled' || view.status === 'failed') return true
  return view.status === 'settled' && view.answer !== null && !view.isAnswerDue
}
