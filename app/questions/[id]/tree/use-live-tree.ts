import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSubscription } from '@trpc/tanstack-react-query'
import { useEffect, useReducer, useState } from 'react'
import { useTRPC } from '@/app/trpc'
import type { TreeView } from '@/server/tree/contract'
import { applyDelta } from '@/server/tree/delta'

export type Connection = 'connecting' | 'live' | 'reconnecting'

/** A tree as it was drawn by the server, or as this browser saw it last; fetched when it has seen none. */
export function useTree(rootId: string, initial: TreeView | undefined) {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.inspection.tree.queryOptions({ rootId }),
    initialData: initial,
    // However old it is, the stream goes on from there.
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/**
 * A tree as it is now: `look`, which was read once, with everything that the stream has brought since. A connection that drops
 * comes back by itself and goes on after the last delta. A tree that is over is not followed: browsers keep only a few
 * connections open.
 */
export function useLiveView(look: TreeView): { view: TreeView; connection: Connection } {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { rootId } = look
  const [followed, hear] = useReducer(applyDelta, look)
  // An action of the viewer reads the tree again, and may be ahead of the stream.
  const view = followed.lastSeq > look.lastSeq ? followed : look
  // Fixed at the start: a changed input would end the subscription and begin another.
  const [firstId] = useState(String(look.lastSeq))
  const stream = useSubscription(
    trpc.inspection.follow.subscriptionOptions(
      { rootId, lastEventId: firstId },
      { enabled: !isOver(view), onData: ({ data }) => hear(data) },
    ),
  )
  // For the rest of the page, and for whoever comes back to this tree.
  useEffect(() => {
    client.setQueryData(trpc.inspection.tree.queryKey({ rootId }), view)
  }, [client, trpc, rootId, view])

  return {
    view,
    connection: stream.status === 'pending' ? 'live' : stream.error ? 'reconnecting' : 'connecting',
  }
}

/** Nothing more will happen by itself: it was stopped, or its answer is there. */
function isOver(view: TreeView): boolean {
  if (view.status === 'cancelled' || view.status === 'failed') return true
  return view.status === 'settled' && view.answer !== null && !view.isAnswerDue
}
