import { verify } from '@node-rs/argon2'
import { and, eq } from 'drizzle-orm'
import { authSessions, users } from '@/db/schema'
import type { Deps } from '../deps'
import { AppError } from '../errors'

/** As long as somebody who signed in to change this takes; a browser that was left open is older by far. */
const FRESH_MS = 15 * 60_000

export type Proof = { userId: string; sessionId: string | null; password: string | null }

/** Whether this login is so new that it proves who sits there. */
export async function isFreshLogin(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { userId, sessionId }: Pick<Proof, 'userId' | 'sessionId'>,
): Promise<boolean> {
  if (sessionId === null) return false
  const [login] = await db
    .select({ createdAt: authSessions.createdAt })
    .from(authSessions)
    .where(and(eq(authSessions.id, sessionId), eq(authSessions.userId, userId)))
  return login !== undefined && clock.now().getTime() - login.createdAt.getTime() < FRESH_MS
}

/**
 * For what opens an account to whoever does it, such as another e-mail or passkey: a login left open in a browser is not enough.
 *
 * @throws AppError `auth.prove_again`, `auth.wrong_password` (field `password`).
 */
export async function proveAgain(deps: Pick<Deps, 'db' | 'clock'>, proof: Proof): Promise<void> {
  if (await isFreshLogin(deps, proof)) return
  const [person] = await deps.db
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, proof.userId))
  if (!person?.passwordHash || !proof.password) {
    throw new AppError('auth.prove_again', { details: { field: 'password' } })
  }
  if (!(await verify(person.passwordHash, proof.password))) {
    throw new AppError('auth.wrong_password', { details: { field: 'password' } })
  }
}
