'use client'

import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/app/trpc'
import { reachInWords, whatHelps } from '@/components/question/reach-words'
import { Note } from '@/components/ui/feedback'
import type { Reach } from '@/server/contract/market-view'

/** Bots answer within seconds; later little changes. */
const LOOK_EVERY_MS = 5_000

/** To the asker of an open question: whom it has reached so far, and what would help. */
export function ReachNote({ contextId, first }: { contextId: string; first: Reach }) {
  const trpc = useTRPC()
  const reach = useQuery({
    ...trpc.contexts.reach.queryOptions({ contextId }),
    initialData: first,
    refetchInterval: LOOK_EVERY_MS,
  }).data
  return <Note title={reachInWords(reach)}>{whatHelps(reach) ?? 'Better offers are read as they come.'}</Note>
}
