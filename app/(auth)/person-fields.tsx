'use client'

import { useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { PasswordInput, ShowSwitch } from '@/components/form/password-input'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { NAME_CHARS_MAX, PASSWORD_CHARS_MIN } from '@/server/contract/auth'

/** Fields of several forms on the way into an account; `input` is what `register` of the form returns. */
type FieldProps = { input: UseFormRegisterReturn; error: string | undefined }

export function NameField({ input, error }: FieldProps) {
  return (
    <Field label="Name" audience="Everyone, beside what you ask and offer." error={error} required>
      <Input autoComplete="name" maxLength={NAME_CHARS_MAX} {...input} />
    </Field>
  )
}

export function HandleField({ input, error }: FieldProps) {
  return (
    <Field
      label="Handle"
      hint="The address of your profile. It stays as it is."
      audience="Everyone."
      error={error}
      required
    >
      <Input prefix="@" autoComplete="off" autoCapitalize="none" spellCheck={false} {...input} />
    </Field>
  )
}

/** For a password that is chosen now; it can be shown while it is typed. */
export function NewPasswordField({ input, error, label = 'Password' }: FieldProps & { label?: string }) {
  const [isShown, setIsShown] = useState(false)
  return (
    <Field
      label={label}
      hint={`At least ${PASSWORD_CHARS_MIN} characters. A few words in a row are easy to remember.`}
      error={error}
      required
      counter={<ShowSwitch isShown={isShown} onChange={setIsShown} />}
    >
      <PasswordInput isShown={isShown} autoComplete="new-password" {...input} />
    </Field>
  )
}
