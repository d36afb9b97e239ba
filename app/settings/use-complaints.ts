import { type RefObject, useState } from 'react'
import { asksProof } from '@/components/form/asks-proof'
import { messagesOf, readServerError } from '@/components/form/server-error'
import type { Account } from '@/server/contract/auth'

export type FieldErrors = Partial<Record<string, string>>

/** What is wrong with a form of somebody's programs, by field or `root`; the first such field is gone to. */
export function useComplaints(form: RefObject<HTMLFormElement | null>, account: Account) {
  const [errors, setErrors] = useState<FieldErrors>({})
  const [asksPassword, setAsksPassword] = useState(asksProof(account))

  function complain(found: FieldErrors) {
    setErrors(found)
    // Once the complaints are drawn.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
  }

  function complainOf(error: unknown) {
    const refusal = readServerError(error)
    if (refusal.code === 'auth.prove_again' && account.hasPassword) setAsksPassword(true)
    complain(Object.fromEntries(messagesOf(refusal).map(({ field, message }) => [field ?? 'root', message])))
  }

  return { errors, asksPassword, complain, complainOf, forget: () => setErrors({}) }
}

/** What a form's schema and its amounts complain of; the first of each field. */
export function complaintsOf(
  issues: readonly { path: PropertyKey[]; message: string }[] | undefined,
  unread: readonly [field: string, message: string][],
): FieldErrors | null {
  const wrong = (issues ?? [])
    .map(({ path, message }): [string, string] => [String(path[0]), message])
    .reverse()
  const all = [...wrong, ...unread]
  return all.length === 0 ? null : Object.fromEntries(all)
}
