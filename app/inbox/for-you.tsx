'use client'

import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import Link from 'next/link'
import { useTRPC } from '@/app/trpc'
import { readServerError } from '@/components/form/server-error'
import { ArrivalsPill } from '@/components/inbox/arrivals-pill'
import { ListEnd, ListFault } from '@/components/inbox/list-parts'
import { NoticeRow } from '@/components/inbox/notice-row'
import { useArrivals } from '@/components/inbox/use-arrivals'
import { Button } from '@/components/ui/button'
import { EmptyState, SkeletonText } from '@/components/ui/feedback'
import { toast } from '@/components/ui/toast'
import type { InboxCounts, Notice, NoticePage } from '@/server/contract/inbox'

/** A line that has grown moves to the top: it waits there as a new one would. */
const lineOf = ({ id, changedAt }: Notice) => `${id} ${changedAt.getTime()}`

/** What the server drew the page with. */
export type ForYouProps = { firstCounts: InboxCounts; firstPage: NoticePage }

/** What happened to this person's offers, questions and bots: a line for each cause. */
export function ForYou({ firstCounts, firstPage }: ForYouProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const unread = useQuery({ ...trpc.inbox.counts.queryOptions(), initialData: firstCounts }).data.forYou
  const list = useInfiniteQuery({
    ...trpc.notices.list.infiniteQueryOptions({}, { getNextPageParam: (page) => page.nextCursor }),
    initialData: { pages: [firstPage], pageParams: [null] },
  })
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  const { shown, waiting, show } = useArrivals(items, lineOf, 'for-you')
  const mark = useMutation(
    trpc.notices.mark.mutationOptions({
      onSettled: () =>
        Promise.all([
          client.invalidateQueries(trpc.notices.pathFilter()),
          client.invalidateQueries(trpc.inbox.counts.pathFilter()),
        ]),
      onError: (error) => toast.error(readServerError(error).message),
    }),
  )

  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-muted text-sm">
          What you hear of, and whether by e-mail, is{' '}
          <Link href="/settings#notices" className="underline hover:text-ink">
            in your settings
          </Link>
          .
        </p>
        {items.length > 0 ? (
          <Button
            size="sm"
            className="pointer-coarse:min-h-11"
            disabled={unread === 0}
            pending={mark.isPending && mark.variables === 'all'}
            onClick={() => mark.mutate('all')}
          >
            Mark all read
          </Button>
        ) : null}
      </div>
      {list.error && items.length === 0 ? (
        <ListFault message={readServerError(list.error).message} onRetry={() => void list.refetch()} />
      ) : list.isPending ? (
        <SkeletonText lines={6} />
      ) : items.length === 0 ? (
        <EmptyState icon={<Bell aria-hidden />} title="Nothing has happened yet">
          When an agent reads an offer of yours, buys it or says why not, and when your questions get offers
          or end, a line appears here.
        </EmptyState>
      ) : (
        <div>
          <ArrivalsPill waiting={waiting} onShow={show} />
          <ul className="divide-y divide-line border-line border-t">
            {shown.map((notice) => (
              <NoticeRow
                key={notice.id}
                notice={notice}
                onOpen={() => {
                  if (!notice.isRead) mark.mutate({ ids: [notice.id] })
                }}
              />
            ))}
          </ul>
        </div>
      )}
      <ListEnd
        hasMore={list.hasNextPage}
        isLoading={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      />
    </div>
  )
}
