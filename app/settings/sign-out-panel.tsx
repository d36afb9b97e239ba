'use client'

import { useMutation } from '@tanstack/react-query'
import { signOut } from 'next-auth/react'
import { useState } from 'react'
import { useTRPC } from '@/app/trpc'
import { readServerError } from '@/components/form/server-error'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import { ErrorNote } from '@/components/ui/feedback'

export function SignOutPanel({ places }: { places: number }) {
  const trpc = useTRPC()
  const endAll = useMutation(trpc.people.signOutEverywhere.mutationOptions())
  const [isAsking, setIsAsking] = useState(false)
  const leave = () => void signOut({ callbackUrl: '/' })

  return (
    <div className="space-y-5">
      <p className="measure text-muted">
        {places === 1
          ? 'Only this browser is signed in.'
          : `${places} browsers are signed in, this one included.`}{' '}
        Each sign-in ends by itself after thirty days.
      </p>
      {endAll.error ? <ErrorNote>{readServerError(endAll.error).message}</ErrorNote> : null}
      <div className="flex flex-wrap gap-2">
        <Button onClick={leave}>Sign out</Button>
        <AlertDialog
          open={isAsking}
          onOpenChange={setIsAsking}
          trigger={<Button variant="danger">Sign out everywhere</Button>}
          title="Sign out everywhere?"
          description="Every browser you are signed in with is signed out at once, this one too. Drafts stay where they were written."
          confirmLabel="Sign out everywhere"
          danger
          pending={endAll.isPending || endAll.isSuccess}
          onConfirm={() => endAll.mutate(undefined, { onSuccess: leave, onError: () => setIsAsking(false) })}
        />
      </div>
    </div>
  )
}
