import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { rowsOf } from '@/db/client'
import { accessKeys, users } from '@/db/schema'
import { recordAct } from '../audit/record-act'
import { type Allowed, KEY_NAME_CHARS_MAX } from '../contract/access-keys'
import type { Program } from '../contract/programs'
import type { Deps } from '../deps'
import { inOrder, insertKey, isGood } from './access-keys'

/**
 * Programs that people connect (OAuth): each is one key of its person's, which has no secret and opens with the tokens that the program
 * was given (`server/api/oauth`). So caps, thresholds, limits and the log are those of every key.
 */

const DAY_MS = 86_400_000
/** The end of a code or token stays readable for so long: who comes late is told so, and one that comes twice is known. */
const KEPT_HOURS = 24

export type Connecting = Allowed & {
  userId: string
  clientId: string
  /** What it calls itself. */
  name: string
  /** Where its person is sent back to. */
  host: string
  days: number
}

/**
 * Lets a program do this from now on; whoever connects it again changes what it may do, for every token that it has. What it spent today
 * goes on counting.
 *
 * @returns the id of its key.
 * @throws AppError `auth.too_many_keys`.
 */
export async function connectProgram(
  deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'actor'>,
  { userId, clientId, name, host, days, ...allowed }: Connecting,
): Promise<string> {
  const now = deps.clock.now()
  const scopes = inOrder(allowed.scopes)
  const { spendPerDayMicros, spendPerQuestionMicros, askAboveMicros } = allowed
  const what = {
    name: name.slice(0, KEY_NAME_CHARS_MAX),
    clientHost: host,
    scopes,
    spendPerDayMicros,
    spendPerQuestionMicros,
    askAboveMicros,
    expiresAt: new Date(now.getTime() + days * DAY_MS),
  }
  return deps.db.transaction(async (tx) => {
    // Of two at once the second finds what the first made.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
    const [known] = await tx
      .update(accessKeys)
      .set(what)
      .where(isOf(userId, clientId))
      .returning({ id: accessKeys.id })
    if (!known) {
      const id = deps.ids.next('accessKey')
      await insertKey(tx, deps, { ...what, id, personId: userId, clientId, hint: '', createdAt: now })
      return id
    }
    await recordAct(tx, deps, userId, {
      act: 'key.changed',
      keyId: known.id,
      scopes: scopes.join(' '),
      ...(spendPerDayMicros ? { amountMicros: spendPerDayMicros } : {}),
    })
    return known.id
  })
}

const isOf = (userId: string, clientId: string) =>
  and(eq(accessKeys.personId, userId), eq(accessKeys.clientId, clientId), isNull(accessKeys.revokedAt))

const shown = {
  id: accessKeys.id,
  name: accessKeys.name,
  scopes: accessKeys.scopes,
  spendPerDayMicros: accessKeys.spendPerDayMicros,
  spendPerQuestionMicros: accessKeys.spendPerQuestionMicros,
  askAboveMicros: accessKeys.askAboveMicros,
  createdAt: accessKeys.createdAt,
  expiresAt: accessKeys.expiresAt,
  usedAt: accessKeys.usedAt,
}

/** One's connected programs that may still do something, newest first. */
export async function listPrograms(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: string,
): Promise<Program[]> {
  const rows = await db
    .select({ ...shown, host: accessKeys.clientHost })
    .from(accessKeys)
    .where(and(eq(accessKeys.personId, userId), isNotNull(accessKeys.clientId), isGood(clock.now())))
    .orderBy(desc(accessKeys.createdAt), desc(accessKeys.id))
  return rows.map(({ host, ...program }) => ({ ...program, host: host ?? '' }))
}

/** What somebody lets a program do already; null when it is not connected, or no longer. */
export async function readConnection(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: string,
  clientId: string,
): Promise<Allowed | null> {
  const [row] = await db
    .select(shown)
    .from(accessKeys)
    .where(and(isOf(userId, clientId), isGood(clock.now())))
  return row ?? null
}

/** Removes up to `most` consents, codes and tokens a day after their end, what nobody answered, and programs that nobody connected; returns how many. */
export async function forgetRecords(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  most: number,
): Promise<number> {
  const gone = await db.execute(sql`
    delete from oauth_record r where (r.model, r.digest) in (
      select o.model, o.digest from oauth_record o
      where o.expires_at < ${clock.now().toISOString()}::timestamptz - make_interval(hours => case when o.access_id is null then 0 else ${KEPT_HOURS} end)
        and not (o.model = 'Client' and exists (
          select from access_key k where k.client_id = o.payload ->> 'client_id' and k.revoked_at is null))
      limit ${most})
    returning 1 as n`)
  return rowsOf(gone).length
}
