import { createHash, randomBytes } from 'node:crypto'
import { and, desc, eq, gt, isNull, or } from 'drizzle-orm'
import { accessKeys, users } from '@/db/schema'
import { type Caps, type DelegableScope, SCOPES } from '../actors/actor'
import { recordAct } from '../audit/record-act'
import { type AccessKey, type CreateKey, KEYS_MAX } from '../contract/access-keys'
import type { Me } from '../contract/auth'
import type { Deps } from '../deps'
import { AppError } from '../errors'
import { countsAsVerified } from './on-verified'
import { type Proof, proveAgain } from './prove-again'

/** What a key begins with: those who look for lost ones in texts find it by this. */
export const KEY_PREFIX = 'caveat_'
/** 256 bits, so nobody guesses one, and whoever reads the table has its digest only. */
const KEY_BYTES = 32
/** As many as tell two keys of one person apart. */
const HINT_CHARS = 4
const DAY_MS = 86_400_000
/** People read when it was last used; a write with every call would cost more than it tells. */
const USED_EVERY_MS = 60_000

const digestOf = (secret: string) => createHash('sha256').update(secret).digest('base64url')

const isGood = (now: Date) =>
  and(isNull(accessKeys.revokedAt), or(isNull(accessKeys.expiresAt), gt(accessKeys.expiresAt, now)))

/**
 * Makes a key of somebody's own. The secret is in this answer and nowhere else.
 *
 * @throws AppError `auth.too_many_keys`; as `proveAgain`.
 */
export async function createKey(
  deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'actor'>,
  { password, days, ...wanted }: CreateKey & Pick<Proof, 'userId' | 'sessionId'>,
): Promise<{ key: AccessKey; secret: string }> {
  const { userId, sessionId, name, spendPerDayMicros, spendPerQuestionMicros } = wanted
  await proveAgain(deps, { userId, sessionId, password })
  const secret = KEY_PREFIX + randomBytes(KEY_BYTES).toString('base64url')
  const scopes = inOrder(wanted.scopes)
  const now = deps.clock.now()
  const key: AccessKey = {
    id: deps.ids.next('accessKey'),
    name,
    hint: secret.slice(-HINT_CHARS),
    scopes,
    spendPerDayMicros,
    spendPerQuestionMicros,
    createdAt: now,
    expiresAt: days === null ? null : new Date(now.getTime() + days * DAY_MS),
    usedAt: null,
  }
  await deps.db.transaction(async (tx) => {
    // Two at once must not each be the last that fits.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
    const own = await tx.$count(accessKeys, and(eq(accessKeys.personId, userId), isGood(now)))
    if (own >= KEYS_MAX) throw new AppError('auth.too_many_keys')
    await tx.insert(accessKeys).values({ ...key, personId: userId, digest: digestOf(secret) })
    await recordAct(tx, deps, userId, {
      act: 'key.created',
      keyId: key.id,
      scopes: scopes.join(' '),
      ...(spendPerDayMicros === null ? {} : { amountMicros: spendPerDayMicros }),
    })
  })
  return { key, secret }
}

/** As the list of scopes has them, whatever order they came in. */
function inOrder(scopes: readonly DelegableScope[]): DelegableScope[] {
  return SCOPES.filter((scope): scope is DelegableScope => scopes.some((one) => one === scope))
}

/** One's keys that open something, newest first. */
export async function listKeys(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: string,
): Promise<AccessKey[]> {
  return db
    .select({
      id: accessKeys.id,
      name: accessKeys.name,
      hint: accessKeys.hint,
      scopes: accessKeys.scopes,
      spendPerDayMicros: accessKeys.spendPerDayMicros,
      spendPerQuestionMicros: accessKeys.spendPerQuestionMicros,
      createdAt: accessKeys.createdAt,
      expiresAt: accessKeys.expiresAt,
      usedAt: accessKeys.usedAt,
    })
    .from(accessKeys)
    .where(and(eq(accessKeys.personId, userId), isGood(clock.now())))
    .orderBy(desc(accessKeys.createdAt), desc(accessKeys.id))
}

/** From now on it opens nothing; streams that it opened end within a second. @throws AppError `auth.key_not_found`. */
export async function revokeKey(
  deps: Pick<Deps, 'db' | 'clock' | 'actor'>,
  { userId, id }: { userId: string; id: string },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const revoked = await tx
      .update(accessKeys)
      .set({ revokedAt: deps.clock.now() })
      .where(and(eq(accessKeys.id, id), eq(accessKeys.personId, userId), isNull(accessKeys.revokedAt)))
      .returning({ id: accessKeys.id })
    if (revoked.length === 0) throw new AppError('auth.key_not_found')
    await recordAct(tx, deps, userId, { act: 'key.revoked', keyId: id })
  })
}

export type KnownKey = { id: string; owner: Me; scopes: readonly DelegableScope[]; caps: Caps }

type Reads = Pick<Deps, 'db' | 'clock' | 'env'>

/** Whose key this is and what it may do; null when there is none, or it was revoked or ran out. Read with every call. */
export async function readKey({ db, clock, env }: Reads, secret: string): Promise<KnownKey | null> {
  if (!secret.startsWith(KEY_PREFIX)) return null
  const now = clock.now()
  const [row] = await db
    .select({ key: accessKeys, person: users })
    .from(accessKeys)
    .innerJoin(users, eq(users.id, accessKeys.personId))
    .where(and(eq(accessKeys.digest, digestOf(secret)), isGood(now)))
  if (!row) return null
  const { key, person } = row
  const { spendPerDayMicros, spendPerQuestionMicros } = key
  if (isOld(key.usedAt, now))
    await db.update(accessKeys).set({ usedAt: now }).where(eq(accessKeys.id, key.id))
  return {
    id: key.id,
    owner: {
      id: person.id,
      handle: person.handle,
      name: person.name,
      isDemo: person.isDemo,
      role: person.role,
      isVerified: countsAsVerified(person, env),
    },
    scopes: key.scopes,
    caps: { spendPerDayMicros, spendPerQuestionMicros },
  }
}

const isOld = (usedAt: Date | null, now: Date) =>
  usedAt === null || now.getTime() - usedAt.getTime() >= USED_EVERY_MS

/** Whether a key that was read before still opens something. */
export async function isKeyGood({ db, clock }: Pick<Deps, 'db' | 'clock'>, id: string): Promise<boolean> {
  const found = await db.$count(accessKeys, and(eq(accessKeys.id, id), isGood(clock.now())))
  return found > 0
}
