'use client'

import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useRefresh } from '@/app/questions/[id]/use-question'
import { useTRPC, useTRPCClient } from '@/app/trpc'
import { useIsInSight } from '@/app/use-is-in-sight'

/**
 * Who looks at a question has read what the inbox says of it. What is unread is asked for first, then the page is brought up to date, and
 * then what was unread before is marked: news that comes meanwhile stays unread until it is shown too.
 */
export function useReadNotices(questionId: string, isSignedIn: boolean): void {
  const trpc = useTRPC()
  const api = useTRPCClient()
  const refresh = useRefresh()
  const isInSight = useIsInSight()
  // The header's badge: fetched anew at each hint that something has come.
  const { data, dataUpdatedAt } = useQuery({ ...trpc.inbox.counts.queryOptions(), enabled: isSignedIn })
  const hasUnread = (data?.forYou ?? 0) > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies(dataUpdatedAt): a line may have come while another one was read.
  useEffect(() => {
    if (!isInSight || !hasUnread) return
    const read = async () => {
      const asOf = await api.notices.unreadAt.query({ questionId })
      if (asOf === null) return
      await refresh()
      await api.notices.mark.mutate({ questionId, asOf })
    }
    // Nothing is lost where the market is not reached: the lines stay unread.
    read().catch(() => {})
  }, [api, dataUpdatedAt, hasUnread, isInSight, questionId, refresh])
}
