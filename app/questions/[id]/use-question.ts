'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { type LiveTree, useLiveTree } from '@/app/questions/[id]/tree/use-live-tree'
import { useTRPC } from '@/app/trpc'
import { useIsInSight } from '@/app/use-is-in-sight'
import { hasEnded } from '@/components/question/question-state'
import type { QuestionRoom } from '@/server/tree/room'

/** What is heard of event by event is looked at all the same: a connection may be cut without a word. */
const HEARD_POLL_MS = 15_000
/** While offers come in and nothing is heard, a few seconds late is early enough. */
const COLLECTING_POLL_MS = 5_000
/** While the agent is at work and nothing is heard, verdicts fall every second or so. */
const RUNNING_POLL_MS = 2_000
/** Between two looks at what is heard to change: events of one verdict come within this. */
const REST_MS = 500

export type QuestionNow = QuestionRoom & {
  /** The tree as it is followed, event by event; null for who may not watch it. */
  live: LiveTree | null
}

/**
 * What the page of a question shows: drawn by the server first, and afterwards always of one moment. What is heard of its tree only
 * says that it is time to look again.
 */
export function useQuestion(drawn: QuestionRoom): QuestionNow {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { id } = drawn.view
  const options = trpc.contexts.room.queryOptions({ id })
  const { data: room, refetch } = useQuery({ ...options, initialData: drawn })
  const lookSoon = useLookSoon(refetch)
  const live = useLiveTree(room.view.rootId, room.tree, lookSoon)
  usePolling(pollMs(room, live?.connection === 'live'), refetch)
  useHeaderWallet(room.wallet)
  // Whoever comes back to a page has what they saw of it last; the server has just drawn it anew.
  useEffect(() => {
    client.setQueryData(trpc.contexts.room.queryKey({ id }), (had) => (had ? newerOf(had, drawn) : drawn))
  }, [client, trpc, id, drawn])
  return { ...room, live }
}

const newerOf = (had: QuestionRoom, drawn: QuestionRoom) =>
  (had.tree?.lastSeq ?? 0) > (drawn.tree?.lastSeq ?? 0) ? had : drawn

/** The next look is as soon as the last one is `REST_MS` ago. */
function useLookSoon(look: () => unknown): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const lookedAt = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback(() => {
    if (timer.current !== undefined) return
    timer.current = setTimeout(
      () => {
        timer.current = undefined
        lookedAt.current = Date.now()
        look()
      },
      Math.max(0, lookedAt.current + REST_MS - Date.now()),
    )
  }, [look])
}

/** Looks again and again while somebody may be looking on; null for never. */
function usePolling(everyMs: number | null, look: () => unknown): void {
  const isInSight = useIsInSight()
  useEffect(() => {
    if (everyMs === null || !isInSight) return
    const timer = setInterval(look, everyMs)
    return () => clearInterval(timer)
  }, [everyMs, isInSight, look])
}

/** The wallet in the header is of the same moment as the question under it. */
function useHeaderWallet(wallet: QuestionRoom['wallet']): void {
  const trpc = useTRPC()
  const client = useQueryClient()
  useEffect(() => {
    if (wallet === null) return
    client.setQueryData(trpc.wallet.summary.queryKey(), wallet)
    void client.invalidateQueries(trpc.wallet.rows.pathFilter())
  }, [client, trpc, wallet])
}

function pollMs({ view, tree }: QuestionRoom, isHeard: boolean): number | null {
  if (isHeard) return HEARD_POLL_MS
  if (hasEnded(view.state)) return tree !== null && isDue(view, tree) ? RUNNING_POLL_MS : null
  return view.state === 'inspecting' || view.state === 'waiting' ? RUNNING_POLL_MS : COLLECTING_POLL_MS
}

/** Something about its answer is still being worked out. */
function isDue(view: QuestionRoom['view'], { answer, isAnswerDue }: NonNullable<QuestionRoom['tree']>) {
  const isCounting = answer?.isCountDue === true || answer?.counted?.isDue === true
  return view.phase === 'settled' && (answer === null || isAnswerDue || isCounting)
}

/** Fetches again whatever an action on a question may have changed. */
export function useRefresh(): () => Promise<void> {
  const trpc = useTRPC()
  const client = useQueryClient()
  return useCallback(async () => {
    await Promise.all([
      client.invalidateQueries(trpc.contexts.pathFilter()),
      client.invalidateQueries(trpc.offers.pathFilter()),
      client.invalidateQueries(trpc.inspection.pathFilter()),
      client.invalidateQueries(trpc.resale.pathFilter()),
      client.invalidateQueries(trpc.wallet.pathFilter()),
    ])
  }, [client, trpc])
}
