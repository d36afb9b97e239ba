import { createHash } from 'node:crypto'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { and, asc, eq, gt, isNull, lte } from 'drizzle-orm'
import type { Db } from '@/db/client'
import { authAccounts, passkeyChallenges, passkeys, users } from '@/db/schema'
import { recordAct } from '../audit/record-act'
import type {
  NewPasskey,
  Passkey,
  PasskeyAnswer,
  PasskeyCreation,
  PasskeyRequest,
} from '../contract/passkeys'
import type { Deps } from '../deps'
import { passkeySite } from '../env'
import { AppError } from '../errors'
import { type Proof, proveAgain } from './prove-again'

type Needs = Pick<Deps, 'db' | 'clock' | 'env'>

/** Phone, laptop, work, two security keys, and as many again. */
export const PASSKEYS_MAX = 10
/** A sign-in page offers passkeys while it stands open; somebody may look for a key meanwhile. */
const CHALLENGE_MS = 10 * 60_000
/** EdDSA, ES256, RS256 (COSE): what browsers and authenticators of today make. Written out so that an update changes nothing unseen. */
const ALGORITHMS = [-8, -7, -257]

const digestOf = (challenge: string) => createHash('sha256').update(challenge).digest('base64url')

function siteOf(env: Deps['env']) {
  const site = passkeySite(env)
  if (!site) throw new AppError('auth.passkeys_here')
  return site
}

/** Keeps what an authenticator is asked to sign, and drops what nobody answered. */
async function keepChallenge({ db, clock }: Needs, challenge: string, userId: string | null): Promise<void> {
  const now = clock.now()
  await db.delete(passkeyChallenges).where(lte(passkeyChallenges.expiresAt, now))
  const expiresAt = new Date(now.getTime() + CHALLENGE_MS)
  await db.insert(passkeyChallenges).values({ digest: digestOf(challenge), userId, expiresAt })
}

/** Whether this was asked, of this person (null: of nobody yet), and not answered before: the first answer takes it, right or wrong. */
async function takeChallenge(
  { db, clock }: Needs,
  challenge: string,
  userId: string | null,
): Promise<boolean> {
  const taken = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.digest, digestOf(challenge)),
        userId === null ? isNull(passkeyChallenges.userId) : eq(passkeyChallenges.userId, userId),
        gt(passkeyChallenges.expiresAt, clock.now()),
      ),
    )
    .returning({ digest: passkeyChallenges.digest })
  return taken.length > 0
}

/** The library throws for whatever is not as it should be. */
async function orRefused<T>(verification: Promise<T>): Promise<T> {
  try {
    return await verification
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw new AppError('auth.passkey_refused', { cause })
  }
}

/**
 * What a browser needs to make a passkey for somebody, who proves first that it is they.
 *
 * @throws AppError `auth.passkeys_here` for demo people and at a bare address; `auth.too_many_passkeys`; as `proveAgain`.
 */
export async function beginPasskey(deps: Needs, proof: Proof): Promise<PasskeyCreation> {
  const { rpId } = siteOf(deps.env)
  const [person] = await deps.db.select().from(users).where(eq(users.id, proof.userId))
  if (!person || person.isDemo) throw new AppError('auth.passkeys_here')
  await proveAgain(deps, proof)
  const own = await deps.db.select().from(passkeys).where(eq(passkeys.userId, proof.userId))
  if (own.length >= PASSKEYS_MAX) throw new AppError('auth.too_many_passkeys')
  const options = await generateRegistrationOptions({
    rpName: 'Caveat',
    rpID: rpId,
    userName: person.email ?? person.handle,
    userDisplayName: person.name,
    userID: new TextEncoder().encode(person.id),
    excludeCredentials: own.map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
  await keepChallenge(deps, options.challenge, person.id)
  return options
}

/**
 * Keeps the passkey that a browser made.
 *
 * @throws AppError `auth.passkey_refused`, `auth.passkeys_here`, `auth.too_many_passkeys`.
 */
export async function addPasskey(
  deps: Needs & Pick<Deps, 'actor'>,
  { userId, name, response }: NewPasskey & { userId: string },
): Promise<Passkey> {
  const { rpId, origin } = siteOf(deps.env)
  const verified = await orRefused(
    verifyRegistrationResponse({
      response,
      expectedChallenge: (challenge) => takeChallenge(deps, challenge, userId),
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  )
  if (!verified.verified) throw new AppError('auth.passkey_refused')
  const { id, publicKey, counter } = verified.registrationInfo.credential
  const createdAt = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    await lockPerson(tx, userId)
    if ((await tx.$count(passkeys, eq(passkeys.userId, userId))) >= PASSKEYS_MAX) {
      throw new AppError('auth.too_many_passkeys')
    }
    const transports = response.response.transports ?? []
    const added = await tx
      .insert(passkeys)
      .values({ id, userId, publicKey, counter, transports, name, createdAt })
      .onConflictDoNothing()
      .returning({ id: passkeys.id })
    // The same id is another's, or one's own already: either way nothing is overwritten.
    if (added.length === 0) throw new AppError('auth.passkey_refused')
    await recordAct(tx, deps, userId, { act: 'passkey.added' })
    return { id, name, createdAt, usedAt: null }
  })
}

/** What a browser needs to sign in with whatever passkey somebody has here. @throws AppError `auth.passkeys_here`. */
export async function beginPasskeySignIn(deps: Needs): Promise<PasskeyRequest> {
  const { rpId } = siteOf(deps.env)
  const options = await generateAuthenticationOptions({ rpID: rpId, userVerification: 'required' })
  await keepChallenge(deps, options.challenge, null)
  return options
}

/**
 * Whose passkey signed. Each answer counts once, only from our own origin, only when the authenticator has checked who holds it, and
 * only with a count of uses that goes on.
 *
 * @throws AppError `auth.passkey_refused`, `auth.passkeys_here`.
 */
export async function signInWithPasskey(deps: Needs, response: PasskeyAnswer): Promise<{ userId: string }> {
  const { rpId, origin } = siteOf(deps.env)
  const [passkey] = await deps.db.select().from(passkeys).where(eq(passkeys.id, response.id))
  if (!passkey) throw new AppError('auth.passkey_refused')
  const { id, userId, counter, transports } = passkey
  const publicKey = new Uint8Array(passkey.publicKey)
  const { verified, authenticationInfo } = await orRefused(
    verifyAuthenticationResponse({
      response,
      expectedChallenge: (challenge) => takeChallenge(deps, challenge, null),
      expectedOrigin: origin,
      expectedRPID: rpId,
      credential: { id, publicKey, counter, transports },
      requireUserVerification: true,
    }),
  )
  if (!verified || !namesOwner(response, userId)) throw new AppError('auth.passkey_refused')
  const used = await deps.db
    .update(passkeys)
    .set({ counter: authenticationInfo.newCounter, usedAt: deps.clock.now() })
    // Of two answers with one count, as a copy would give, only the first gets in.
    .where(and(eq(passkeys.id, id), eq(passkeys.counter, counter)))
    .returning({ id: passkeys.id })
  if (used.length === 0) throw new AppError('auth.passkey_refused')
  return { userId }
}

/** The authenticator says whom the passkey was made for, where it says so at all. */
function namesOwner({ response }: PasskeyAnswer, userId: string): boolean {
  if (!response.userHandle) return true
  return Buffer.from(response.userHandle, 'base64url').toString() === userId
}

/** One's passkeys, oldest first. */
export async function listPasskeys(db: Db, userId: string): Promise<Passkey[]> {
  return db
    .select({
      id: passkeys.id,
      name: passkeys.name,
      createdAt: passkeys.createdAt,
      usedAt: passkeys.usedAt,
    })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id))
}

/** @throws AppError `auth.passkey_not_found`. */
export async function renamePasskey(
  db: Db,
  { userId, id, name }: { userId: string; id: string; name: string },
): Promise<void> {
  const renamed = await db
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
    .returning({ id: passkeys.id })
  if (renamed.length === 0) throw new AppError('auth.passkey_not_found')
}

/**
 * Removes a passkey, unless nothing else would open the account.
 *
 * @throws AppError `auth.passkey_not_found`, `auth.last_way`; as `proveAgain`.
 */
export async function removePasskey(
  deps: Needs & Pick<Deps, 'actor'>,
  { id, ...proof }: Proof & { id: string },
): Promise<void> {
  await proveAgain(deps, proof)
  const { userId } = proof
  await deps.db.transaction(async (tx) => {
    // Two removals at once must not each leave the other's passkey as the way that remains.
    const { passwordHash } = await lockPerson(tx, userId)
    const removed = await tx
      .delete(passkeys)
      .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
      .returning({ id: passkeys.id })
    if (removed.length === 0) throw new AppError('auth.passkey_not_found')
    const others =
      (await tx.$count(passkeys, eq(passkeys.userId, userId))) +
      (await tx.$count(authAccounts, eq(authAccounts.userId, userId)))
    if (!passwordHash && others === 0) throw new AppError('auth.last_way')
    await recordAct(tx, deps, userId, { act: 'passkey.removed' })
  })
}

async function lockPerson(db: Db, userId: string): Promise<{ passwordHash: string | null }> {
  const [person] = await db
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update')
  if (!person) throw new AppError('auth.passkeys_here')
  return person
}
