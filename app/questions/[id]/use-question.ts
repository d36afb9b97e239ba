'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { useTRPC } from '@/app/trpc'
import { hasEnded } from '@/components/question/question-state'
import type { ContextView, OfferView } from '@/server/contract/market-view'
import type { TreeView } from '@/server/tree/contract'

/** While offers come in, a few seconds late is early enough. */
const COLLECTING_POLL_MS = 5_000
/** While the inspector is at work, verdicts fall every second or so. */
const RUNNING_POLL_MS = 2_000

export type QuestionData = { view: ContextView; offers: OfferView[]; tree: TreeView | null }

/** A question, its offers and, once it has ended or paused, its tree: drawn by the server first, kept up to date after. */
export function useQuestion(initial: QuestionData): QuestionData {
  const trpc = useTRPC()
  const { id, rootId } = initial.view
  const view = useQuery({
    ...trpc.contexts.view.queryOptions({ id }),
    initialData: initial.view,
    refetchInterval: (query) => pollMs(query.state.data),
  }).data
  const offers = useQuery({
    ...trpc.offers.list.queryOptions({ contextId: id }),
    initialData: initial.offers,
    refetchInterval: pollMs(view),
  }).data
  // The tree itself is drawn live elsewhere; here it serves the answer and the reason of a pause.
  const tree = useQuery({
    ...trpc.inspection.tree.queryOptions({ rootId }),
    // A tree drawn while the inspection was still to come says nothing of its end.
    initialData: needsTree(initial.view) ? (initial.tree ?? undefined) : undefined,
    enabled: view.can.seeTree && needsTree(view),
    refetchInterval: (query) => {
      const isDue = query.state.data?.answer == null || query.state.data.isAnswerDue
      if (hasEnded(view.state)) return view.phase === 'settled' && isDue ? RUNNING_POLL_MS : false
      return isRevised(view) ? COLLECTING_POLL_MS : false
    },
  }).data
  useWalletRefresh(view)
  return { view, offers, tree: needsTree(view) ? (tree ?? null) : null }
}

/** The wallet in the header follows the asker's own question: what it spends, and what comes back when it ends. */
function useWalletRefresh({ isYours, heldMicros, spentMicros }: ContextView): void {
  const trpc = useTRPC()
  const client = useQueryClient()
  const money = `${heldMicros}:${spentMicros}`
  const seen = useRef(money)
  useEffect(() => {
    if (seen.current === money) return
    seen.current = money
    if (isYours) void client.invalidateQueries(trpc.wallet.pathFilter())
  }, [client, isYours, money, trpc])
}

function needsTree(view: ContextView): boolean {
  return hasEnded(view.state) || view.state === 'paused' || isRevised(view)
}

/** It may have an answer while it is open. */
function isRevised(view: ContextView): boolean {
  const mayBe = view.policy.maxSittings > 1 || view.reopened > 0
  return view.parentId === null && mayBe && view.phase !== 'collecting'
}

function pollMs(view: ContextView | undefined): number | false {
  if (view === undefined || hasEnded(view.state)) return false
  return view.state === 'inspecting' || view.state === 'waiting' ? RUNNING_POLL_MS : COLLECTING_POLL_MS
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
