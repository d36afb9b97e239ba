'use client'

import { useMutation } from '@tanstack/react-query'
import Link from 'next/link'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { enter } from '@/app/(auth)/enter'
import { NewPasswordField } from '@/app/(auth)/person-fields'
import { useOpenedLink } from '@/app/(auth)/use-opened-link'
import { useTRPC } from '@/app/trpc'
import { PasswordOwner } from '@/components/form/password-input'
import { zodResolver } from '@/components/form/resolver'
import { messagesOf, readServerError } from '@/components/form/server-error'
import { Button } from '@/components/ui/button'
import { ErrorNote, Spinner } from '@/components/ui/feedback'
import { type ResetPassword, resetPasswordSchema } from '@/server/contract/auth'

/** What the link in a mail leads to: a new password for whoever has the mailbox. */
export function ResetForm() {
  const opened = useOpenedLink('reset')
  if (opened.state === 'opening') return <Spinner label="Opening the link" />
  if (opened.state === 'bad') {
    return (
      <ErrorNote
        action={
          <Button asChild>
            <Link href="/forgot-password">Ask for another link</Link>
          </Button>
        }
      >
        {opened.message}
      </ErrorNote>
    )
  }
  return <NewPassword key={opened.token} token={opened.token} email={opened.link.email} />
}

function NewPassword({ token, email }: { token: string; email: string }) {
  const trpc = useTRPC()
  const form = useForm<ResetPassword>({
    resolver: zodResolver(resetPasswordSchema),
    defaultValues: { token, next: '' },
  })
  const reset = useMutation(trpc.account.resetPassword.mutationOptions())
  const [isEntering, setIsEntering] = useState(false)

  const submit = form.handleSubmit(async (input) => {
    setIsEntering(true)
    try {
      await reset.mutateAsync(input)
      // To the list of what else opens the account: whoever lost a password may have lost more.
      const refusal = await enter('credentials', { email, password: input.next }, '/settings#passkeys')
      if (refusal !== null) window.location.assign('/sign-in')
    } catch (error) {
      setIsEntering(false)
      for (const { field, message } of messagesOf(readServerError(error))) {
        form.setError(field === 'next' ? 'next' : 'root', { type: 'server', message })
      }
    }
  })

  const { errors } = form.formState
  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      {errors.root ? <ErrorNote>{errors.root.message}</ErrorNote> : null}
      <p className="text-muted">
        For <span className="wrap-anywhere text-ink">{email}</span>. Every browser that is signed in is signed
        out; passkeys stay, and you see them afterwards.
      </p>
      <PasswordOwner email={email} />
      <NewPasswordField label="New password" input={form.register('next')} error={errors.next?.message} />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        className="w-full"
        pending={isEntering}
        pendingLabel="Setting…"
      >
        Set the password
      </Button>
    </form>
  )
}
