'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod'
import { MailSent } from '@/app/(auth)/mail-sent'
import { useTRPC } from '@/app/trpc'
import { NeedsScript } from '@/components/form/needs-script'
import { zodResolver } from '@/components/form/resolver'
import { readServerError } from '@/components/form/server-error'
import { useIsLive } from '@/components/form/use-is-live'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { emailSchema } from '@/server/contract/auth'

const forgotSchema = z.object({ email: emailSchema })

/** Asks for a link. What it says afterwards is the same whether anybody has that e-mail. */
export function ForgotForm({ sendsMail }: { sendsMail: boolean }) {
  const isLive = useIsLive()
  const trpc = useTRPC()
  const form = useForm({ resolver: zodResolver(forgotSchema), defaultValues: { email: '' } })
  const ask = useMutation(trpc.account.askForReset.mutationOptions())
  const [sentTo, setSentTo] = useState<string | null>(null)

  const submit = form.handleSubmit(async ({ email }) => {
    try {
      await ask.mutateAsync({ email })
      setSentTo(email)
    } catch (error) {
      form.setError('email', { type: 'server', message: readServerError(error).message })
    }
  })

  if (sentTo !== null) {
    return (
      <MailSent
        email={sentTo}
        sendsMail={sendsMail}
        onAgain={() => ask.mutateAsync({ email: sentTo })}
        onOther={() => setSentTo(null)}
      >
        If somebody is registered with it, a link is on its way. Open it within an hour.
      </MailSent>
    )
  }
  return (
    <>
      <NeedsScript doing="A new password" />
      <form noValidate inert={!isLive} onSubmit={submit} className="space-y-5">
        <Field label="E-mail" error={form.formState.errors.email?.message} required>
          <Input type="email" autoComplete="username" inputMode="email" {...form.register('email')} />
        </Field>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          className="w-full"
          pending={ask.isPending}
          pendingLabel="Sending…"
        >
          Send the link
        </Button>
      </form>
    </>
  )
}
