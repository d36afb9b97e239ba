'use client'

import { useMutation } from '@tanstack/react-query'
import { useRefresh } from '@/app/questions/[id]/use-question'
import { useTRPC } from '@/app/trpc'
import { useRequestKey } from '@/components/form/request-key'
import { readServerError } from '@/components/form/server-error'
import { Credits } from '@/components/money/credits'
import { isBetweenReadings } from '@/components/question/open-words'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import type { ContextView } from '@/server/contract/market-view'
import { exactCredits } from '@/server/shared/money'

export type StopQuestionProps = { view: ContextView; onFault: (message: string | null) => void }

export type EnoughProps = { view: ContextView; onFault: (message: string | null) => void }

/** What ending it between two readings does to its answer. */
const END_NOW: Partial<Record<ContextView['state'], string>> = {
  provisional: 'The answer stands as it is. ',
  reopened: 'The answer stands as it was. ',
  collecting: 'Nothing was bought, and nothing is paid. ',
}

/** Ends a question that would read later offers: its answer stands as it is, the rest returns. */
export function EnoughButton({ view, onFault }: EnoughProps) {
  const trpc = useTRPC()
  const refresh = useRefresh()
  const request = useRequestKey()
  const enough = useMutation(trpc.inspection.enough.mutationOptions())
  const isBetween = isBetweenReadings(view)

  async function onConfirm() {
    onFault(null)
    try {
      await enough.mutateAsync({ rootId: view.rootId, requestKey: request.key })
      request.renew()
      toast.success(isBetween ? 'The question has ended.' : 'This is the last sitting.')
    } catch (error) {
      onFault(readServerError(error).message)
    }
    await refresh()
  }

  return (
    <div className="space-y-1.5">
      <AlertDialog
        trigger={
          <Button className="w-full" pending={enough.isPending}>
            That is enough
          </Button>
        }
        title="Have you heard enough?"
        description={
          <p>
            {isBetween ? END_NOW[view.state] : 'The agent finishes what it is reading and answers. '}
            <Credits micros={view.heldMicros} exact className="font-medium text-ink" />{' '}
            {isBetween ? 'return to your wallet' : 'are still set aside; what is left of them returns'}.
            Nobody can offer any more, and offers that were not read stay unread.
          </p>
        }
        confirmLabel="That is enough"
        cancelLabel="Keep it open"
        onConfirm={onConfirm}
      />
      <p className="text-muted text-xs">
        {isBetween ? 'Ends the question now: ' : 'Ends the question after this reading: '}
        {isBetween && view.state !== 'collecting' ? 'the answer stands, and ' : ''}
        {isBetween ? <Credits micros={view.heldMicros} exact /> : 'what is left'}{' '}
        {isBetween ? 'return' : 'returns'} to you.
      </p>
    </div>
  )
}

/** Cancels the question, or stops its inspection once it runs, after saying what returns and what stays. */
export function StopQuestion({ view, onFault }: StopQuestionProps) {
  const trpc = useTRPC()
  const refresh = useRefresh()
  const request = useRequestKey()
  const cancel = useMutation(trpc.contexts.cancel.mutationOptions())
  const stop = useMutation(trpc.inspection.cancel.mutationOptions())
  const isRunning = view.can.stop

  async function onConfirm() {
    onFault(null)
    try {
      const { returnedMicros } = isRunning
        ? await stop.mutateAsync({ rootId: view.rootId, requestKey: request.key })
        : await cancel.mutateAsync({ id: view.id, requestKey: request.key })
      request.renew()
      toast.success(`${exactCredits(returnedMicros)} credits are back in your wallet.`)
    } catch (error) {
      onFault(readServerError(error).message)
    }
    await refresh()
  }

  return (
    <AlertDialog
      danger
      trigger={
        <Button size="sm" variant="danger" pending={cancel.isPending || stop.isPending}>
          {isRunning ? 'Stop reading' : 'Cancel the question'}
        </Button>
      }
      title={isRunning ? 'Stop reading?' : 'Cancel the question?'}
      description={
        <div className="space-y-2">
          <p>
            <Credits micros={view.heldMicros} exact className="font-medium text-ink" /> return to your wallet.
            {view.spentMicros !== null && view.spentMicros > 0n ? (
              <>
                {' '}
                What was bought for <Credits micros={view.spentMicros} exact /> stays yours.
              </>
            ) : null}
          </p>
          <p>
            {isRunning
              ? `What was read and not bought is forgotten, and ${view.reopened > 0 ? 'the answer that was given before stands' : 'no answer is written'}. This cannot be undone.`
              : 'Nobody can offer any more, and no answer is written. This cannot be undone.'}
          </p>
        </div>
      }
      confirmLabel={isRunning ? 'Stop it' : 'Cancel the question'}
      cancelLabel="Keep it"
      onConfirm={onConfirm}
    />
  )
}
