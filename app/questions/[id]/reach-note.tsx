'use client'

import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/app/trpc'
import { isJustAsked, reachInWords, whatHelps } from '@/components/question/reach-words'
import { useNow } from '@/components/time/time'
import { Note } from '@/components/ui/feedback'
import type { Reach } from '@/server/contract/market-view'

/** Bots answer within seconds; later little changes. */
const LOOK_EVERY_MS = 5_000

/** To the asker of an open question: whom it has reached so far, and what would help. */
export function ReachNote({ contextId, askedAt, first }: { contextId: string; askedAt: Date; first: Reach }) {
  const trpc = useTRPC()
  const reach = useQuery({
    ...trpc.contexts.reach.queryOptions({ contextId }),
    initialData: first,
    refetchInterval: LOOK_EVERY_MS,
  }).data
  const isNew = isJustAsked(askedAt, useNow())
  return (
    <Note title={reachInWords(reach, { isNew })}>
      {whatHelps(reach, { isNew }) ?? 'Better offers are read as they come.'}
    </Note>
  )
}
