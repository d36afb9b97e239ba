'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Play, Square } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import { useTRPC } from '@/app/trpc'
import { useRequestKey } from '@/components/form/request-key'
import { readServerError } from '@/components/form/server-error'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import type { TreeView } from '@/server/inspection/contract'
import { formatCredits } from '@/server/shared/money'

/** Stop while it runs, resume while it is paused; only for the one whose question it is. */
export function TreeActions({ view }: { view: Pick<TreeView, 'rootId' | 'status' | 'isYours'> }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const request = useRequestKey()
  const [isAsking, setIsAsking] = useState(false)
  const input = { rootId: view.rootId, requestKey: request.key }
  const common = {
    onError: (error: unknown) => toast.error(readServerError(error).message),
    onSettled: async () => {
      request.renew()
      await client.invalidateQueries()
    },
  }
  const cancel = useMutation(
    trpc.inspection.cancel.mutationOptions({
      ...common,
      onSuccess: ({ returnedMicros }) =>
        toast.success(`Stopped. ${formatCredits(returnedMicros)} credits are back in your wallet.`),
    }),
  )
  const resume = useMutation(
    trpc.inspection.resume.mutationOptions({
      ...common,
      onSuccess: () => toast.success('The inspection goes on.'),
    }),
  )
  if (!view.isYours || (view.status !== 'running' && view.status !== 'paused')) return null
  return (
    <>
      {view.status === 'paused' ? (
        <Button size="sm" pending={resume.isPending} onClick={() => resume.mutate(input)}>
          <Play aria-hidden />
          Resume
        </Button>
      ) : null}
      <AlertDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        danger
        trigger={
          <Button size="sm" variant="quiet">
            <Square aria-hidden />
            Stop
          </Button>
        }
        title="Stop the inspection?"
        description="What has been bought stays yours. Everything else is forgotten, and the rest of the budget comes back to you."
        confirmLabel="Stop it"
        cancelLabel="Let it run"
        pending={cancel.isPending}
        onConfirm={() => cancel.mutate(input, { onSettled: () => setIsAsking(false) })}
      />
    </>
  )
}
