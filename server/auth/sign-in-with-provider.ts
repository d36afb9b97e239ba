import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '@/db/client'
import { authAccounts, users } from '@/db/schema'
import { transact } from '@/db/transact'
import { recordAct } from '../audit/record-act'
import { NAME_CHARS_MAX } from '../contract/auth'
import type { Deps } from '../deps'
import { AppError } from '../errors'
import { cleanLine } from '../shared/text'
import { forgetWays } from './forget-ways'
import { freeHandle } from './handles'
import { onVerified } from './on-verified'
import { insertPerson } from './register'

export type ProviderLogin = {
  provider: 'github' | 'google'
  providerAccountId: string
  name: string
  /** What the person is called there, when that could serve as a handle. */
  login: string | null
  email: string | null
  /** The provider has checked that the e-mail is this person's. */
  isEmailVerified: boolean
}

type Needs = Pick<Deps, 'db' | 'clock' | 'ids' | 'env' | 'actor'>

/**
 * Whose login at a provider this is. The rule:
 *
 * 1. A login seen before belongs to the person it was linked to.
 * 2. A verified e-mail that somebody here has links the login to that person. Where that person had not proven it, whoever registered
 *    it may not own it: the password, passkeys and open logins are dropped, and the account is the provider's person's from then on
 *    (else a stranger could register an address in advance and wait for its owner).
 * 3. Otherwise a new person is made, with a free handle. An e-mail that the provider did not verify counts for nothing and is not kept,
 *    whether or not somebody here has it.
 *
 * @throws AppError `ledger.frozen`.
 */
export async function signInWithProvider(
  deps: Needs,
  login: ProviderLogin,
): Promise<{ userId: string; isNew: boolean }> {
  return transact(deps.db, async (tx) => {
    // Two callbacks of one login at once must not make two people.
    await tx.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${`${login.provider}|${login.providerAccountId}`}, 0))`,
    )
    const linked = await linkedPerson(tx, login)
    if (linked) return { userId: linked, isNew: false }

    const namesake = login.email && login.isEmailVerified ? await personWithEmail(tx, login.email) : undefined
    if (namesake) {
      if (!namesake.verifiedAt) await takeOver(tx, deps, namesake.id)
      await link(tx, deps, login, namesake.id)
      return { userId: namesake.id, isNew: false }
    }

    const userId = await makePerson(tx, deps, login)
    await link(tx, deps, login, userId)
    return { userId, isNew: true }
  })
}

async function linkedPerson(tx: Tx, { provider, providerAccountId }: ProviderLogin): Promise<string | null> {
  const [row] = await tx
    .select({ userId: authAccounts.userId })
    .from(authAccounts)
    .where(and(eq(authAccounts.provider, provider), eq(authAccounts.providerAccountId, providerAccountId)))
  return row?.userId ?? null
}

async function personWithEmail(tx: Tx, email: string) {
  const [row] = await tx
    .select({ id: users.id, verifiedAt: users.emailVerifiedAt })
    .from(users)
    .where(eq(users.email, email.toLowerCase()))
    .for('no key update')
  return row
}

/** The account is the one's whose e-mail it bears; nothing that was set before opens it. */
async function takeOver(tx: Tx, deps: Needs, userId: string): Promise<void> {
  const at = deps.clock.now()
  await tx.update(users).set({ passwordHash: null, emailVerifiedAt: at }).where(eq(users.id, userId))
  await forgetWays(tx, deps, userId, { passkeys: true })
  await recordAct(tx, deps, userId, { act: 'email.proven' })
  await onVerified(tx, { userId, at })
}

async function link(
  tx: Tx,
  { clock }: Needs,
  { provider, providerAccountId }: ProviderLogin,
  userId: string,
): Promise<void> {
  await tx.insert(authAccounts).values({ provider, providerAccountId, userId, createdAt: clock.now() })
}

async function makePerson(tx: Tx, deps: Needs, login: ProviderLogin): Promise<string> {
  const name = cleanLine(login.name).trim().slice(0, NAME_CHARS_MAX).toWellFormed() || 'Somebody new'
  const email = login.isEmailVerified && login.email ? login.email.toLowerCase() : null
  const handle = await freeHandle(tx, login.login ?? name)
  const emailVerifiedAt = email === null ? null : deps.clock.now()
  const userId = await insertPerson(tx, deps, { handle, name, email, emailVerifiedAt, passwordHash: null })
  // Somebody took the handle or the e-mail in this very moment: signing in again will find another.
  if (!userId) throw new AppError('internal')
  return userId
}
