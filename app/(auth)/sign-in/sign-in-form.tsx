'use client'

import { KeyRound } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod'
import { enter, enterElsewhere, signInSentence } from '@/app/(auth)/enter'
import { usePasskey } from '@/app/(auth)/sign-in/use-passkey'
import { NeedsScript } from '@/components/form/needs-script'
import { zodResolver } from '@/components/form/resolver'
import { useIsLive } from '@/components/form/use-is-live'
import { ProviderButtons } from '@/components/people/provider-buttons'
import { Button } from '@/components/ui/button'
import { ErrorNote } from '@/components/ui/feedback'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { emailSchema } from '@/server/contract/auth'

const signInFormSchema = z.object({
  email: emailSchema,
  password: z.string().min(1, 'Enter your password.'),
})

export type SignInFormProps = {
  /** Where to go afterwards. */
  path: string
  providers: readonly ('github' | 'google')[]
  /** Where passkeys belong; null where there are none. */
  passkeyOrigin: string | null
  /** Why the last try elsewhere failed. */
  failed: string | null
}

export function SignInForm({ path, providers, passkeyOrigin, failed }: SignInFormProps) {
  const isLive = useIsLive()
  const form = useForm({
    resolver: zodResolver(signInFormSchema),
    defaultValues: { email: '', password: '' },
  })
  const [problem, setProblem] = useState(failed && signInSentence(failed))
  const passkey = usePasskey({ origin: passkeyOrigin, path }, setProblem)
  // Stays true while the next page loads: a second click would sign in twice.
  const [isEntering, setIsEntering] = useState(false)

  const submit = form.handleSubmit(async (fields) => {
    setProblem(null)
    setIsEntering(true)
    const refusal = await enter('credentials', fields, path)
    if (refusal === null) return
    setIsEntering(false)
    setProblem(refusal)
    form.setFocus('password', { shouldSelect: true })
  })

  const { errors } = form.formState
  return (
    <div className="space-y-6">
      <NeedsScript doing="Signing in" />
      <form noValidate inert={!isLive} onSubmit={submit} className="space-y-5">
        {problem ? <ErrorNote>{problem}</ErrorNote> : null}
        <Field label="E-mail" error={errors.email?.message} required>
          <Input
            type="email"
            autoComplete="username webauthn"
            inputMode="email"
            {...form.register('email')}
          />
        </Field>
        <Field
          label="Password"
          error={errors.password?.message}
          required
          counter={
            <Link
              href="/forgot-password"
              className="relative font-sans text-accent text-xs underline after:absolute after:-inset-3"
            >
              Forgot your password?
            </Link>
          }
        >
          <Input type="password" autoComplete="current-password" {...form.register('password')} />
        </Field>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          className="w-full"
          pending={isEntering}
          pendingLabel="Signing in…"
        >
          Sign in
        </Button>
      </form>
      {/* Holds its place until the browser is known, so that nothing below moves. */}
      {passkeyOrigin === null ? null : (
        <Button
          size="lg"
          className="w-full"
          disabled={!passkey.isOffered}
          pending={passkey.isPending}
          pendingLabel="Signing in…"
          onClick={passkey.start}
        >
          <KeyRound aria-hidden />
          Sign in with a passkey
        </Button>
      )}
      <ProviderButtons providers={providers} onChoose={(provider) => void enterElsewhere(provider, path)} />
    </div>
  )
}
