'use client'

import { useTRPCClient } from '@/app/trpc'
import { PlainForm } from '@/components/form/plain-form'
import { ProofField } from '@/components/form/proof-field'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'

/** Makes whoever has the code the operator. */
export function ClaimForm({ asksPassword }: { asksPassword: boolean }) {
  const client = useTRPCClient()
  return (
    <PlainForm
      label="Become the operator"
      done="You run this market now."
      onSend={async ({ code = '', password }) => {
        await client.operate.claim.mutate({ code, password: password || null })
        // A whole new page: the shell knows the role from the server alone.
        window.location.assign('/operate')
      }}
    >
      <Field label="Code" required>
        <Input name="code" autoComplete="off" spellCheck={false} required />
      </Field>
      {asksPassword ? <ProofField name="password" /> : null}
    </PlainForm>
  )
}
