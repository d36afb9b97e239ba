import { and, eq, gt, ne } from 'drizzle-orm'
import { accountMails, users } from '@/db/schema'
import { transact } from '@/db/transact'
import { recordAct } from '../audit/record-act'
import type { Deps } from '../deps'
import { AppError } from '../errors'
import { queueAccountMail, useLink } from './account-mail'
import { onVerified } from './on-verified'
import { type Proof, proveAgain } from './prove-again'

/**
 * Mails a link to an address that somebody says is theirs; until it is opened nothing changes. To prove the address that one has
 * already needs nothing more, another one needs a new login or the password. The answer is the same whether the address is somebody
 * else's.
 *
 * @throws AppError `auth.no_password` for a demo person; `auth.email_yours` (field `email`), and as `proveAgain`.
 */
export async function sendVerification(
  deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'jobs'>,
  { email, ...proof }: Proof & { email: string },
): Promise<void> {
  const [person] = await deps.db
    .select({ email: users.email, verifiedAt: users.emailVerifiedAt, isDemo: users.isDemo })
    .from(users)
    .where(eq(users.id, proof.userId))
  if (!person || person.isDemo) throw new AppError('auth.no_password')
  if (person.email !== email) await proveAgain(deps, proof)
  else if (person.verifiedAt) throw new AppError('auth.email_yours', { details: { field: 'email' } })
  await deps.db.transaction((tx) =>
    queueAccountMail(tx, deps, { kind: 'verify', email, personId: proof.userId }),
  )
}

/**
 * The address that a link was mailed to is from now on the one of whoever asked for the link; the one before is told. Only that person
 * can open it: else somebody could have their account proven by a stranger's click.
 *
 * @throws AppError `auth.link_spent`, also when somebody else has the address by now; `auth.other_person`; `ledger.frozen`.
 */
export async function verifyEmail(
  deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'jobs' | 'actor'>,
  { userId, token }: { userId: string; token: string },
): Promise<{ email: string }> {
  const now = deps.clock.now()
  return transact(deps.db, async (tx) => {
    const { email, personId } = await useLink(tx, { token, now }, 'verify')
    if (personId !== userId) throw new AppError('auth.other_person')
    const [before] = await tx
      .select({ email: users.email, verifiedAt: users.emailVerifiedAt })
      .from(users)
      .where(eq(users.id, userId))
      .for('no key update')
    const [other] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.email, email), ne(users.id, userId)))
    if (!before || other) throw new AppError('auth.link_spent')
    await tx.update(users).set({ email, emailVerifiedAt: now }).where(eq(users.id, userId))
    if (before.email && before.verifiedAt && before.email !== email) {
      await queueAccountMail(tx, deps, { kind: 'moved', email: before.email, personId: userId })
    }
    await recordAct(tx, deps, userId, { act: 'email.proven' })
    if (before.verifiedAt === null) await onVerified(tx, { userId, at: now })
    return { email }
  })
}

/** Where a link is that this person has yet to open; null when there is none. */
export async function awaitedEmail(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: string,
): Promise<string | null> {
  const [mail] = await db
    .select({ email: accountMails.email })
    .from(accountMails)
    .where(
      and(
        eq(accountMails.personId, userId),
        eq(accountMails.kind, 'verify'),
        gt(accountMails.expiresAt, clock.now()),
      ),
    )
    .orderBy(accountMails.expiresAt)
  return mail?.email ?? null
}
