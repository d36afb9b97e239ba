'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTRPC, useTRPCClient } from '@/app/trpc'
import { readServerError } from '@/components/form/server-error'
import type { Trial, Tried } from '@/components/offer/trial-beside'
import type { Judgement } from '@/server/contract/selling'

type Run = { tried: Tried | null; isPending: boolean; judgement: Judgement | null; problem: string | null }

const NOTHING_TRIED: Run = { tried: null, isPending: false, judgement: null, problem: null }

/** Has drafts for one question judged, one at a time. Leaving the page stops the call; null while signed out. */
export function useDraftTrial(contextId: string, isSignedIn: boolean): Trial | null {
  const trpc = useTRPC()
  const client = useTRPCClient()
  const cache = useQueryClient()
  const [run, setRun] = useState<Run>(NOTHING_TRIED)
  const call = useRef<AbortController | null>(null)
  const left = useQuery({ ...trpc.selling.judgementsLeft.queryOptions(), enabled: isSignedIn })
  useEffect(() => () => call.current?.abort(), [])

  async function onTry(draft: Tried) {
    call.current?.abort()
    const mine = new AbortController()
    call.current = mine
    setRun({ ...NOTHING_TRIED, tried: draft, isPending: true })
    const input = { contextId, ...draft }
    try {
      const judgement = await client.selling.judgeDraft.mutate(input, { signal: mine.signal })
      if (!mine.signal.aborted) setRun({ ...NOTHING_TRIED, tried: draft, judgement })
    } catch (error) {
      if (!mine.signal.aborted)
        setRun({ ...NOTHING_TRIED, tried: draft, problem: readServerError(error).message })
    }
    await cache.invalidateQueries(trpc.selling.judgementsLeft.queryFilter())
  }

  function onStop() {
    call.current?.abort()
    setRun(NOTHING_TRIED)
  }

  if (!isSignedIn) return null
  return { ...run, left: left.data ?? null, onTry: (draft) => void onTry(draft), onStop }
}
