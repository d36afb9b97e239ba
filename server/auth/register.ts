import { eq } from 'drizzle-orm'
import type { Db, Tx } from '@/db/client'
import { retiredHandles, users } from '@/db/schema'
import { transact } from '@/db/transact'
import { recordAct } from '../audit/record-act'
import type { FinishRegistration, RegisterInput, StartRegistration } from '../contract/auth'
import type { Deps } from '../deps'
import { asksForEmailProof } from '../env'
import { AppError } from '../errors'
import { readSettings } from '../settings/settings'
import { isGoneHandle } from '../shared/gone-person'
import { digestOf } from './access-keys'
import { queueAccountMail, readLink, useLink } from './account-mail'
import { countsAsVerified, onVerified } from './on-verified'
import { hashPassword } from './passwords'

type Needs = Pick<Deps, 'db' | 'clock' | 'ids' | 'env' | 'actor'>

/**
 * A new person with a password, and the credits everybody starts with, in one transaction: for a market where nobody proves an e-mail.
 *
 * @throws AppError `auth.register_by_mail` where people do; `auth.handle_taken` (field `handle`), `auth.email_taken` (field `email`),
 * `ledger.frozen`.
 */
export async function register(
  deps: Needs,
  input: RegisterInput,
): Promise<{ userId: string; handle: string }> {
  if (asksForEmailProof(deps.env)) throw new AppError('auth.register_by_mail')
  const { handle, name, email } = input
  // Before the transaction: it takes tens of milliseconds of a core.
  const passwordHash = await hashPassword(input.password)
  return transact(deps.db, async (tx) => {
    const userId = await insertPerson(tx, deps, { handle, name, email, emailVerifiedAt: null, passwordHash })
    if (userId) return { userId, handle }
    await refuseTakenHandle(tx, handle)
    throw new AppError('auth.email_taken', { details: { field: 'email' } })
  })
}

/**
 * Mails a link with which somebody becomes a person here. Until it is opened there is none, and the password is chosen then: who
 * registers with a stranger's address gets nothing, and leaves no password behind for when its owner comes. The answer is the same
 * whether the address is known; whoever has it is told by mail.
 *
 * @throws AppError `auth.handle_taken` (field `handle`): handles are public.
 */
export async function startRegistration(
  deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'jobs' | 'env'>,
  { name, handle, email, path }: StartRegistration,
): Promise<void> {
  await requireWelcome(deps.db, deps.env, email)
  await deps.db.transaction(async (tx) => {
    await refuseTakenHandle(tx, handle)
    await queueAccountMail(tx, deps, { kind: 'register', email, name, handle, path })
  })
}

/**
 * Makes the person that a link was mailed for. Says where they sign in, and wanted to go.
 *
 * @throws AppError `auth.link_spent`, also when somebody has the e-mail by now; `auth.handle_taken` (field `handle`): the link stays
 * good for another one; `ledger.frozen`.
 */
export async function finishRegistration(
  deps: Needs,
  { token, name, handle, password }: FinishRegistration,
): Promise<{ email: string; path: string }> {
  const now = deps.clock.now()
  await readLink(deps.db, { token, now }, ['register'])
  const passwordHash = await hashPassword(password)
  return transact(deps.db, async (tx) => {
    const { email, path } = await useLink(tx, { token, now }, 'register')
    const person = { handle, name, email, emailVerifiedAt: now, passwordHash }
    const userId = await insertPerson(tx, deps, person)
    if (userId) return { email, path: path ?? '/' }
    await refuseTakenHandle(tx, handle)
    throw new AppError('auth.link_spent')
  })
}

/**
 * That the market takes new people, and people of this address.
 *
 * @throws AppError `auth.sign_up_closed`, `auth.sign_up_domain`.
 */
async function requireWelcome(db: Db | Tx, env: Needs['env'], email: string | null): Promise<void> {
  const { signUp, signUpDomains } = await readSettings(db, env)
  if (signUp === 'closed') throw new AppError('auth.sign_up_closed')
  const domain = email?.toLowerCase().split('@').at(-1) ?? ''
  if (signUpDomains.length > 0 && !signUpDomains.includes(domain))
    throw new AppError('auth.sign_up_domain', { details: { domains: signUpDomains.join(', ') } })
}

async function refuseTakenHandle(tx: Tx, handle: string): Promise<void> {
  const [namesake] = await tx.select({ id: users.id }).from(users).where(eq(users.handle, handle))
  if (namesake) throw new AppError('auth.handle_taken', { details: { field: 'handle' } })
  await refuseGoneHandle(tx, handle)
}

/** A name that a deleted account had, or has since, is nobody's again. */
async function refuseGoneHandle(tx: Tx, handle: string): Promise<void> {
  const isRetired = (await tx.$count(retiredHandles, eq(retiredHandles.digest, digestOf(handle)))) > 0
  if (isRetired || isGoneHandle(handle))
    throw new AppError('auth.handle_taken', { details: { field: 'handle' } })
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
  await requireWelcome(tx, env, person.email)
  await refuseGoneHandle(tx, person.handle)
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
