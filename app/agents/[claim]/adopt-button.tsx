'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useTRPC } from '@/app/trpc'
import { readServerError } from '@/components/form/server-error'
import { useIsLive } from '@/components/form/use-is-live'
import { Button } from '@/components/ui/button'
import { ErrorNote } from '@/components/ui/feedback'

/** Makes the agent one's own bot, and goes to its page. */
export function AdoptButton({ claim }: { claim: string }) {
  const trpc = useTRPC()
  const router = useRouter()
  const isLive = useIsLive()
  const adopt = useMutation(
    trpc.agents.adopt.mutationOptions({ onSuccess: ({ botId }) => router.push(`/bots/${botId}`) }),
  )
  return (
    <div className="space-y-3" inert={!isLive}>
      <Button
        variant="primary"
        pending={adopt.isPending || adopt.isSuccess}
        onClick={() => adopt.mutate({ claim })}
      >
        Adopt it
      </Button>
      {adopt.error ? <ErrorNote>{readServerError(adopt.error).message}</ErrorNote> : null}
    </div>
  )
}
