import { and, desc, eq, gt, lte, ne } from 'drizzle-orm'
import { authSessions, users } from '@/db/schema'
import { recordAct } from '../audit/record-act'
import type { Login, Me } from '../contract/auth'
import type { Deps } from '../deps'
import { AppError } from '../errors'
import { isKeyGood } from './access-keys'
import { placeInWords, UNKNOWN } from './device-words'
import { countsAsVerified } from './on-verified'
import { type SuspendedRight, suspendedOf } from './suspensions'

/** After a month away one signs in again. */
export const SESSION_DAYS = 30
export const SESSION_SECONDS = SESSION_DAYS * 24 * 60 * 60

type Needs = Pick<Deps, 'db' | 'clock' | 'ids'>
type Reads = Pick<Deps, 'db' | 'clock' | 'env'>

/** From where somebody signs in, in coarse words that they alone will read. */
export type From = { device: string; network: string | null }

/** Writes a login and drops the same person's logins that ran out. Returns its id, which the cookie carries. */
export async function openSession({ db, clock, ids }: Needs, userId: string, from?: From): Promise<string> {
  const now = clock.now()
  const id = ids.next('session')
  await db.delete(authSessions).where(and(eq(authSessions.userId, userId), lte(authSessions.expiresAt, now)))
  await db.insert(authSessions).values({
    id,
    userId,
    createdAt: now,
    seenAt: now,
    ...from,
    expiresAt: new Date(now.getTime() + SESSION_SECONDS * 1_000),
  })
  return id
}

/** A list of logins is read by people; a write with every request would cost more than it tells. */
const SEEN_EVERY_MS = 10 * 60_000

/** A person who calls, with the rights that they do not have now. */
export type Caller = Me & { suspended: SuspendedRight[] }

/** Who a login belongs to; null when it was ended or ran out. Read with every request, so an end works at once. */
export async function readSession({ db, clock, env }: Reads, id: string): Promise<Caller | null> {
  const now = clock.now()
  const [row] = await db
    .select({
      id: users.id,
      handle: users.handle,
      name: users.name,
      isDemo: users.isDemo,
      role: users.role,
      emailVerifiedAt: users.emailVerifiedAt,
      suspended: suspendedOf(users.id, now),
      seenAt: authSessions.seenAt,
    })
    .from(authSessions)
    .innerJoin(users, eq(users.id, authSessions.userId))
    .where(and(eq(authSessions.id, id), gt(authSessions.expiresAt, now)))
  if (!row) return null
  const { emailVerifiedAt, seenAt, ...person } = row
  if (seenAt === null || now.getTime() - seenAt.getTime() >= SEEN_EVERY_MS) {
    await db.update(authSessions).set({ seenAt: now }).where(eq(authSessions.id, id))
  }
  return { ...person, isVerified: countsAsVerified({ isDemo: person.isDemo, emailVerifiedAt }, env) }
}

/** What a caller showed: a login, a key, or neither. */
export type ShownBy = { sessionId: string | null; keyId: string | null }

/** A stream looks again whether its login stands after a second at the latest (reliability, W6). */
const LOGIN_CHECK_MS = 1_000

/**
 * For a stream, whose login or key was read when it began: a check to make before anything is sent, which asks the database once a
 * second at most. Without either it lets everything pass.
 *
 * @throws AppError `auth.signed_out`, `auth.key_refused` from the check, when the login or key was ended or ran out.
 */
export function loginCheck(deps: Reads, { sessionId, keyId }: ShownBy): () => Promise<void> {
  let checkedAt = deps.clock.now().getTime()
  return async () => {
    const now = deps.clock.now().getTime()
    if (now - checkedAt < LOGIN_CHECK_MS) return
    if (sessionId !== null && !(await readSession(deps, sessionId))) throw new AppError('auth.signed_out')
    if (keyId !== null && !(await isKeyGood(deps, keyId))) throw new AppError('auth.key_refused')
    checkedAt = now
  }
}

/** Ends one login; ending it again does nothing. */
export async function endSession({ db }: Pick<Deps, 'db'>, id: string): Promise<void> {
  await db.delete(authSessions).where(eq(authSessions.id, id))
}

/** Ends every login of a person, this one included; says how many there were. */
export async function endAllSessions({ db }: Pick<Deps, 'db'>, userId: string): Promise<number> {
  const ended = await db
    .delete(authSessions)
    .where(eq(authSessions.userId, userId))
    .returning({ id: authSessions.id })
  return ended.length
}

/** Ends every login of a person at their own word. */
export async function signOutEverywhere(
  deps: Pick<Deps, 'db' | 'clock' | 'actor'>,
  userId: string,
): Promise<{ ended: number }> {
  return deps.db.transaction(async (tx) => {
    const ended = await endAllSessions({ db: tx }, userId)
    await recordAct(tx, deps, userId, { act: 'logins.ended' })
    return { ended }
  })
}

/** Ends every login of a person but one, or all when that one is null; says how many there were. Those that had run out are not counted. */
export async function endOtherSessions(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { userId, sessionId }: { userId: string; sessionId: string | null },
): Promise<number> {
  const ended = await db
    .delete(authSessions)
    .where(
      and(eq(authSessions.userId, userId), sessionId === null ? undefined : ne(authSessions.id, sessionId)),
    )
    .returning({ expiresAt: authSessions.expiresAt })
  const now = clock.now()
  return ended.filter(({ expiresAt }) => expiresAt > now).length
}

/** Ends every login of a person but this one, at their own word. */
export async function signOutElsewhere(
  deps: Pick<Deps, 'db' | 'clock' | 'actor'>,
  login: { userId: string; sessionId: string | null },
): Promise<{ ended: number }> {
  return deps.db.transaction(async (tx) => {
    const ended = await endOtherSessions({ db: tx, clock: deps.clock }, login)
    await recordAct(tx, deps, login.userId, { act: 'logins.ended' })
    return { ended }
  })
}

/** Where a person is signed in: this login first, then those used last. */
export async function listSessions(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { userId, sessionId }: { userId: string; sessionId: string | null },
): Promise<Login[]> {
  const rows = await db
    .select()
    .from(authSessions)
    .where(and(eq(authSessions.userId, userId), gt(authSessions.expiresAt, clock.now())))
    .orderBy(desc(authSessions.seenAt), desc(authSessions.createdAt))
    .limit(SESSIONS_SHOWN)
  return rows
    .map(({ id, device, network, createdAt, seenAt }) => ({
      id,
      device: device ?? UNKNOWN,
      place: placeInWords(network),
      createdAt,
      seenAt: seenAt ?? createdAt,
      isThis: id === sessionId,
    }))
    .sort((a, b) => Number(b.isThis) - Number(a.isThis))
}

/** Programs sign in too; nobody looks through more. */
const SESSIONS_SHOWN = 50

/** Ends one login of one's own. @throws AppError `auth.session_not_found`. */
export async function endOwnSession(
  deps: Pick<Deps, 'db' | 'clock' | 'actor'>,
  { userId, id }: { userId: string; id: string },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const ended = await tx
      .delete(authSessions)
      .where(and(eq(authSessions.id, id), eq(authSessions.userId, userId)))
      .returning({ id: authSessions.id })
    if (ended.length === 0) throw new AppError('auth.session_not_found')
    await recordAct(tx, deps, userId, { act: 'login.ended' })
  })
}
