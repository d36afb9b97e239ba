import { and, desc, eq, gt, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { Tx } from '@/db/client'
import { mails, notices, users } from '@/db/schema'
import type { Deps } from '../../deps'
import { siteUrl } from '../../env'
import { doErrand, type Piece } from '../../jobs/errands'
import { NOTICE_EVENTS, type NoticeEvent, TOPIC_OF_EVENT } from '../../words/notices'
import { mailOf } from './mail-words'
import { viewNotices } from './notices'
import { readSwitches } from './switches'
import { GATHER_MS } from './write-notices'

/** Older news is not worth a mail: so a market that begins to tell late does not mail its whole history. */
const FRESH_MS = 24 * 3_600_000
/** Lines of one mail; who has more looks at the page anyway. */
const LINES_MAX = 20

/** The weightiest first: money, then what waits for a hand. */
const WEIGHT: readonly NoticeEvent[] = [
  'spend.waiting',
  'offer.bought',
  'offer.resold',
  'answer.resold',
  'offer.bond-kept',
  'sale.contested',
  'sale.decided',
  'complaint.decided',
  'credits.corrected',
  'credits.given',
  'right.suspended',
  'thing.hidden',
  'question.paused',
  'bot.paused',
  'webhook.paused',
  'question.cancelled',
  'question.due',
  'game.turn',
  'game.judging',
  'question.settled',
  'question.revised',
  'question.answered',
  'question.countered',
  'question.offered',
  'claim.about-you',
  'site.asked',
  'question.addressed',
  'question.raised',
  'question.matched',
  'followed.answered',
  'followed.ended',
  'followed.asked',
  'game.ended',
  'offer.quoted',
  'note.shown',
  'note.not-shown',
  'quote.wanted',
  'quote.allowed',
  'right.restored',
  'thing.shown',
  'flag.decided',
  'offer.passed',
  'offer.read',
]

type MailDeps = Pick<Deps, 'db' | 'clock' | 'ids' | 'jobs' | 'env' | 'mailer' | 'log'>

const DONE: Piece = { next: null }

/**
 * Puts what a person has not read and wants by mail into one mail, and marks it mailed in the same transaction, so that a
 * repeat finds nothing. Never two mails to a person within the time of gathering: what comes in between waits for the next.
 */
export async function gatherMail(deps: MailDeps, personId: string): Promise<void> {
  await doErrand(deps, { kind: 'gather-mail', subjectId: personId }, () => gatherNow(deps, personId))
}

async function gatherNow(deps: MailDeps, personId: string): Promise<Piece> {
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    // One at a time for each person: the second waits here and finds what the first has left.
    const [person] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, personId), isNotNull(users.email), isNotNull(users.emailVerifiedAt)))
      .for('no key update')
    // Nothing goes to an address that nobody has proven: it may be a stranger's.
    if (!person) return DONE
    const waitsUntil = await quietUntil(tx, personId)
    if (waitsUntil !== null && waitsUntil > now) {
      await deps.jobs.enqueue(tx, 'mail.gather', [{ personId }], waitsUntil)
      return { until: waitsUntil }
    }
    const due = await takeDue(tx, personId, now)
    if (due.length === 0) return DONE
    const views = await viewNotices(tx, personId, due)
    const { subject, body } = mailOf(views, siteUrl(deps.env))
    const mailId = deps.ids.next('mail')
    await tx
      .insert(mails)
      .values({ id: mailId, personId, subject, body, createdAt: now, dueAt: deps.mailer && now })
    if (deps.mailer) await deps.jobs.enqueue(tx, 'mail.send', [{ mailId }])
    return DONE
  })
}

/** Until when the last mail keeps the next one waiting; null when there was none. */
async function quietUntil(tx: Tx, personId: string): Promise<Date | null> {
  const [last] = await tx
    .select({ createdAt: mails.createdAt })
    .from(mails)
    .where(eq(mails.personId, personId))
    .orderBy(desc(mails.createdAt))
    .limit(1)
  return last ? new Date(last.createdAt.getTime() + GATHER_MS) : null
}

/** Marks what is due as mailed and returns the weightiest of it, that first. */
async function takeDue(tx: Tx, personId: string, now: Date) {
  const switches = await readSwitches(tx, personId)
  const topics = switches.filter(({ byMail }) => byMail).map(({ topic }) => topic)
  const taken = await tx
    .update(notices)
    .set({ mailedAt: now })
    .where(
      and(
        eq(notices.personId, personId),
        isNull(notices.readAt),
        isNull(notices.mailedAt),
        gt(notices.changedAt, new Date(now.getTime() - FRESH_MS)),
        inArray(
          notices.event,
          NOTICE_EVENTS.filter((event) => topics.includes(TOPIC_OF_EVENT[event])),
        ),
      ),
    )
    .returning()
  const weight = (row: { event: NoticeEvent }) => WEIGHT.indexOf(row.event)
  return taken
    .sort((a, b) => weight(a) - weight(b) || b.changedAt.getTime() - a.changedAt.getTime())
    .slice(0, LINES_MAX)
}
