'use client'

import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/app/trpc'
import { LinkTabs } from '@/components/ui/link-tabs'

/** Everything a seller has, a page each; the number beside "To answer" is the length of the list it opens. */
export function SellRooms() {
  const trpc = useTRPC()
  const counts = useQuery(trpc.inbox.counts.queryOptions()).data
  return (
    <LinkTabs
      label="Selling"
      items={[
        { href: '/selling/to-answer', label: 'To answer', count: counts?.toAnswer ?? 0 },
        { href: '/selling/alerts', label: 'Alerts' },
        { href: '/selling', label: 'Offers' },
        { href: '/bots', label: 'Bots' },
        { href: '/leaderboards', label: 'Leaderboards' },
      ]}
    />
  )
}
