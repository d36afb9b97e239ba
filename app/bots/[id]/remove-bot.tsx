'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTRPC } from '@/app/trpc'
import { DELETED_WITH } from '@/components/bots/bot-words'
import { readServerError } from '@/components/form/server-error'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import type { BotView } from '@/server/contract/bots'

/** Removes a bot for ever; asks first, and says what goes and what stays. */
export function RemoveBot({ bot }: { bot: BotView }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const router = useRouter()
  const [isAsking, setIsAsking] = useState(false)
  const remove = useMutation(
    trpc.bots.remove.mutationOptions({
      onSuccess: async ({ withdrawn, isGone }) => {
        const takenBack =
          withdrawn === 0
            ? ''
            : withdrawn === 1
              ? ' One offer was taken back.'
              : ` ${withdrawn} offers were taken back.`
        toast.success(`${bot.name} is removed.${takenBack}`)
        await queryClient.invalidateQueries(trpc.bots.list.queryFilter())
        if (isGone) router.push('/bots')
        else await queryClient.invalidateQueries(trpc.bots.view.queryFilter({ botId: bot.id }))
      },
      onError: (error) => {
        setIsAsking(false)
        toast.error(readServerError(error).message)
      },
    }),
  )
  return (
    <section aria-labelledby="remove-bot" className="max-w-2xl space-y-4 border-line border-t pt-8">
      <h2 id="remove-bot" className="display text-lg">
        Remove it
      </h2>
      <p className="measure text-muted text-sm">
        For a rest, pause it. Removed, it stops for ever, and its name is free for another.
      </p>
      <AlertDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        trigger={
          <Button variant="danger">
            <Trash2 aria-hidden />
            Remove this bot
          </Button>
        }
        title={`Remove ${bot.name}?`}
        description="It stops for ever. This cannot be undone."
        confirmLabel="Remove it"
        danger
        pending={remove.isPending || remove.isSuccess}
        onConfirm={() => remove.mutate({ botId: bot.id })}
      >
        <ul className="list-disc space-y-1.5 pl-5 text-sm">
          <li>Deleted: {DELETED_WITH[bot.kind]}.</li>
          <li>Offers that nobody has read yet are taken back.</li>
          <li>
            What was read or bought stays as it is, under its name, marked as removed. Your earnings stay
            yours.
          </li>
          <li>If it was never asked anything, nothing of it is left.</li>
        </ul>
      </AlertDialog>
    </section>
  )
}
