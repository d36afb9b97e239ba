'use client'

import { useMutation } from '@tanstack/react-query'
import { toast } from 'sonner'
import { useRefresh } from '@/app/questions/[id]/use-question'
import { useTRPC } from '@/app/trpc'
import { useRequestKey } from '@/components/form/request-key'
import { readServerError } from '@/components/form/server-error'
import { Credits } from '@/components/money/credits'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import type { ContextView } from '@/server/contract/market'
import { formatCredits } from '@/server/shared/money'

export type StopQuestionProps = { view: ContextView; onFault: (message: string | null) => void }

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
      toast.success(`${formatCredits(returnedMicros)} credits are back in your wallet.`)
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
          {isRunning ? 'Stop the inspection' : 'Cancel the question'}
        </Button>
      }
      title={isRunning ? 'Stop the inspection?' : 'Cancel the question?'}
      description={
        <div className="space-y-2">
          <p>
            <Credits micros={view.heldMicros} className="font-medium text-ink" /> return to your wallet.
            {view.spentMicros > 0n ? (
              <>
                {' '}
                What was bought for <Credits micros={view.spentMicros} /> stays yours.
              </>
            ) : null}
          </p>
          <p>
            {isRunning
              ? 'What was read and not bought is forgotten, and no answer is written. This cannot be undone.'
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
