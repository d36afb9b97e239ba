'use client'

import { useMutation } from '@tanstack/react-query'
import { BadgeCheck, CircleDashed } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod'
import { useTRPC } from '@/app/trpc'
import { asksProof } from '@/components/form/asks-proof'
import { ProofField } from '@/components/form/proof-field'
import { zodResolver } from '@/components/form/resolver'
import { messagesOf, readServerError } from '@/components/form/server-error'
import { useIsLive } from '@/components/form/use-is-live'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ErrorNote, Note } from '@/components/ui/feedback'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { type Account, emailSchema } from '@/server/contract/auth'

const formSchema = z.object({ email: emailSchema, password: z.string() })
const FIELDS = ['email', 'password'] as const

/** The e-mail of the account: whether it is proven, a link to prove it, and another one in its place. */
export function EmailSection({ account }: { account: Account }) {
  const { email, isVerified, awaitedEmail, mustVerify, sendsMail } = account
  const trpc = useTRPC()
  const router = useRouter()
  const send = useMutation(
    trpc.account.sendVerification.mutationOptions({ onSuccess: () => router.refresh() }),
  )

  return (
    <div className="max-w-sm space-y-5">
      {email === null ? (
        <p className="text-muted">You have no e-mail here yet. Without one no notice reaches you.</p>
      ) : (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="wrap-anywhere">{email}</span>
          <Badge tone={isVerified ? 'good' : 'warn'}>
            {isVerified ? <BadgeCheck aria-hidden /> : <CircleDashed aria-hidden />}
            {isVerified ? 'proven' : 'not proven yet'}
          </Badge>
        </p>
      )}
      {mustVerify && !isVerified ? (
        <p className="text-muted text-sm">
          Until an e-mail is proven you can read, draft and ask, but offer nothing and put no bot to work.
        </p>
      ) : null}
      <div aria-live="polite" className="space-y-5">
        {awaitedEmail === null ? null : (
          <Note tone="accent" title={sendsMail ? 'A link is on its way' : 'A link is in the market’s log'}>
            {sendsMail ? (
              <>
                Open the one that went to <span className="wrap-anywhere">{awaitedEmail}</span>, in this
                browser, within a day.
              </>
            ) : (
              <>
                This market sends no mail: ask whoever runs it for the link for{' '}
                <span className="wrap-anywhere">{awaitedEmail}</span>.
              </>
            )}
          </Note>
        )}
        {send.error ? <ErrorNote>{readServerError(send.error).message}</ErrorNote> : null}
      </div>
      {email !== null && !isVerified ? (
        <Button
          pending={send.isPending}
          pendingLabel="Sending…"
          onClick={() => send.mutate({ email, password: null })}
        >
          {awaitedEmail === email ? 'Send the link again' : 'Send me a link'}
        </Button>
      ) : null}
      <ChangeEmail account={account} />
    </div>
  )
}

function ChangeEmail({ account }: { account: Account }) {
  const trpc = useTRPC()
  const router = useRouter()
  const isLive = useIsLive()
  const form = useForm({ resolver: zodResolver(formSchema), defaultValues: { email: '', password: '' } })
  const send = useMutation(trpc.account.sendVerification.mutationOptions())
  const [asksPassword, setAsksPassword] = useState(asksProof(account))

  const submit = form.handleSubmit(async ({ email, password }) => {
    try {
      await send.mutateAsync({ email, password: password || null })
      form.reset()
      router.refresh()
    } catch (error) {
      const refusal = readServerError(error)
      if (refusal.code === 'auth.prove_again' && account.hasPassword) setAsksPassword(true)
      for (const { field, message } of messagesOf(refusal)) {
        const place = FIELDS.find((name) => name === field && (name === 'email' || account.hasPassword))
        form.setError(place ?? 'root', { type: 'server', message })
      }
    }
  })

  const { errors } = form.formState
  return (
    <form noValidate inert={!isLive} onSubmit={submit} className="space-y-5">
      {errors.root ? <ErrorNote>{errors.root.message}</ErrorNote> : null}
      <Field
        label={account.email === null ? 'Your e-mail' : 'Another e-mail'}
        hint="A link goes there; nothing changes before you open it."
        error={errors.email?.message}
        required
      >
        <Input type="email" autoComplete="email" inputMode="email" {...form.register('email')} />
      </Field>
      {asksPassword ? <ProofField error={errors.password?.message} {...form.register('password')} /> : null}
      <Button type="submit" pending={send.isPending} pendingLabel="Sending…">
        Send a link there
      </Button>
    </form>
  )
}
