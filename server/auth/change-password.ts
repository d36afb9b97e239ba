import { verify } from '@node-rs/argon2'
import { and, asc, eq } from 'drizzle-orm'
import { authAccounts, users } from '@/db/schema'
import { recordAct } from '../audit/record-act'
import type { ChangePassword, SignsInBy } from '../contract/auth'
import type { Deps } from '../deps'
import { AppError } from '../errors'
import { hashPassword } from './passwords'
import { endOtherSessions } from './sessions'

/** By what somebody signs in; only who has a password can change it. */
export async function signsInBy({ db }: Pick<Deps, 'db'>, userId: string): Promise<SignsInBy> {
  const [person] = await db
    .select({ email: users.email, passwordHash: users.passwordHash, isDemo: users.isDemo })
    .from(users)
    .where(eq(users.id, userId))
  if (person?.isDemo) return { way: 'demo' }
  if (person?.passwordHash && person.email) return { way: 'password', email: person.email }
  const linked = await db
    .selectDistinct({ provider: authAccounts.provider })
    .from(authAccounts)
    .where(eq(authAccounts.userId, userId))
    .orderBy(asc(authAccounts.provider))
  return { way: 'provider', providers: linked.map(({ provider }) => provider) }
}

/**
 * Sets a new password for whoever knows the one that stands, and ends the person's other logins with it: who had the old one may sit
 * in one of them. Says how many those were.
 *
 * @throws AppError `auth.no_password` for somebody who signs in without one; `auth.wrong_password` (field `current`).
 */
export async function changePassword(
  { db, clock, actor }: Pick<Deps, 'db' | 'clock' | 'actor'>,
  { userId, sessionId, current, next }: ChangePassword & { userId: string; sessionId: string | null },
): Promise<{ ended: number }> {
  const [person] = await db
    .select({ passwordHash: users.passwordHash, isDemo: users.isDemo })
    .from(users)
    .where(eq(users.id, userId))
  if (!person?.passwordHash || person.isDemo) throw new AppError('auth.no_password')
  const standing = person.passwordHash
  const wrong = new AppError('auth.wrong_password', { details: { field: 'current' } })
  if (!(await verify(standing, current))) throw wrong
  // Before the transaction: it takes tens of milliseconds of a core.
  const passwordHash = await hashPassword(next)
  return db.transaction(async (tx) => {
    // Meanwhile it may have been changed elsewhere, or dropped for a provider's login.
    const changed = await tx
      .update(users)
      .set({ passwordHash })
      .where(and(eq(users.id, userId), eq(users.passwordHash, standing)))
      .returning({ id: users.id })
    if (changed.length === 0) throw wrong
    await recordAct(tx, { actor, clock }, userId, { act: 'password.changed' })
    return { ended: await endOtherSessions({ db: tx, clock }, { userId, sessionId }) }
  })
}
