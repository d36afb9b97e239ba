'use client'

import { useTRPCClient } from '@/app/trpc'
import { PlainForm } from '@/components/form/plain-form'
import { ProofField } from '@/components/form/proof-field'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'

/** Deletes the account of whoever types its handle, and its password where the login is not new. */
export function DeleteForm({ handle, asksPassword }: { handle: string; asksPassword: boolean }) {
  const client = useTRPCClient()
  return (
    <PlainForm
      label="Delete my account for good"
      variant="danger"
      done="Deleted."
      onSend={async ({ typed = '', password }) => {
        await client.account.delete.mutate({ handle: typed, password: password || null })
        // A whole new page: nothing of the account is left in this one.
        window.location.assign('/')
      }}
    >
      <Field label="Your handle" hint={`Type ${handle}, so that nobody does this by a slip.`} required>
        <Input name="typed" autoComplete="off" autoCapitalize="none" spellCheck={false} required />
      </Field>
      {asksPassword ? <ProofField name="password" required /> : null}
    </PlainForm>
  )
}
