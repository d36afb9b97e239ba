import { eq } from 'drizzle-orm'
import { users } from '@/db/schema'
import type { Account } from '../contract/auth'
import type { Deps } from '../deps'
import { asksForEmailProof, passkeySite } from '../env'
import { AppError } from '../errors'
import { awaitedEmail } from './emails'
import { isFreshLogin, type Proof } from './prove-again'

/** How somebody's account stands, for that person alone. */
export async function viewAccount(
  deps: Pick<Deps, 'db' | 'clock' | 'env'>,
  login: Pick<Proof, 'userId' | 'sessionId'>,
): Promise<Account> {
  const { db, env } = deps
  const [person] = await db
    .select({ email: users.email, verifiedAt: users.emailVerifiedAt, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, login.userId))
  if (!person) throw new AppError('market.person_not_found')
  return {
    email: person.email,
    isVerified: person.verifiedAt !== null,
    awaitedEmail: await awaitedEmail(deps, login.userId),
    mustVerify: asksForEmailProof(env),
    sendsMail: env.SMTP_URL !== undefined,
    hasPassword: person.passwordHash !== null,
    isFresh: await isFreshLogin(deps, login),
    passkeyOrigin: passkeySite(env)?.origin ?? null,
  }
}
