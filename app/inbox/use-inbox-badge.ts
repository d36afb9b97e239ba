'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSubscription } from '@trpc/tanstack-react-query'
import { useTRPC } from '@/app/trpc'
import { useIsInSight } from '@/app/use-is-in-sight'

/**
 * What the badges count, kept up to date wherever one is. A hint says that something may have changed; what has is
 * asked for. Only the window in sight listens, since browsers keep few connections open; one that comes into sight asks anew.
 */
export function useInboxBadge(): { toAnswer: number; forYou: number } {
  const trpc = useTRPC()
  const client = useQueryClient()
  const isInSight = useIsInSight()
  const counts = useQuery(trpc.inbox.counts.queryOptions()).data
  useSubscription(
    trpc.inbox.watch.subscriptionOptions(undefined, {
      enabled: isInSight,
      onData: () => {
        void client.invalidateQueries(trpc.inbox.pathFilter())
        void client.invalidateQueries(trpc.notices.list.pathFilter())
        void client.invalidateQueries(trpc.home.pathFilter())
        // Whatever was sold, bought or returned is told by a line, so what there is to spend may have changed.
        void client.invalidateQueries(trpc.wallet.pathFilter())
        // And with it the question on this page, which must not say otherwise.
        void client.invalidateQueries(trpc.contexts.room.pathFilter())
      },
    }),
  )
  return { toAnswer: counts?.toAnswer ?? 0, forYou: counts?.forYou ?? 0 }
}
