import { eq } from 'drizzle-orm'
import type { Tx } from '@/db/client'
import { users } from '@/db/schema'
import { transact } from '@/db/transact'
import { recordAct } from '../audit/record-act'
import type { RegisterInput } from '../contract/auth'
import type { Deps } from '../deps'
import { AppError } from '../errors'
import { countsAsVerified, onVerified } from './on-verified'
import { hashPassword } from './passwords'

type Needs = Pick<Deps, 'db' | 'clock' | 'ids' | 'env' | 'actor'>

/**
 * A new person with a password, in one transaction with the credits everybody starts with where nobody has to prove an e-mail.
 *
 * @throws AppError `auth.handle_taken` (field `handle`), `auth.email_taken` (field `email`), `ledger.frozen`.
 */
export async function register(
  deps: Needs,
  input: RegisterInput,
): Promise<{ userId: string; handle: string }> {
  const { handle, name, email } = input
  // Before the transaction: it takes tens of milliseconds of a core.
  const passwordHash = await hashPassword(input.password)
  return transact(deps.db, async (tx) => {
    const userId = await insertPerson(tx, deps, { handle, name, email, emailVerifiedAt: null, passwordHash })
    if (userId) return { userId, handle }
    const [namesake] = await tx.select({ id: users.id }).from(users).where(eq(users.handle, handle))
    if (namesake) throw new AppError('auth.handle_taken', { details: { field: 'handle' } })
    throw new AppError('auth.email_taken', { details: { field: 'email' } })
  })
}

export type NewPerson = {
  handle: string
  name: string
  email: string | null
  emailVerifiedAt: Date | null
  passwordHash: string | null
}

/** The row, and what everybody starts with for who counts as verified; null when the handle or the e-mail is taken. */
export async function insertPerson(
  tx: Tx,
  { clock, ids, env, actor }: Omit<Needs, 'db'>,
  person: NewPerson,
): Promise<string | null> {
  const at = clock.now()
  const [row] = await tx
    .insert(users)
    .values({ ...person, id: ids.next('user'), createdAt: at })
    .onConflictDoNothing()
    .returning({ id: users.id, isDemo: users.isDemo, emailVerifiedAt: users.emailVerifiedAt })
  if (!row) return null
  await recordAct(tx, { clock, actor }, row.id, { act: 'person.registered' })
  if (countsAsVerified(row, env)) await onVerified(tx, { userId: row.id, at })
  return row.id
}
