'use client'

import { useMutation } from '@tanstack/react-query'
import Link from 'next/link'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { enter } from '@/app/(auth)/enter'
import { HandleField, NameField, NewPasswordField } from '@/app/(auth)/person-fields'
import { returnPath } from '@/app/(auth)/return-path'
import { useOpenedLink } from '@/app/(auth)/use-opened-link'
import { useTRPC } from '@/app/trpc'
import { PasswordOwner } from '@/components/form/password-input'
import { zodResolver } from '@/components/form/resolver'
import { messagesOf, readServerError } from '@/components/form/server-error'
import { Button } from '@/components/ui/button'
import { ErrorNote, Spinner } from '@/components/ui/feedback'
import { type FinishRegistration, finishRegistrationSchema } from '@/server/contract/auth'

/** What the link in a mail leads to: a password, and the account is there. */
export function FinishForm() {
  const opened = useOpenedLink('register')
  if (opened.state === 'opening') return <Spinner label="Opening the link" />
  if (opened.state === 'bad' || opened.link.kind !== 'register') {
    return (
      <ErrorNote
        action={
          <Button asChild>
            <Link href="/register">Register</Link>
          </Button>
        }
      >
        {opened.state === 'bad' ? opened.message : null}
      </ErrorNote>
    )
  }
  return <NewPerson key={opened.token} token={opened.token} {...opened.link} />
}

type NewPersonProps = { token: string; email: string; name: string; handle: string }

const FIELDS = ['name', 'handle', 'password'] as const satisfies readonly (keyof FinishRegistration)[]

function NewPerson({ token, email, name, handle }: NewPersonProps) {
  const trpc = useTRPC()
  const form = useForm<FinishRegistration>({
    resolver: zodResolver(finishRegistrationSchema),
    defaultValues: { token, name, handle, password: '' },
  })
  const finish = useMutation(trpc.account.finishRegistration.mutationOptions())
  const [isEntering, setIsEntering] = useState(false)

  const submit = form.handleSubmit(async (input) => {
    setIsEntering(true)
    try {
      const { path } = await finish.mutateAsync(input)
      const refusal = await enter('credentials', { email, password: input.password }, returnPath(path))
      if (refusal !== null) window.location.assign('/sign-in')
    } catch (error) {
      setIsEntering(false)
      for (const { field, message } of messagesOf(readServerError(error))) {
        const place = FIELDS.find((known) => known === field) ?? 'root'
        form.setError(place, { type: 'server', message }, { shouldFocus: place !== 'root' })
      }
    }
  })

  const { errors } = form.formState
  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      {errors.root ? <ErrorNote>{errors.root.message}</ErrorNote> : null}
      <p className="text-muted">
        <span className="wrap-anywhere text-ink">{email}</span> is yours. Choose a password, and you are in.
      </p>
      <PasswordOwner email={email} />
      <NameField input={form.register('name')} error={errors.name?.message} />
      <HandleField input={form.register('handle')} error={errors.handle?.message} />
      <NewPasswordField input={form.register('password')} error={errors.password?.message} />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        className="w-full"
        pending={isEntering}
        pendingLabel="Registering…"
      >
        Finish
      </Button>
    </form>
  )
}
