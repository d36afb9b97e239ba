'use client'

import { useMutation } from '@tanstack/react-query'
import { ChevronDown, Play } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useTRPC } from '@/app/trpc'
import { useRequestKey } from '@/components/form/request-key'
import { readServerError } from '@/components/form/server-error'
import { useIsWide } from '@/components/tree/use-is-wide'
import { Button } from '@/components/ui/button'
import { DropdownMenu, MenuItem, MenuLabel } from '@/components/ui/dropdown-menu'

const EXAMPLES = [
  { example: 'legumes', label: 'Raw legumes, rice or boiled legumes?' },
  { example: 'fact-check', label: 'Does a four-day week raise productivity by 40 %?' },
  { example: 'choice', label: '1930s terrace: heat pump or new gas boiler?' },
] as const

/** Asks one of the examples anew and goes to watch it. */
export function RunFresh() {
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
  const isBusy = run.isPending || run.isSuccess
  return (
    <div className="flex flex-col gap-2">
      <DropdownMenu
        align="start"
        trigger={
          <Button variant="primary" size="lg" pending={isBusy} pendingLabel="Asking…">
            <Play aria-hidden />
            Run a fresh one live
            <ChevronDown aria-hidden />
          </Button>
        }
      >
        <MenuLabel>Ask it again, and watch</MenuLabel>
        {EXAMPLES.map(({ example, label }) => (
          <MenuItem key={example} onSelect={() => run.mutate({ example, requestKey: key })}>
            {label}
          </MenuItem>
        ))}
      </DropdownMenu>
      {run.error ? (
        <p role="alert" className="text-failed text-sm">
          {readServerError(run.error).message}
        </p>
      ) : null}
    </div>
  )
}
