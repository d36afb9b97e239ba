'use client'

import { useMutation } from '@tanstack/react-query'
import { ChevronDown, Play } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { ApiLayout } from '@/app/api-layout'
import { useTRPC } from '@/app/trpc'
import { useRequestKey } from '@/components/form/request-key'
import { readServerError } from '@/components/form/server-error'
import { useIsWide } from '@/components/tree/use-is-wide'
import { Button, type ButtonProps } from '@/components/ui/button'

/** Fetched with the first wish for it: most who read the first page only read. */
const loadMenu = () => import('@/app/home/run-fresh-menu').then(({ RunFreshMenu }) => RunFreshMenu)
const RunFreshMenu = dynamic(loadMenu, { loading: () => <RunButton pending /> })

/** Asks one of the examples anew and goes to watch it. */
export function RunFresh() {
  return (
    <ApiLayout>
      <Run />
    </ApiLayout>
  )
}

function Run() {
  const trpc = useTRPC()
  const router = useRouter()
  // A phone has room for rows, not for the picture: its words would be too small to read.
  const isWide = useIsWide()
  const { key, renew } = useRequestKey()
  const run = useMutation(
    trpc.demo.runFresh.mutationOptions({
      onSuccess: ({ contextId }) => {
        renew()
        router.push(
          `/questions/${contextId}?tab=inspection&look=${isWide ? 'overview' : 'outline'}&play=true`,
        )
      },
    }),
  )
  const [isWanted, setIsWanted] = useState(false)
  const isBusy = run.isPending || run.isSuccess
  return (
    <div className="flex flex-col gap-2 noscript:hidden">
      {isWanted ? (
        <RunFreshMenu
          trigger={<RunButton pending={isBusy} />}
          onChosen={(example) => run.mutate({ example, requestKey: key })}
        />
      ) : (
        <RunButton
          aria-haspopup="menu"
          onPointerEnter={() => void loadMenu()}
          onFocus={() => void loadMenu()}
          onClick={() => setIsWanted(true)}
        />
      )}
      {run.error ? (
        <p role="alert" className="text-failed text-sm">
          {readServerError(run.error).message}
        </p>
      ) : null}
    </div>
  )
}

function RunButton(props: ButtonProps) {
  return (
    <Button size="lg" pendingLabel="Asking…" {...props}>
      <Play aria-hidden />
      Run a fresh one live
      <ChevronDown aria-hidden />
    </Button>
  )
}
