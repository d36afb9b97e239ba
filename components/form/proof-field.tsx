'use client'

import type { ComponentProps } from 'react'
import { PasswordInput } from '@/components/form/password-input'
import { Field } from '@/components/ui/field'

export type ProofFieldProps = Omit<ComponentProps<typeof PasswordInput>, 'isShown' | 'autoComplete'> & {
  error?: string
  hint?: string
}

/** The password again. */
export function ProofField({
  error,
  hint = 'It is a while since you signed in.',
  ...input
}: ProofFieldProps) {
  return (
    <Field label="Your password" hint={hint} error={error} className="max-w-sm" required>
      <PasswordInput isShown={false} autoComplete="current-password" {...input} />
    </Field>
  )
}
