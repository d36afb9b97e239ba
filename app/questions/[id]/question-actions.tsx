'use client'

import { useMutation } from '@tanstack/react-query'
import Link from 'next/link'
import { lazy, useState } from 'react'
import { useRefresh } from '@/app/questions/[id]/use-question'
import { useTRPC } from '@/app/trpc'
import { useRequestKey } from '@/components/form/request-key'
import { readServerError } from '@/components/form/server-error'
import { mainActionOf } from '@/components/question/main-action'
import { isBetweenReadings } from '@/components/question/open-words'
import { PauseNote } from '@/components/question/pause-note'
import { hasEnded } from '@/components/question/question-state'
import { Button } from '@/components/ui/button'
import { ErrorNote } from '@/components/ui/feedback'
import { toast } from '@/components/ui/toast'
import type { ContextView } from '@/server/contract/market-view'

const EditQuestion = lazy(() =>
  import('@/app/questions/[id]/edit-question').then(({ EditQuestion }) => ({ default: EditQuestion })),
)
const RaiseBudget = lazy(() =>
  import('@/app/questions/[id]/raise-budget').then(({ RaiseBudget }) => ({ default: RaiseBudget })),
)
const EnoughButton = lazy(() =>
  import('@/app/questions/[id]/stop-question').then(({ EnoughButton }) => ({ default: EnoughButton })),
)
const StopQuestion = lazy(() =>
  import('@/app/questions/[id]/stop-question').then(({ StopQuestion }) => ({ default: StopQuestion })),
)

export type QuestionActionsProps = {
  view: ContextView
  /** Why the inspection is paused, in words. */
  pausedFor: string | null
  /** It stands where the answer is waited for. */
  isPauseSaid: boolean
  openOffers: number
  /** Offers ticked to be read alone; none means all. */
  chosen: readonly string[]
  onWatch: () => void
  onOffer: () => void
  onDecide: () => void
}

/** The one main action of the page, by role and state, and the buyer's other actions. */
export function QuestionActions({
  view,
  pausedFor,
  isPauseSaid,
  openOffers,
  chosen,
  onWatch,
  onOffer,
  onDecide,
}: QuestionActionsProps) {
  const trpc = useTRPC()
  const refresh = useRefresh()
  const request = useRequestKey()
  const [fault, setFault] = useState<string | null>(null)
  const start = useMutation(trpc.inspection.start.mutationOptions())
  const resume = useMutation(trpc.inspection.resume.mutationOptions())
  const action = mainActionOf(view)
  // Between two readings there is nothing to stop: enough ends it, and its answer stays.
  const canStop = (view.can.stop || view.can.cancel) && !isBetweenReadings(view)

  async function run(work: () => Promise<unknown>, done: string) {
    setFault(null)
    try {
      await work()
      request.renew()
      toast.success(done)
    } catch (error) {
      setFault(readServerError(error).message)
    }
    await refresh()
  }

  const onStart = () =>
    run(async () => {
      const offerIds = chosen.length > 0 ? [...chosen] : null
      await start.mutateAsync({ contextId: view.id, offerIds, requestKey: request.key })
      onWatch()
    }, 'The reading begins.')

  const onResume = (withBuiltIn: boolean) =>
    run(
      () => resume.mutateAsync({ rootId: view.rootId, withBuiltIn, requestKey: request.key }),
      withBuiltIn ? 'The built-in agent goes on.' : 'The reading goes on.',
    )

  return (
    <div className="space-y-3">
      {view.state === 'paused' && !isPauseSaid ? <PauseNote pausedFor={pausedFor} /> : null}
      {action?.kind === 'start' ? (
        <>
          <Button variant="primary" className="w-full" pending={start.isPending} onClick={onStart}>
            {startLabel(chosen.length, openOffers)}
          </Button>
          <p className="text-muted text-xs">
            {chosen.length > 0
              ? 'The others are not read.'
              : openOffers > 1
                ? 'Tick offers below to have only those read.'
                : 'Reading is free; only what is bought is paid.'}
          </p>
        </>
      ) : null}
      {action?.kind === 'resume' ? (
        <>
          <Button
            variant="primary"
            className="w-full"
            pending={resume.isPending}
            onClick={() => onResume(false)}
          >
            Go on reading
          </Button>
          <Button className="w-full" disabled={resume.isPending} onClick={() => onResume(true)}>
            Let the built-in agent finish
          </Button>
          <p className="text-muted text-xs">The built-in agent matches words and does not understand them.</p>
        </>
      ) : null}
      {action?.kind === 'watch' ? (
        <Button variant="primary" className="w-full noscript:hidden" onClick={onWatch}>
          {hasEnded(view.state) || isBetweenReadings(view) ? 'See how it was read' : 'Watch it being read'}
        </Button>
      ) : null}
      {action?.kind === 'decide' ? (
        <Button variant="primary" className="w-full" onClick={onDecide}>
          Record your decision
        </Button>
      ) : null}
      {action?.kind === 'offer' ? (
        // Where this stands below the question, the button is above it.
        <Button variant="primary" className="w-full max-lg:hidden" onClick={onOffer}>
          Make an offer
        </Button>
      ) : null}
      {action?.kind === 'sign-in' ? (
        <Button variant="primary" className="w-full" asChild>
          <Link href={`/sign-in?callbackUrl=${encodeURIComponent(`/questions/${view.id}`)}`}>
            Sign in to offer
          </Link>
        </Button>
      ) : null}
      {action?.kind === 'none' ? (
        <>
          <Button variant="primary" className="w-full" disabled aria-describedby="why-not">
            {action.label}
          </Button>
          <p id="why-not" className="text-muted text-xs">
            {action.why}
          </p>
        </>
      ) : null}
      {fault ? <ErrorNote>{fault}</ErrorNote> : null}
      {view.can.enough ? <EnoughButton view={view} onFault={setFault} /> : null}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {view.can.raise ? <RaiseBudget view={view} /> : null}
        {view.can.edit ? <EditQuestion view={view} /> : null}
        {canStop ? <StopQuestion view={view} onFault={setFault} /> : null}
      </div>
    </div>
  )
}

function startLabel(chosen: number, open: number): string {
  if (chosen > 0) return chosen === 1 ? 'Read the chosen one now' : `Read the ${chosen} chosen now`
  if (open === 1) return 'Read the offer now'
  return open === 2 ? 'Read both offers now' : `Read all ${open} offers now`
}
