'use client'

import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import Link from 'next/link'
import { useQueryStates } from 'nuqs'
import { useEffect, useRef, useState } from 'react'
import { toAnswerParams } from '@/app/selling/to-answer/to-answer-params'
import { useTRPC } from '@/app/trpc'
import { readServerError } from '@/components/form/server-error'
import { ArrivalsPill } from '@/components/inbox/arrivals-pill'
import { BulkBar, type BulkMark } from '@/components/inbox/bulk-bar'
import { STATE_WORDS } from '@/components/inbox/inbox-words'
import { ItemRow } from '@/components/inbox/item-row'
import { ListEnd, ListFault } from '@/components/inbox/list-parts'
import { StateFilter } from '@/components/inbox/state-filter'
import { useArrivals } from '@/components/inbox/use-arrivals'
import { Button } from '@/components/ui/button'
import { EmptyState, SkeletonText } from '@/components/ui/feedback'
import { toast } from '@/components/ui/toast'
import type { InboxCounts, InboxItem, InboxState, ItemPage } from '@/server/contract/inbox'
import { counted } from '@/server/words/amounts'

const DONE: Readonly<Record<BulkMark, (questions: string) => string>> = {
  seen: (questions) => `${questions} marked as seen.`,
  ignored: (questions) => `${questions} ignored. Bring them back under “Ignored”.`,
  new: (questions) => `${questions} new again.`,
}

export type ToAnswerProps = {
  /** What the server drew the page with. */
  first: { state: InboxState; counts: InboxCounts; page: ItemPage }
  hasAlerts: boolean
}

/** Questions that this person's alerts have found, by where they stand. */
export function ToAnswer({ first, hasAlerts }: ToAnswerProps) {
  const trpc = useTRPC()
  const [{ show }, setParams] = useQueryStates(toAnswerParams, { history: 'push' })
  const counts = useQuery({ ...trpc.inbox.counts.queryOptions(), initialData: first.counts }).data
  return (
    <ItemsIn
      key={show}
      state={show}
      counts={counts}
      hasAlerts={hasAlerts}
      firstPage={first.state === show ? first.page : null}
      onState={(next) => void setParams({ show: next })}
    />
  )
}

type ItemsInProps = {
  state: InboxState
  counts: InboxCounts
  hasAlerts: boolean
  firstPage: ItemPage | null
  onState: (state: InboxState) => void
}

function ItemsIn({ state, counts, hasAlerts, firstPage, onState }: ItemsInProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const list = useInfiniteQuery({
    ...trpc.inbox.items.infiniteQueryOptions({ state }, { getNextPageParam: (page) => page.nextCursor }),
    initialData: firstPage ? { pages: [firstPage], pageParams: [null] } : undefined,
  })
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  const { shown, waiting, show } = useArrivals(items, ({ contextId }) => contextId, state)
  const chosen = shown.filter(({ contextId }) => selected.has(contextId))
  const mark = useMutation(
    trpc.inbox.mark.mutationOptions({
      onSettled: () => client.invalidateQueries(trpc.inbox.pathFilter()),
      onError: (error) => toast.error(readServerError(error).message),
    }),
  )
  useMatchesRead(counts.forYou)

  function select(item: InboxItem, isSelected: boolean) {
    const next = new Set(chosen.map(({ contextId }) => contextId))
    if (isSelected) next.add(item.contextId)
    else next.delete(item.contextId)
    setSelected(next)
  }

  function markChosen(as: BulkMark) {
    const contextIds = chosen.map(({ contextId }) => contextId)
    mark.mutate(
      { contextIds, as },
      {
        onSuccess: () => {
          setSelected(new Set())
          toast.success(DONE[as](counted(contextIds.length, 'question')))
        },
      },
    )
  }

  return (
    <div className="space-y-4">
      <StateFilter value={state} counts={counts.states} onChange={onState} />
      {list.error && items.length === 0 ? (
        <ListFault message={readServerError(list.error).message} onRetry={() => void list.refetch()} />
      ) : list.isPending ? (
        <SkeletonText lines={6} />
      ) : items.length === 0 ? (
        <NoItems state={state} hasAlerts={hasAlerts} />
      ) : (
        <div>
          <BulkBar
            state={state}
            items={shown.length}
            selected={chosen.length}
            isPending={mark.isPending}
            onSelectAll={(all) => setSelected(new Set(all ? shown.map(({ contextId }) => contextId) : []))}
            onMark={markChosen}
          />
          <ArrivalsPill waiting={waiting} onShow={show} />
          <ul className="divide-y divide-line">
            {shown.map((item) => (
              <ItemRow
                key={item.contextId}
                item={item}
                isSelected={selected.has(item.contextId)}
                onSelect={(isSelected) => select(item, isSelected)}
                onOpen={() => {
                  if (item.state === 'new') mark.mutate({ contextIds: [item.contextId], as: 'seen' })
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

/** Who looks at what was found has read the line that says so. */
function useMatchesRead(unread: number): void {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { mutate } = useMutation(
    trpc.notices.mark.mutationOptions({
      onSuccess: ({ marked }) => {
        if (marked > 0) void client.invalidateQueries(trpc.inbox.counts.pathFilter())
      },
    }),
  )
  const isMarked = useRef(false)
  useEffect(() => {
    if (unread === 0 || isMarked.current) return
    isMarked.current = true
    mutate({ event: 'question.matched' })
  }, [unread, mutate])
}

function NoItems({ state, hasAlerts }: { state: InboxState; hasAlerts: boolean }) {
  if (!hasAlerts) {
    return (
      <EmptyState
        icon={<Inbox aria-hidden />}
        title="Say what you know about"
        action={
          <div className="flex flex-wrap justify-center gap-3">
            <Button variant="primary" asChild>
              <Link href="/selling/alerts/new">Make an alert</Link>
            </Button>
            <Button asChild>
              <Link href="/questions?tab=active">Look through open questions</Link>
            </Button>
          </div>
        }
      >
        An alert watches new questions for words, tags or pages that you name. What it finds appears here,
        with its budget and the time left.
      </EmptyState>
    )
  }
  const { title, text } = STATE_WORDS[state]
  return (
    <EmptyState
      icon={<Inbox aria-hidden />}
      title={title}
      action={
        state === 'new' ? (
          <Button asChild>
            <Link href="/selling/alerts">Look at your alerts</Link>
          </Button>
        ) : undefined
      }
    >
      {text}
    </EmptyState>
  )
}
