'use client'

import { useMutation } from '@tanstack/react-query'
import Link from 'next/link'
import { useOpenedLink } from '@/app/(auth)/use-opened-link'
import { useTRPC } from '@/app/trpc'
import { readServerError } from '@/components/form/server-error'
import { Button } from '@/components/ui/button'
import { ErrorNote, Note, Spinner } from '@/components/ui/feedback'

/** Nothing happens by opening the link: programs do that. Only the person who asked for it can press the button. */
export function VerifyForm({ handle }: { handle: string | null }) {
  const trpc = useTRPC()
  const opened = useOpenedLink('verify')
  const verify = useMutation(trpc.account.verifyEmail.mutationOptions())

  if (verify.data) {
    return (
      <div role="status">
        <Note
          tone="good"
          title="Your e-mail is proven."
          action={
            <Button asChild>
              <Link href="/settings#email">Settings</Link>
            </Button>
          }
        >
          <span className="wrap-anywhere">{verify.data.email}</span> is where notices go, and you may earn
          here.
        </Note>
      </div>
    )
  }
  if (opened.state === 'opening') return <Spinner label="Opening the link" />
  if (opened.state === 'bad') {
    return (
      <ErrorNote
        action={
          <Button asChild>
            <Link href="/settings#email">Send another</Link>
          </Button>
        }
      >
        {opened.message}
      </ErrorNote>
    )
  }
  if (handle === null) {
    return (
      <Note
        tone="warn"
        title="Sign in first"
        action={
          <Button asChild>
            <Link href="/sign-in">Sign in</Link>
          </Button>
        }
      >
        Only the person who asked for this link can use it. Sign in as yourself, then open the link in the
        mail again.
      </Note>
    )
  }
  return (
    <div className="space-y-5">
      {verify.error ? <ErrorNote>{readServerError(verify.error).message}</ErrorNote> : null}
      <p>
        <span className="wrap-anywhere font-medium">{opened.link.email}</span> becomes the e-mail of @{handle}
        : for signing in, for notices, and for a new password.
      </p>
      <Button
        variant="primary"
        size="lg"
        className="w-full"
        pending={verify.isPending}
        pendingLabel="Confirming…"
        onClick={() => verify.mutate({ token: opened.token })}
      >
        Yes, it is mine
      </Button>
    </div>
  )
}
