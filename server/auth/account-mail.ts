import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, inArray, lt } from 'drizzle-orm'
import type { Db, Tx } from '@/db/client'
import { accountMails, mails, users } from '@/db/schema'
import type { OpenedLink as LinkView } from '../contract/auth'
import type { Deps } from '../deps'
import { siteUrl } from '../env'
import { AppError } from '../errors'
import { type AccountMailText, accountMailText } from './account-mail-words'

const HOUR_MS = 3_600_000

/** How long a link is good. A day for what opens nothing that exists; an hour for what opens an account, as OWASP asks for. */
export const LINK_MS = {
  register: 24 * HOUR_MS,
  verify: 24 * HOUR_MS,
  reset: HOUR_MS,
  moved: HOUR_MS,
} as const

export type AccountMailKind = keyof typeof LINK_MS

/** Where a link leads. What it carries stands behind `#`: browsers send that to nobody, so no log and no referrer has it. */
const LINK_PAGES = {
  register: '/register/finish',
  verify: '/verify-email',
  reset: '/reset-password',
} as const

export type AccountMail = {
  kind: AccountMailKind
  email: string
  personId?: string
  name?: string
  handle?: string
  path?: string
}

type QueueDeps = Pick<Deps, 'clock' | 'ids' | 'jobs'>

/**
 * Puts a mail about an account on its way. Nothing here depends on whether anybody has the address, so neither the answer nor its time
 * can tell; that is asked when the mail is handed over. Drops what ran out long ago, strangers' addresses among it.
 */
export async function queueAccountMail(
  tx: Tx,
  { clock, ids, jobs }: QueueDeps,
  mail: AccountMail,
): Promise<void> {
  const now = clock.now()
  await tx.delete(mails).where(
    inArray(
      mails.id,
      tx
        .select({ id: accountMails.mailId })
        .from(accountMails)
        .where(lt(accountMails.expiresAt, new Date(now.getTime() - KEPT_MS))),
    ),
  )
  const mailId = ids.next('mail')
  await tx.insert(mails).values({ id: mailId, createdAt: now, dueAt: now })
  const expiresAt = new Date(now.getTime() + LINK_MS[mail.kind])
  await tx.insert(accountMails).values({ ...mail, mailId, expiresAt })
  await jobs.enqueue(tx, 'mail.send', [{ mailId }])
}

/** A mail server that was down for a day is still tried then. */
const KEPT_MS = 2 * 24 * HOUR_MS

/** 256 bits, so nobody guesses one; whoever reads the table has its digest only. */
const newToken = () => randomBytes(32).toString('base64url')

const digestOf = (token: string) => createHash('sha256').update(token).digest('base64url')

export type WrittenMail = AccountMailText & { to: string; link: string | null }

/**
 * Writes a mail about an account as it is handed over, with a link made now; one that was made for an earlier try is good no longer.
 * Null when there is nobody to write to: the row is then gone, and so is the address.
 */
export async function writeAccountMail(
  { db, clock, env }: Pick<Deps, 'db' | 'clock' | 'env'>,
  mailId: string,
): Promise<WrittenMail | 'nobody' | null> {
  return db.transaction(async (tx) => {
    const [mail] = await tx
      .select()
      .from(accountMails)
      .where(eq(accountMails.mailId, mailId))
      .for('no key update')
    if (!mail) return null
    const [owner] = await tx
      .select({ id: users.id, handle: users.handle })
      .from(users)
      .where(eq(users.email, mail.email))
    const site = siteUrl(env)
    if (mail.kind === 'moved') {
      return { to: mail.email, link: null, ...accountMailText({ kind: 'moved', site }) }
    }
    const isTaken = owner !== undefined && owner.id !== mail.personId
    if (mail.kind !== 'reset' && isTaken) {
      return {
        to: mail.email,
        link: null,
        ...accountMailText({ kind: 'known', site, handle: owner.handle }),
      }
    }
    if (mail.kind === 'reset' && !owner) {
      await tx.delete(mails).where(eq(mails.id, mailId))
      return 'nobody'
    }
    const token = newToken()
    const expiresAt = new Date(clock.now().getTime() + LINK_MS[mail.kind])
    await tx
      .update(accountMails)
      .set({ digest: digestOf(token), expiresAt, ...(mail.kind === 'reset' ? { personId: owner?.id } : {}) })
      .where(eq(accountMails.mailId, mailId))
    const link = new URL(`${LINK_PAGES[mail.kind]}#${token}`, site).href
    const handle = mail.handle ?? owner?.handle ?? ''
    return { to: mail.email, link, ...accountMailText({ kind: mail.kind, site, link, handle }) }
  })
}

type LinkRow = typeof accountMails.$inferSelect

/**
 * What a link is for, while it is good. Reading it uses nothing up: programs that look through mail follow links.
 *
 * @throws AppError `auth.link_spent`.
 */
export async function readLink(
  db: Db,
  { token, now }: { token: string; now: Date },
  kinds: readonly (keyof typeof LINK_PAGES)[] = ['register', 'verify', 'reset'],
): Promise<LinkRow> {
  const [found] = await db
    .select()
    .from(accountMails)
    .where(
      and(
        eq(accountMails.digest, digestOf(token)),
        inArray(accountMails.kind, [...kinds]),
        gt(accountMails.expiresAt, now),
      ),
    )
  if (!found) throw new AppError('auth.link_spent')
  return found
}

/** What somebody sees who opened a link, before they use it. @throws AppError `auth.link_spent`. */
export async function openLink({ db, clock }: Pick<Deps, 'db' | 'clock'>, token: string): Promise<LinkView> {
  const { kind, email, name, handle } = await readLink(db, { token, now: clock.now() })
  if (kind === 'register') return { kind, email, name: name ?? '', handle: handle ?? '' }
  if (kind === 'moved') throw new AppError('auth.link_spent')
  return { kind, email }
}

/**
 * Uses a link up, and with it all others of its kind for the same address or person. Of two at once one gets it.
 *
 * @throws AppError `auth.link_spent`.
 */
export async function useLink(
  tx: Tx,
  { token, now }: { token: string; now: Date },
  kind: keyof typeof LINK_PAGES,
): Promise<LinkRow> {
  const [used] = await tx
    .delete(accountMails)
    .where(
      and(
        eq(accountMails.digest, digestOf(token)),
        eq(accountMails.kind, kind),
        gt(accountMails.expiresAt, now),
      ),
    )
    .returning()
  if (!used) throw new AppError('auth.link_spent')
  const others =
    used.personId === null ? eq(accountMails.email, used.email) : eq(accountMails.personId, used.personId)
  await tx.delete(accountMails).where(and(others, eq(accountMails.kind, kind)))
  return used
}
