import { createHash, randomBytes } from 'node:crypto'
import { and, desc, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '@/db/client'
import { accessKeys, bots, oauthRecords, users } from '@/db/schema'
import { type Caps, type DelegableScope, SCOPES } from '../actors/actor'
import { recordAct } from '../audit/record-act'
import { type AccessKey, type CreateKey, KEYS_MAX } from '../contract/access-keys'
import type { Me } from '../contract/auth'
import type { Deps } from '../deps'
import { AppError } from '../errors'
import { countsAsVerified } from './on-verified'
import { type Proof, proveAgain } from './prove-again'
import { type SuspendedRight, suspendedOf } from './suspensions'

/** What a key begins with: those who look for lost ones in texts find it by this. */
export const KEY_PREFIX = 'caveat_'
/** 256 bits, so nobody guesses one, and whoever reads the table has its digest only. */
const KEY_BYTES = 32
/** As many as tell two keys of one person apart. */
const HINT_CHARS = 4
const DAY_MS = 86_400_000
/** People read when it was last used; a write with every call would cost more than it tells. */
const USED_EVERY_MS = 60_000

/** By which a secret of ours is known again; 256 bits of chance need no key. */
export const digestOf = (secret: string) => createHash('sha256').update(secret).digest('base64url')

/** A new secret of 256 bits, with what it begins with. */
export const newSecret = (prefix: string) => prefix + randomBytes(KEY_BYTES).toString('base64url')

/** The last letters of a secret, by which its owner knows it again. */
export const hintOf = (secret: string) => secret.slice(-HINT_CHARS)

export const isGood = (now: Date) =>
  and(isNull(accessKeys.revokedAt), or(isNull(accessKeys.expiresAt), gt(accessKeys.expiresAt, now)))

/**
 * Makes a key of somebody's own. The secret is in this answer and nowhere else.
 *
 * @throws AppError `auth.too_many_keys`, `sellers.bot_not_found`; as `proveAgain`.
 */
export async function createKey(
  deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'actor'>,
  { password, days, ...wanted }: CreateKey & Pick<Proof, 'userId' | 'sessionId'>,
): Promise<{ key: AccessKey; secret: string }> {
  const { userId, sessionId, name, spendPerDayMicros, spendPerQuestionMicros, askAboveMicros } = wanted
  await proveAgain(deps, { userId, sessionId, password })
  const secret = newSecret(KEY_PREFIX)
  const scopes = inOrder(wanted.scopes)
  const now = deps.clock.now()
  const bot = wanted.botId === null ? null : await ownBot(deps.db, userId, wanted.botId)
  const key: AccessKey = {
    id: deps.ids.next('accessKey'),
    name,
    hint: hintOf(secret),
    scopes,
    spendPerDayMicros,
    spendPerQuestionMicros,
    askAboveMicros,
    bot,
    createdAt: now,
    expiresAt: days === null ? null : new Date(now.getTime() + days * DAY_MS),
    usedAt: null,
  }
  await deps.db.transaction((tx) =>
    insertKey(tx, deps, { ...key, botId: bot?.id ?? null, personId: userId, digest: digestOf(secret) }),
  )
  return { key, secret }
}

export type NewKey = typeof accessKeys.$inferInsert

/** Writes a key with its act, if there is room for one more. @throws AppError `auth.too_many_keys`. */
export async function insertKey(tx: Tx, deps: Pick<Deps, 'clock' | 'actor'>, key: NewKey): Promise<void> {
  const { personId, spendPerDayMicros } = key
  // Two at once must not each be the last that fits.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, personId)).for('no key update')
  const isOwn = eq(accessKeys.personId, personId)
  const own = await tx.$count(accessKeys, and(isOwn, isGood(deps.clock.now())))
  if (own >= KEYS_MAX) throw new AppError('auth.too_many_keys')
  await tx.insert(accessKeys).values(key)
  await recordAct(tx, deps, personId, {
    act: 'key.created',
    keyId: key.id,
    scopes: key.scopes.join(' '),
    ...(spendPerDayMicros ? { amountMicros: spendPerDayMicros } : {}),
  })
}

/** @throws AppError `sellers.bot_not_found`. */
async function ownBot(db: Db, ownerId: string, botId: string): Promise<{ id: string; name: string }> {
  const [bot] = await db
    .select({ id: bots.id, name: bots.name })
    .from(bots)
    .where(and(eq(bots.id, botId), eq(bots.ownerId, ownerId), isNull(bots.removedAt)))
  if (!bot) throw new AppError('sellers.bot_not_found', { details: { field: 'botId' } })
  return bot
}

/** As the list of scopes has them, whatever order they came in. */
export function inOrder(scopes: readonly DelegableScope[]): DelegableScope[] {
  return SCOPES.filter((scope): scope is DelegableScope => scopes.some((one) => one === scope))
}

/** One's keys that open something, newest first; not those of connected programs. */
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
      askAboveMicros: accessKeys.askAboveMicros,
      bot: { id: bots.id, name: bots.name },
      createdAt: accessKeys.createdAt,
      expiresAt: accessKeys.expiresAt,
      usedAt: accessKeys.usedAt,
    })
    .from(accessKeys)
    .leftJoin(bots, eq(bots.id, accessKeys.botId))
    .where(and(eq(accessKeys.personId, userId), isNull(accessKeys.clientId), isGood(clock.now())))
    .orderBy(desc(accessKeys.createdAt), desc(accessKeys.id))
}

/** With a bot go its keys. */
export async function revokeKeysOfBot(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'actor'>,
  { ownerId, botId }: { ownerId: string; botId: string },
): Promise<void> {
  const revoked = await tx
    .update(accessKeys)
    .set({ revokedAt: deps.clock.now() })
    .where(and(eq(accessKeys.botId, botId), isNull(accessKeys.revokedAt)))
    .returning({ id: accessKeys.id })
  for (const { id } of revoked) await recordAct(tx, deps, ownerId, { act: 'key.revoked', keyId: id })
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
    // A connected program's consents, codes and tokens.
    await tx.delete(oauthRecords).where(eq(oauthRecords.keyId, id))
    await recordAct(tx, deps, userId, { act: 'key.revoked', keyId: id })
  })
}

export type KnownKey = {
  id: string
  owner: Me & { suspended: SuspendedRight[] }
  /** As which bot of its owner's it acts; null for the owner. */
  botId: string | null
  /** Of a connected program, which showed a token; null for a key made by hand. */
  clientId: string | null
  scopes: readonly DelegableScope[]
  caps: Caps
}

type Reads = Pick<Deps, 'db' | 'clock' | 'env'>

/**
 * Whose key this is and what it may do; null when there is none, or it was revoked or ran out. A token of a connected program stands for
 * that program's key, as long as it lasts, at the door it was given for (`resource`; none takes any at null) and with no more than its own
 * scopes. Read with every call.
 */
export async function readKey(
  { db, clock, env }: Reads,
  secret: string,
  resource: string | null = null,
): Promise<KnownKey | null> {
  if (secret === '') return null
  const now = clock.now()
  const digest = digestOf(secret)
  const isByHand = secret.startsWith(KEY_PREFIX)
  if (!isByHand && resource === null) return null
  const tokenScope = sql<string | null>`${oauthRecords.payload} ->> 'scope'`
  const opens: SQL | undefined = isByHand
    ? eq(accessKeys.digest, digest)
    : and(
        eq(oauthRecords.digest, digest),
        gt(oauthRecords.expiresAt, now),
        sql`${oauthRecords.payload} ->> 'aud' = ${resource}`,
      )
  const [row] = await db
    .select({ key: accessKeys, person: users, suspended: suspendedOf(users.id, now), tokenScope })
    .from(accessKeys)
    .innerJoin(users, eq(users.id, accessKeys.personId))
    .leftJoin(
      oauthRecords,
      isByHand
        ? sql`false`
        : and(eq(oauthRecords.keyId, accessKeys.id), eq(oauthRecords.model, 'AccessToken')),
    )
    .where(and(opens, isGood(now)))
  if (!row) return null
  const { key, person, suspended } = row
  const { spendPerDayMicros, spendPerQuestionMicros, askAboveMicros } = key
  const given = row.tokenScope?.split(' ') ?? []
  if (isOld(key.usedAt, now))
    await db.update(accessKeys).set({ usedAt: now }).where(eq(accessKeys.id, key.id))
  return {
    id: key.id,
    botId: key.botId,
    clientId: key.clientId,
    owner: {
      id: person.id,
      handle: person.handle,
      name: person.name,
      isDemo: person.isDemo,
      role: person.role,
      isVerified: countsAsVerified(person, env),
      suspended,
    },
    scopes: isByHand ? key.scopes : key.scopes.filter((scope) => given.includes(scope)),
    caps: { spendPerDayMicros, spendPerQuestionMicros, askAboveMicros },
  }
}

const isOld = (usedAt: Date | null, now: Date) =>
  usedAt === null || now.getTime() - usedAt.getTime() >= USED_EVERY_MS

/** Whether a key that was read before still opens something. */
export async function isKeyGood({ db, clock }: Pick<Deps, 'db' | 'clock'>, id: string): Promise<boolean> {
  const found = await db.$count(accessKeys, and(eq(accessKeys.id, id), isGood(clock.now())))
  return found > 0
}
