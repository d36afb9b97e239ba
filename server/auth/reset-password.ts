import { and, eq } from 'drizzle-orm'
import { users } from '@/db/schema'
import { transact } from '@/db/transact'
import { recordAct } from '../audit/record-act'
import type { ResetPassword } from '../contract/auth'
import type { Deps } from '../deps'
import { AppError } from '../errors'
import { queueAccountMail, readLink, useLink } from './account-mail'
import { forgetWays } from './forget-ways'
import { onVerified } from './on-verified'
import { hashPassword } from './passwords'

/** Mails a link for a new password, if anybody has that address: whether, nobody is told but its owner. */
export async function askForReset(
  deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'jobs'>,
  email: string,
): Promise<void> {
  await deps.db.transaction((tx) => queueAccountMail(tx, deps, { kind: 'reset', email }))
}

/**
 * Sets a new password for whoever opened the link. Every login ends, and no browser or address is known any more. The link also proves
 * the address; when nobody had proven it before, passkeys go too, for somebody else may have added them.
 *
 * @throws AppError `auth.link_spent`.
 */
export async function resetPassword(
  deps: Pick<Deps, 'db' | 'clock' | 'actor'>,
  { token, next }: ResetPassword,
): Promise<{ email: string }> {
  const now = deps.clock.now()
  await readLink(deps.db, { token, now }, ['reset'])
  const passwordHash = await hashPassword(next)
  return transact(deps.db, async (tx) => {
    const { email, personId } = await useLink(tx, { token, now }, 'reset')
    const [person] = await tx
      .select({ id: users.id, verifiedAt: users.emailVerifiedAt })
      .from(users)
      .where(and(eq(users.id, personId ?? ''), eq(users.email, email)))
      .for('no key update')
    // The address is another one by now, and this mailbox opens nothing any more.
    if (!person) throw new AppError('auth.link_spent')
    await tx
      .update(users)
      .set({ passwordHash, emailVerifiedAt: person.verifiedAt ?? now })
      .where(eq(users.id, person.id))
    await forgetWays(tx, deps, person.id, { passkeys: person.verifiedAt === null })
    await recordAct(tx, deps, person.id, { act: 'password.reset' })
    if (person.verifiedAt === null) await onVerified(tx, { userId: person.id, at: now })
    return { email }
  })
}
