import { and, desc, eq } from 'drizzle-orm'
import { mails, users } from '@/db/schema'
import type { OutboxMail } from '../../contract/inbox'
import type { Deps } from '../../deps'
import { isOutboxOn, siteUrl } from '../../env'
import { switchesUrl } from './mail-words'

const MINUTE_MS = 60_000
/** Waits after each failed try: a server that is down for a night still gets the mail, a dead address does not keep us busy. */
const RETRY_AFTER_MS = [1, 5, 30, 120, 600].map((minutes) => minutes * MINUTE_MS)
/** What the outbox page shows. */
const OUTBOX_MAX = 50

type SendDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'env' | 'mailer'>

/**
 * Hands one mail to the mail server. A refusal for good ends it; anything else is tried again later, six times in all. A
 * process that dies between the server's yes and the row sends it twice, under the same message id.
 */
export async function sendMail(
  deps: SendDeps,
  { mailId, attempt }: { mailId: string; attempt: number },
): Promise<void> {
  const { db, mailer } = deps
  const [mail] = await db
    .select({ subject: mails.subject, body: mails.body, state: mails.state, to: users.email })
    .from(mails)
    .innerJoin(users, eq(users.id, mails.personId))
    .where(eq(mails.id, mailId))
  if (!mailer || mail?.state !== 'queued' || mail.to === null) return
  const outcome = await mailer.send({
    id: mailId,
    to: mail.to,
    subject: mail.subject,
    text: mail.body,
    unsubscribeUrl: switchesUrl(siteUrl(deps.env)),
  })
  const now = deps.clock.now()
  const isOurs = and(eq(mails.id, mailId), eq(mails.state, 'queued'))
  if (outcome.ok) {
    await db.update(mails).set({ state: 'sent', failure: null, sentAt: now }).where(isOurs)
    return
  }
  const waitMs = outcome.isTransient ? RETRY_AFTER_MS[attempt - 1] : undefined
  await db.transaction(async (tx) => {
    await tx
      .update(mails)
      .set({ failure: outcome.failure, ...(waitMs === undefined ? { state: 'failed' as const } : {}) })
      .where(isOurs)
    if (waitMs !== undefined) {
      const next = { mailId, attempt: attempt + 1 }
      await deps.jobs.enqueue(tx, 'mail.send', [next], new Date(now.getTime() + waitMs))
    }
  })
}

/** The last mails of everybody, newest first; null where the setting `OUTBOX` is off, as it is in production. */
export async function listOutbox({ db, env }: Pick<Deps, 'db' | 'env'>): Promise<OutboxMail[] | null> {
  if (!isOutboxOn(env)) return null
  return db
    .select({
      id: mails.id,
      to: users.email,
      subject: mails.subject,
      body: mails.body,
      state: mails.state,
      createdAt: mails.createdAt,
    })
    .from(mails)
    .innerJoin(users, eq(users.id, mails.personId))
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .limit(OUTBOX_MAX)
}
