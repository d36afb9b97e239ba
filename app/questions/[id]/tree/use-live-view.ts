import { useQuery } from '@tanstack/react-query'
import { useSubscription } from '@trpc/tanstack-react-query'
import { useEffect, useMemo, useState } from 'react'
import { useTRPC } from '@/app/trpc'
import type { TreeEvent, TreeView } from '@/server/tree/contract'

/** Events of one verdict come together; one look at the tree serves them all. */
const LOOK_AFTER_MS = 200
/** After a look that failed, and failed again when it was retried. */
const LOOK_AFTER_FAILURE_MS = 5_000

export type Connection = 'connecting' | 'live' | 'reconnecting'

export type LiveView = {
  /** Null until the first look has answered. */
  view: TreeView | null
  connection: Connection
  /** The first look failed for good. */
  error: { message: string } | null
}

/**
 * A tree as it is now. Listens first and looks after, so that no event falls between the two; an event that both bring is
 * counted once. A connection that drops comes back by itself and goes on after the last event heard. New events lead to
 * another look, because what they opened (a question, a text that was bought) is not in them. A tree that is over is not
 * listened to: browsers keep only a few connections open.
 */
export function useLiveView(rootId: string, initial: TreeView | undefined): LiveView {
  const trpc = useTRPC()
  const [heard, setHeard] = useState<readonly TreeEvent[]>([])
  // Fixed at the start: a changed input would end the subscription and begin another.
  const [firstId] = useState(() => (initial ? String(initial.lastSeq) : null))

  const look = useQuery({
    ...trpc.inspection.tree.queryOptions({ rootId }),
    initialData: initial,
    // What the server drew may be a moment old, and the subscription says what has happened since.
    refetchOnMount: initial ? false : 'always',
  })
  const events = useSubscription(
    trpc.inspection.events.subscriptionOptions(
      { rootId, lastEventId: firstId },
      {
        enabled: !isOver(look.data),
        onData: ({ data }) =>
          setHeard((before) => (before.some((event) => event.seq === data.seq) ? before : [...before, data])),
      },
    ),
  )

  const view = useMemo(() => (look.data ? withEvents(look.data, heard) : null), [look.data, heard])
  const seenSeq = look.data?.lastSeq
  const isBehind = seenSeq !== undefined && heard.some((event) => event.seq > seenSeq)
  const { isFetching, isError, refetch } = look
  useEffect(() => {
    if (!isBehind || isFetching) return
    const timer = setTimeout(refetch, isError ? LOOK_AFTER_FAILURE_MS : LOOK_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isBehind, isFetching, isError, refetch])

  return {
    view,
    connection: events.status === 'pending' ? 'live' : events.error ? 'reconnecting' : 'connecting',
    error: view ? null : look.error,
  }
}

/** Nothing more will happen by itself: it was stopped, or its answer is there. */
function isOver(view: TreeView | undefined): boolean {
  if (!view) return false
  if (view.status === 'cancelled' || view.status === 'failed') return true
  return view.status === 'settled' && view.answer !== null
}

/**
 * The view with the events that came after it, each once, in order, up to the first about something that the view does not
 * hold yet: that one, and what followed, appear with the next look.
 */
export function withEvents(view: TreeView, heard: readonly TreeEvent[]): TreeView {
  const newer = heard.filter((event) => event.seq > view.lastSeq).sort((one, other) => one.seq - other.seq)
  if (newer.length === 0) return view
  const known = new Set([...view.contexts, ...view.offers].map((row) => row.id))
  const firstUnknown = newer.findIndex(
    ({ contextId, offerId }) => !known.has(contextId) || (offerId !== null && !known.has(offerId)),
  )
  const drawable = firstUnknown === -1 ? newer : newer.slice(0, firstUnknown)
  if (drawable.length === 0) return view
  return { ...view, events: [...view.events, ...drawable], lastSeq: drawable.at(-1)?.seq ?? view.lastSeq }
}
