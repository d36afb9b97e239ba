'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod'
import { enter, enterElsewhere } from '@/app/(auth)/enter'
import { MailSent } from '@/app/(auth)/mail-sent'
import { HandleField, NameField, NewPasswordField } from '@/app/(auth)/person-fields'
import { withReturnPath } from '@/app/(auth)/return-path'
import { useTRPC } from '@/app/trpc'
import { NeedsScript } from '@/components/form/needs-script'
import { zodResolver } from '@/components/form/resolver'
import { messagesOf, readServerError } from '@/components/form/server-error'
import { useIsLive } from '@/components/form/use-is-live'
import { ProviderButtons } from '@/components/people/provider-buttons'
import { Button } from '@/components/ui/button'
import { ErrorNote } from '@/components/ui/feedback'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { type RegisterInput, registerSchema } from '@/server/contract/auth'
import { handleFrom } from '@/server/shared/handles'

const FIELDS = ['name', 'handle', 'email', 'password'] as const satisfies readonly (keyof RegisterInput)[]

/** Where a link comes by mail the password is chosen when it is opened. */
const byMailSchema = registerSchema.extend({ password: z.literal('') })

export type RegisterFormProps = {
  /** Where to go afterwards. */
  path: string
  providers: readonly ('github' | 'google')[]
  /** Where people prove their e-mail first; `sendsMail` false: the operator passes the links on. */
  byMail: { sendsMail: boolean } | null
}

export function RegisterForm({ path, providers, byMail }: RegisterFormProps) {
  const isLive = useIsLive()
  const trpc = useTRPC()
  const form = useForm<RegisterInput>({
    resolver: zodResolver(byMail ? byMailSchema : registerSchema),
    defaultValues: { name: '', handle: '', email: '', password: '' },
  })
  const register = useMutation(trpc.people.register.mutationOptions())
  const sendLink = useMutation(trpc.account.startRegistration.mutationOptions())
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [isEntering, setIsEntering] = useState(false)

  const submit = form.handleSubmit(async (input) => {
    setIsEntering(true)
    try {
      if (byMail) {
        await sendLink.mutateAsync({ ...input, path })
        setIsEntering(false)
        setSentTo(input.email)
        return
      }
      await register.mutateAsync(input)
    } catch (error) {
      setIsEntering(false)
      showRefusal(error)
      return
    }
    const refusal = await enter('credentials', { email: input.email, password: input.password }, path)
    // Registered, but not let in at once (too many at a time): the ordinary door is still open.
    if (refusal !== null) window.location.assign(withReturnPath('/sign-in', path))
  })

  function showRefusal(error: unknown) {
    for (const { field, message } of messagesOf(readServerError(error))) {
      const place = FIELDS.find((name) => name === field) ?? 'root'
      form.setError(place, { type: 'server', message }, { shouldFocus: place !== 'root' })
    }
  }

  /** Follows the name until somebody writes a handle of their own. */
  function suggestHandle(name: string) {
    if (!form.getFieldState('handle').isDirty) form.resetField('handle', { defaultValue: handleFrom(name) })
  }

  const { errors } = form.formState
  if (byMail && sentTo !== null) {
    return (
      <MailSent
        email={sentTo}
        sendsMail={byMail.sendsMail}
        onAgain={() => sendLink.mutateAsync({ ...form.getValues(), path })}
        onOther={() => setSentTo(null)}
      >
        Open the link in it within a day and choose a password: then you are in.
      </MailSent>
    )
  }
  return (
    <div className="space-y-6">
      <NeedsScript doing="Registering" />
      <form noValidate inert={!isLive} onSubmit={submit} className="space-y-5">
        {errors.root ? <ErrorNote>{errors.root.message}</ErrorNote> : null}
        <NameField
          input={form.register('name', { onChange: (event) => suggestHandle(event.target.value) })}
          error={errors.name?.message}
        />
        <HandleField input={form.register('handle')} error={errors.handle?.message} />
        <Field
          label="E-mail"
          audience={
            byMail
              ? 'Nobody. A link goes there, so that nobody else registers with it.'
              : 'Nobody: it is for signing in.'
          }
          error={errors.email?.message}
          required
        >
          <Input type="email" autoComplete="username" inputMode="email" {...form.register('email')} />
        </Field>
        {byMail ? null : (
          <NewPasswordField input={form.register('password')} error={errors.password?.message} />
        )}
        <Button
          type="submit"
          variant="primary"
          size="lg"
          className="w-full"
          pending={isEntering}
          pendingLabel="Registering…"
        >
          Register
        </Button>
      </form>
      <ProviderButtons providers={providers} onChoose={(provider) => void enterElsewhere(provider, path)} />
    </div>
  )
}
