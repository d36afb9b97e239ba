'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Square } from 'lucide-react'
import { useState } from 'react'
import { useTRPC } from '@/app/trpc'
import { useRequestKey } from '@/components/form/request-key'
import { readServerError } from '@/components/form/server-error'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import { exactCredits } from '@/server/shared/money'
import type { TreeView } from '@/server/tree/contract'

/** Stop, for the one whose question it is, while there is something to stop. A paused inspection is resumed by the question's main action. */
export function TreeActions({ view }: { view: Pick<TreeView, 'rootId'> }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const request = useRequestKey()
  const [isAsking, setIsAsking] = useState(false)
  const input = { rootId: view.rootId, requestKey: request.key }
  const cancel = useMutation(
    trpc.inspection.cancel.mutationOptions({
      onSuccess: ({ returnedMicros }) =>
        toast.success(`Stopped. ${exactCredits(returnedMicros)} credits are back in your wallet.`),
      onError: (error) => toast.error(readServerError(error).message),
      onSettled: async () => {
        request.renew()
        await client.invalidateQueries()
      },
    }),
  )
  return (
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
      title="Stop reading?"
      description="What has been bought stays yours. Everything else is forgotten, and the rest of the budget comes back to you."
      confirmLabel="Stop it"
      cancelLabel="Let it run"
      pending={cancel.isPending}
      onConfirm={() => cancel.mutate(input, { onSettled: () => setIsAsking(false) })}
    />
  )
}
