import { and, asc, desc, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '@/db/client'
import { bots, flags, moderationCases, suspensions, users } from '@/db/schema'
import {
  type LogLine,
  MODERATION_PAGE_SIZE,
  type ModerationCase,
  type OwnModeration,
  type Suspension,
} from '../../contract/moderation'
import { listMuted } from './mutes'
import { readSubject } from './subjects'

const isWaiting = or(
  isNull(moderationCases.outcome),
  and(isNotNull(moderationCases.appealedAt), isNull(moderationCases.appealOutcome)),
)

/** What waits for a moderator, oldest first. Who flagged it is not told: what is judged is the thing. */
export async function listQueue(db: Db): Promise<ModerationCase[]> {
  const rows = await db
    .select()
    .from(moderationCases)
    .where(isWaiting)
    .orderBy(asc(moderationCases.openedAt), asc(moderationCases.id))
    .limit(MODERATION_PAGE_SIZE)
  const raised = await db
    .select({ caseId: flags.caseId, rule: flags.rule, words: flags.words, createdAt: flags.createdAt })
    .from(flags)
    .where(
      inArray(
        flags.caseId,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(asc(flags.createdAt))
  return Promise.all(
    rows.map(async (row) => ({
      id: row.id,
      subject: await readSubject(db, row),
      openedAt: row.openedAt,
      flags: raised
        .filter(({ caseId }) => caseId === row.id)
        .map(({ rule, words, createdAt }) => ({ rule, words, createdAt })),
      appeal:
        row.appealedAt === null || row.rule === null
          ? null
          : { rule: row.rule, note: row.note, words: row.appeal, appealedAt: row.appealedAt },
    })),
  )
}

/** How many cases wait. */
export const countQueue = (db: Db): Promise<number> => db.$count(moderationCases, isWaiting)

/** What moderators did, newest first; for everybody. */
export async function readModerationLog(
  db: Db,
  { cursor }: { cursor: string | null },
): Promise<{ lines: LogLine[]; nextCursor: string | null }> {
  const decided = await db
    .select({ row: moderationCases, author: users.handle })
    .from(moderationCases)
    .innerJoin(users, eq(users.id, moderationCases.authorId))
    .where(
      and(
        isNotNull(moderationCases.decidedAt),
        isBefore(cursor, sql`${moderationCases.decidedAt}, ${moderationCases.id}`),
      ),
    )
    .orderBy(desc(moderationCases.decidedAt), desc(moderationCases.id))
    .limit(MODERATION_PAGE_SIZE + 1)
  const suspended = await db
    .select({ row: suspensions, person: users.handle })
    .from(suspensions)
    .innerJoin(users, eq(users.id, suspensions.personId))
    .where(isBefore(cursor, sql`${suspensions.createdAt}, ${suspensions.id}`))
    .orderBy(desc(suspensions.createdAt), desc(suspensions.id))
    .limit(MODERATION_PAGE_SIZE + 1)
  const lines: LogLine[] = [
    ...decided.flatMap(({ row, author }): LogLine[] =>
      row.outcome === null || row.decidedAt === null
        ? []
        : [
            {
              kind: 'decided',
              id: row.id,
              at: row.decidedAt,
              subject: row.subjectKind,
              author,
              outcome: row.outcome,
              rule: row.rule,
              appeal: row.appealedAt === null ? null : (row.appealOutcome ?? 'waiting'),
            },
          ],
    ),
    ...suspended.map(
      ({ row, person }): LogLine => ({
        kind: 'suspended',
        id: row.id,
        at: row.createdAt,
        person,
        ofBot: row.botId !== null,
        right: row.right,
        rule: row.rule,
        until: row.until,
        liftedAt: row.liftedAt,
      }),
    ),
  ].sort((a, b) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1))
  const page = lines.slice(0, MODERATION_PAGE_SIZE)
  const last = lines.length > MODERATION_PAGE_SIZE ? page.at(-1) : undefined
  return { lines: page, nextCursor: last ? `${last.at.getTime()}_${last.id}` : null }
}

function isBefore(cursor: string | null, place: SQL): SQL | undefined {
  const match = cursor === null ? null : /^(\d{1,15})_(\w+)$/.exec(cursor)
  if (!match) return undefined
  return sql`(${place}) < (${new Date(Number(match[1])).toISOString()}::timestamptz, ${match[2]})`
}

/** What moderation has to do with one person: their flags, what of theirs is or was hidden, their rights, whom they muted. */
export async function readOwnModeration(db: Db, personId: string): Promise<OwnModeration> {
  const raised = await db
    .select({ flag: flags, row: moderationCases })
    .from(flags)
    .innerJoin(moderationCases, eq(moderationCases.id, flags.caseId))
    .where(eq(flags.personId, personId))
    .orderBy(desc(flags.createdAt))
    .limit(MODERATION_PAGE_SIZE)
  const hidden = await db
    .select()
    .from(moderationCases)
    .where(and(eq(moderationCases.authorId, personId), eq(moderationCases.outcome, 'hidden')))
    .orderBy(desc(moderationCases.decidedAt))
    .limit(MODERATION_PAGE_SIZE)
  return {
    flags: raised.map(({ flag, row }) => ({
      caseId: row.id,
      kind: row.subjectKind,
      rule: flag.rule,
      createdAt: flag.createdAt,
      // Hidden by mistake, it counts as kept.
      outcome: row.appealOutcome === 'overturned' ? 'kept' : row.outcome,
      note: row.note,
    })),
    hidden: await Promise.all(
      hidden.flatMap((row) => {
        const { id: caseId, rule, note, decidedAt, appealedAt } = row
        if (rule === null || decidedAt === null) return []
        const appeal =
          appealedAt === null ? null : { words: row.appeal, outcome: row.appealOutcome, note: row.appealNote }
        return [readSubject(db, row).then((subject) => ({ caseId, subject, rule, note, decidedAt, appeal }))]
      }),
    ),
    suspensions: await suspensionsOf(db, personId),
    muted: await listMuted(db, personId),
  }
}

/** Rights of a person that are, or were, suspended; the last first. */
export async function suspensionsOf(db: Db, personId: string): Promise<Suspension[]> {
  const rows = await db
    .select({ row: suspensions, bot: { id: bots.id, name: bots.name } })
    .from(suspensions)
    .leftJoin(bots, eq(bots.id, suspensions.botId))
    .where(eq(suspensions.personId, personId))
    .orderBy(desc(suspensions.createdAt), desc(suspensions.id))
    .limit(MODERATION_PAGE_SIZE)
  return rows.map(({ row: { id, right, rule, note, createdAt, until, liftedAt }, bot }) => ({
    id,
    bot,
    right,
    rule,
    note,
    createdAt,
    until,
    liftedAt,
  }))
}
