'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTRPC } from '@/app/trpc'
import { PasswordInput, PasswordOwner, ShowSwitch } from '@/components/form/password-input'
import { zodResolver } from '@/components/form/resolver'
import { messagesOf, readServerError } from '@/components/form/server-error'
import { useIsLive } from '@/components/form/use-is-live'
import { Button } from '@/components/ui/button'
import { ErrorNote, Note } from '@/components/ui/feedback'
import { Field } from '@/components/ui/field'
import { type ChangePassword, changePasswordSchema, PASSWORD_CHARS_MIN } from '@/server/contract/auth'

const EMPTY: ChangePassword = { current: '', next: '' }
const FIELDS = ['current', 'next'] as const satisfies readonly (keyof ChangePassword)[]

/** The limit's own words are about speed; here it is about guessing. */
const TOO_MANY_GUESSES =
  'That was tried too often. Wait a quarter of an hour, then type the password that you sign in with now.'

/** What became of the other logins. */
function changedInWords(ended: number): string {
  if (ended === 0) return 'No other browser was signed in.'
  return ended === 1 ? 'One other browser was signed out.' : `${ended} other browsers were signed out.`
}

/** A new password for somebody who knows the one that stands; every other browser is signed out with it. */
export function PasswordForm({ email }: { email: string }) {
  const isLive = useIsLive()
  const trpc = useTRPC()
  const router = useRouter()
  const form = useForm<ChangePassword>({
    resolver: zodResolver(changePasswordSchema),
    defaultValues: EMPTY,
  })
  const change = useMutation(trpc.people.changePassword.mutationOptions())
  const [isShown, setIsShown] = useState(false)

  const submit = form.handleSubmit(async (input) => {
    try {
      await change.mutateAsync(input)
      form.reset(EMPTY)
      setIsShown(false)
      // The number of browsers that are signed in stands below.
      router.refresh()
    } catch (error) {
      const refusal = readServerError(error)
      if (refusal.code === 'request.too_many') {
        form.setError('current', { type: 'server', message: TOO_MANY_GUESSES }, { shouldFocus: true })
        return
      }
      for (const { field, message } of messagesOf(refusal)) {
        const place = FIELDS.find((name) => name === field) ?? 'root'
        form.setError(place, { type: 'server', message }, { shouldFocus: place !== 'root' })
      }
    }
  })

  const { errors } = form.formState
  return (
    <form noValidate inert={!isLive} onSubmit={submit} className="max-w-sm space-y-5">
      <div aria-live="polite">
        {change.data ? (
          <Note tone="good" title="Your password is changed.">
            {changedInWords(change.data.ended)} You stay signed in here.
          </Note>
        ) : null}
      </div>
      {errors.root ? <ErrorNote>{errors.root.message}</ErrorNote> : null}
      <p className="text-muted text-sm">
        You sign in with <span className="break-words text-ink">{email}</span>. With a new password every
        other browser is signed out.
      </p>
      <PasswordOwner email={email} />
      <Field
        label="Current password"
        error={errors.current?.message}
        required
        counter={<ShowSwitch isShown={isShown} onChange={setIsShown} />}
      >
        <PasswordInput isShown={isShown} autoComplete="current-password" {...form.register('current')} />
      </Field>
      <Field
        label="New password"
        hint={`At least ${PASSWORD_CHARS_MIN} characters. A few words in a row are easy to remember.`}
        error={errors.next?.message}
        required
      >
        <PasswordInput isShown={isShown} autoComplete="new-password" {...form.register('next')} />
      </Field>
      <Button type="submit" pending={change.isPending} pendingLabel="Changing…">
        Change the password
      </Button>
    </form>
  )
}
