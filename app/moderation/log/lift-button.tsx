'use client'

import { useRouter } from 'next/navigation'
import { useTRPCClient } from '@/app/trpc'
import { PlainForm } from '@/components/form/plain-form'

/** Gives a suspended right back before its end. */
export function LiftButton({ id }: { id: string }) {
  const client = useTRPCClient()
  const router = useRouter()
  return (
    <PlainForm
      label="Give it back now"
      variant="secondary"
      done="Given back."
      className="mt-2"
      onSend={async () => {
        await client.moderation.lift.mutate({ id })
        router.refresh()
      }}
    />
  )
}
