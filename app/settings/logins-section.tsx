'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { signOut } from 'next-auth/react'
import { useState } from 'react'
import { useTRPC } from '@/app/trpc'
import { readServerError } from '@/components/form/server-error'
import { useIsLive } from '@/components/form/use-is-live'
import { Ago } from '@/components/time/time'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ErrorNote } from '@/components/ui/feedback'
import type { Login } from '@/server/contract/auth'

/** Where one is signed in: each can be ended, all others, or all. */
export function LoginsSection({ logins }: { logins: readonly Login[] }) {
  const trpc = useTRPC()
  const router = useRouter()
  const isLive = useIsLive()
  const [isAsking, setIsAsking] = useState(false)
  const refresh = { onSuccess: () => router.refresh() }
  const endOne = useMutation(trpc.account.endSession.mutationOptions(refresh))
  const endOthers = useMutation(trpc.account.endOtherSessions.mutationOptions(refresh))
  const endAll = useMutation(trpc.people.signOutEverywhere.mutationOptions())
  const leave = () => void signOut({ callbackUrl: '/' })
  const error = endOne.error ?? endOthers.error ?? endAll.error
  const hasOthers = logins.some((login) => !login.isThis)

  return (
    <div className="max-w-xl space-y-5" inert={!isLive}>
      <p className="measure text-muted">
        {logins.length === 1
          ? 'Only this browser is signed in.'
          : `${logins.length} browsers are signed in, this one included.`}{' '}
        Each sign-in ends by itself after thirty days.
      </p>
      {error ? <ErrorNote>{readServerError(error).message}</ErrorNote> : null}
      <ul className="divide-y divide-line border-line border-y">
        {logins.map((login) => (
          <li key={login.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="wrap-anywhere font-medium">{login.device}</span>
                {login.isThis ? <Badge tone="good">this one</Badge> : null}
              </p>
              <p className="text-muted text-sm">
                Signed in <Ago at={login.createdAt} />
                {login.place === null ? null : ` from ${login.place}`}, last seen <Ago at={login.seenAt} />
              </p>
            </div>
            {login.isThis ? null : (
              <Button
                size="sm"
                variant="danger"
                aria-label={`Sign out ${login.device}`}
                pending={endOne.isPending && endOne.variables.id === login.id}
                onClick={() => endOne.mutate({ id: login.id })}
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button onClick={leave}>Sign out</Button>
        {hasOthers ? (
          <Button
            pending={endOthers.isPending}
            pendingLabel="Signing out…"
            onClick={() => endOthers.mutate()}
          >
            Sign out all others
          </Button>
        ) : null}
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
