'use client'

import { useMutation } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { useRefresh } from '@/app/questions/[id]/use-question'
import { useTRPC } from '@/app/trpc'
import { readServerError, type ServerError } from '@/components/form/server-error'
import { Until } from '@/components/time/time'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import type { ContextView } from '@/server/contract/market-view'
import type { Resolved, ResolveInput } from '@/server/tree/contract'

const OutcomeMade = lazy(() =>
  import('@/components/answer/outcome').then(({ OutcomeMade }) => ({ default: OutcomeMade })),
)
const ResolveForm = lazy(() =>
  import('@/components/answer/resolve-form').then(({ ResolveForm }) => ({ default: ResolveForm })),
)

/** Where a reminder leads. */
const OUTCOME_ID = 'tell-outcome'

/** What came of a forecast or a claim, and the form to tell it for who may. */
export function OutcomeSection({ view, resolved }: { view: ContextView; resolved: Resolved | null }) {
  const trpc = useTRPC()
  const refresh = useRefresh()
  const [isOpen, setIsOpen] = useState(view.isOutcomeDue)
  const own = useMutation(trpc.inspection.resolve.mutationOptions())
  const office = useMutation(trpc.inspection.resolveInOffice.mutationOptions())
  const { resolve: as } = view.can
  const { decision } = view
  const isTold = view.state === 'resolved'

  async function onResolve(told: Omit<ResolveInput, 'rootId'>): Promise<ServerError | null> {
    try {
      await (as === 'asker' ? own : office).mutateAsync({ rootId: view.id, ...told })
      await refresh()
      setIsOpen(false)
      toast.success('The outcome is told.')
      return null
    } catch (error) {
      return readServerError(error)
    }
  }

  if (as !== null && isOpen) {
    return (
      <section
        id={OUTCOME_ID}
        aria-labelledby="tell-outcome-title"
        className="scroll-mt-24 rounded-lg border border-line bg-surface px-5 py-5"
      >
        <h2 id="tell-outcome-title" className="display mb-3 text-xl">
          {isTold ? 'Correct the outcome' : 'What came of it'}
        </h2>
        <ResolveForm
          decision={decision}
          isCorrection={isTold}
          onResolve={onResolve}
          onCancel={() => setIsOpen(false)}
        />
      </section>
    )
  }
  const open = (words: string) => (
    <Button size="sm" onClick={() => setIsOpen(true)}>
      {words}
    </Button>
  )
  if (resolved?.standing) {
    return <OutcomeMade resolved={resolved} action={as === null ? null : open('Correct it')} />
  }
  if (as !== null) return <p className="text-sm">{open('Tell what came of it')}</p>
  if (decision.kind !== 'forecast' || isTold || view.phase !== 'settled') return null
  return (
    <p className="text-muted text-sm">
      <Until
        at={decision.resolvesAt}
        verb="The outcome can be told"
        past="The outcome can be told, and is not yet."
      />
    </p>
  )
}
