'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSubscription } from '@trpc/tanstack-react-query'
import { useSyncExternalStore } from 'react'
import { useTRPC } from '@/app/trpc'

/**
 * How much is new in the inbox, kept up to date wherever one is. A hint says that something may have changed; what has is
 * asked for. Only the window in sight listens, since browsers keep few connections open; one that comes into sight asks anew.
 */
export function useInboxBadge(isSignedIn: boolean): number {
  const trpc = useTRPC()
  const client = useQueryClient()
  const isInSight = useIsInSight()
  const counts = useQuery({ ...trpc.inbox.counts.queryOptions(), enabled: isSignedIn }).data
  useSubscription(
    trpc.inbox.watch.subscriptionOptions(undefined, {
      enabled: isSignedIn && isInSight,
      onData: () => {
        void client.invalidateQueries(trpc.inbox.pathFilter())
        void client.invalidateQueries(trpc.notices.list.pathFilter())
      },
    }),
  )
  return counts ? counts.toAnswer + counts.forYou : 0
}

function onSightChange(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

function useIsInSight(): boolean {
  return useSyncExternalStore(
    onSightChange,
    () => document.visibilityState === 'visible',
    () => false,
  )
}
