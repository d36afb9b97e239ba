'use client'

import type { ComponentProps } from 'react'
import { Input } from '@/components/ui/input'

export type ShowSwitchProps = { isShown: boolean; onChange: (isShown: boolean) => void }

/** Right of a password's label: whether one sees what one types. */
export function ShowSwitch({ isShown, onChange }: ShowSwitchProps) {
  return (
    <button
      type="button"
      aria-pressed={isShown}
      onClick={() => onChange(!isShown)}
      className="relative text-accent underline after:absolute after:-inset-3"
    >
      {isShown ? 'Hide' : 'Show'}
    </button>
  )
}

export type PasswordInputProps = Omit<ComponentProps<typeof Input>, 'type'> & { isShown: boolean }

/** Where a password is typed, readable while its owner wants it. */
export function PasswordInput({ isShown, ...input }: PasswordInputProps) {
  return <Input type={isShown ? 'text' : 'password'} autoCapitalize="none" spellCheck={false} {...input} />
}

/** Tells a password manager whose password is typed beside it. */
export function PasswordOwner({ email }: { email: string }) {
  return (
    <input
      className="sr-only"
      aria-hidden
      tabIndex={-1}
      readOnly
      type="text"
      autoComplete="username"
      value={email}
    />
  )
}
