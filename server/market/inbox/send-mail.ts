import { and, desc, eq, isNotNull, lte, sql } from 'drizzle-orm'
import { rowsOf } from '@/db/client'
import { accountMails, mails, users } from '@/db/schema'
import { type WrittenMail, writeAccountMail } from '../../auth/account-mail'
import type { OutboxMail } from '../../contract/inbox'
import type { Deps } from '../../deps'
import { isOutboxOn, siteUrl } from '../../env'
import { leasedUntil, renewedLease, underLease } from '../../jobs/lease'
import type { Mailer, MailOutcome } from '../../mail/mailer'
import { switchesUrl } from './mail-words'

const MINUTE_MS = 60_000
/** Waits after each failed try: a server that is down for a night still gets the mail, a dead address does not keep us busy. */
const RETRY_AFTER_MS = [1, 5, 30, 120, 600].map((minutes) => minutes * MINUTE_MS)
/** What the outbox page shows. */
const OUTBOX_MAX = 50

/** Mails handed over by one pass of the sweeper, one after another. */
const SWEEP_MAX = 20

type SendDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'env' | 'mailer' | 'log'>

/**
 * Hands one mail to the mail server, when it is due and nobody else is at it. A refusal for good ends it; anything else is tried
 * again later, six times in all. A process that dies between the server's yes and the row sends it twice, under the same message id.
 * Without a mail server a link goes to the operator's log, for them to pass on; other mails wait for one.
 */
export async function sendMail(deps: SendDeps, mailId: string): Promise<void> {
  const { db } = deps
  if (!deps.mailer && !(await isAccountMail(deps, mailId))) return
  const now = deps.clock.now()
  const [claimed] = await db
    .update(mails)
    .set({ tries: sql`${mails.tries} + 1`, dueAt: leasedUntil(now, mails.tries) })
    .where(and(eq(mails.id, mailId), lte(mails.dueAt, now)))
    .returning({ tries: mails.tries })
  if (!claimed) return
  const isOurs = and(eq(mails.id, mailId), eq(mails.state, 'queued'), eq(mails.tries, claimed.tries))
  const renew = async () => {
    const dueAt = renewedLease(deps.clock.now(), mails.dueAt)
    return (await db.update(mails).set({ dueAt }).where(isOurs).returning({ id: mails.id })).length > 0
  }
  const outcome = await underLease(deps, renew, () => handOver(deps, mailId))
  if (outcome.ok) {
    await db
      .update(mails)
      .set({ state: 'sent', failure: null, sentAt: deps.clock.now(), dueAt: null })
      .where(and(eq(mails.id, mailId), eq(mails.state, 'queued')))
    return
  }
  const waitMs = outcome.isTransient ? RETRY_AFTER_MS[claimed.tries - 1] : undefined
  const again = waitMs === undefined ? null : new Date(deps.clock.now().getTime() + waitMs)
  await db.transaction(async (tx) => {
    await tx
      .update(mails)
      .set({ failure: outcome.failure, dueAt: again, ...(again ? {} : { state: 'failed' as const }) })
      .where(isOurs)
    if (again) await deps.jobs.enqueue(tx, 'mail.send', [{ mailId }], again)
  })
}

async function isAccountMail({ db }: SendDeps, mailId: string): Promise<boolean> {
  return (await db.$count(accountMails, eq(accountMails.mailId, mailId))) > 0
}

async function handOver(deps: SendDeps, mailId: string): Promise<MailOutcome> {
  const written = await writeAccountMail(deps, mailId)
  if (written === 'nobody') return { ok: true }
  if (written) return handOverAccountMail(deps, mailId, written)
  return deps.mailer ? handOverNotices(deps, deps.mailer, mailId) : NOT_NOW
}

/** The mail server went away between two looks. */
const NOT_NOW: MailOutcome = { ok: false, failure: 'no-server', isTransient: true }

async function handOverAccountMail(
  { mailer, log }: SendDeps,
  mailId: string,
  { to, subject, text, link }: WrittenMail,
): Promise<MailOutcome> {
  if (mailer) return mailer.send({ id: mailId, to, subject, text, unsubscribeUrl: null })
  if (link) log.warn({ mailId, to, subject, link }, 'NO MAIL SERVER: pass this link on to its owner yourself')
  else
    log.warn({ mailId, to, subject }, 'NO MAIL SERVER: tell the owner of this address what the subject says')
  return { ok: true }
}

async function handOverNotices(deps: SendDeps, mailer: Mailer, mailId: string): Promise<MailOutcome> {
  const [mail] = await deps.db
    .select({ subject: mails.subject, body: mails.body, to: users.email })
    .from(mails)
    .innerJoin(users, and(eq(users.id, mails.personId), isNotNull(users.emailVerifiedAt)))
    .where(eq(mails.id, mailId))
  if (!mail?.to || mail.subject === null || mail.body === null)
    return { ok: false, failure: 'no-address', isTransient: false }
  return mailer.send({
    id: mailId,
    to: mail.to,
    subject: mail.subject,
    text: mail.body,
    unsubscribeUrl: switchesUrl(siteUrl(deps.env)),
  })
}

/** Hands over what is due, whatever became of its job. */
export async function sweepMails(deps: SendDeps): Promise<void> {
  const due = dueMails(deps.clock.now(), { withNotices: deps.mailer !== null })
  for (const { id } of rowsOf<{ id: string }>(await deps.db.execute(due))) {
    await sendMail(deps, id).catch((error: unknown) =>
      deps.log.error({ err: error, mailId: id }, 'a mail failed'),
    )
  }
}

/** Notices wait where there is no mail server; mails about accounts, which have no subject yet, do not. */
export const dueMails = (now: Date, { withNotices }: { withNotices: boolean }) => sql`
  select id from mail where due_at <= ${now.toISOString()}::timestamptz and (${withNotices} or subject is null)
  order by due_at limit ${SWEEP_MAX}`

/** The last mails of notices of everybody, newest first; null where the setting `OUTBOX` is off, as it is in production. */
export async function listOutbox({ db, env }: Pick<Deps, 'db' | 'env'>): Promise<OutboxMail[] | null> {
  if (!isOutboxOn(env)) return null
  return db
    .select({
      id: mails.id,
      to: users.email,
      subject: sql<string>`${mails.subject}`,
      body: sql<string>`${mails.body}`,
      state: mails.state,
      createdAt: mails.createdAt,
    })
    .from(mails)
    .innerJoin(users, eq(users.id, mails.personId))
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .limit(OUTBOX_MAX)
}
