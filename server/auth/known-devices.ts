import { createHmac, randomBytes } from 'node:crypto'
import { and, eq, gt, lt, or } from 'drizzle-orm'
import { knownDevices, users } from '@/db/schema'
import type { Deps } from '../deps'

/**
 * Browsers that somebody signed in with before, told by a cookie (OWASP, "device cookies"): there guesses are counted for that browser
 * alone, so others' neither stop nor slow them. The cookie opens nothing.
 */

type Needs = Pick<Deps, 'db' | 'clock' | 'authSecret'>

/** Half a year: longer than a login lasts, for it is needed when the login is gone. */
const KNOWN_MS = 180 * 24 * 3_600_000
export const DEVICE_COOKIE_SECONDS = KNOWN_MS / 1_000

/** `__Host-`, as for the login: a neighbouring sub-domain cannot plant one. */
export function deviceCookieName(isSecure: boolean): string {
  return isSecure ? '__Host-caveat.device' : 'caveat.device'
}

/** What a cookie can be; anything else was not made here. */
const DEVICE = /^[\w-]{43}$/

/** How a browser is called in counts and in the table; the cookie itself stands nowhere. */
export function deviceDigest({ authSecret }: Pick<Deps, 'authSecret'>, cookie: string): string {
  return createHmac('sha256', authSecret).update(`device:${cookie}`).digest('base64url')
}

/** Whether the account's owner signed in with that browser before. `account` is an e-mail or a person's id. */
export async function isKnownDevice(
  deps: Needs,
  { account, device }: { account: string; device: string | undefined },
): Promise<boolean> {
  if (!device || !DEVICE.test(device)) return false
  const [found] = await deps.db
    .select({ userId: knownDevices.userId })
    .from(knownDevices)
    .innerJoin(users, eq(users.id, knownDevices.userId))
    .where(
      and(
        or(eq(users.email, account), eq(users.id, account)),
        eq(knownDevices.digest, deviceDigest(deps, device)),
        gt(knownDevices.seenAt, new Date(deps.clock.now().getTime() - KNOWN_MS)),
      ),
    )
  return found !== undefined
}

/**
 * They signed in with that browser now. Returns the cookie to keep: the one that was sent when we made it, else a new one, since
 * somebody may have planted theirs. Forgets what was not used for long.
 */
export async function rememberDevice(
  deps: Needs,
  { userId, device }: { userId: string; device: string | undefined },
): Promise<string> {
  const { db } = deps
  const seenAt = deps.clock.now()
  const old = new Date(seenAt.getTime() - KNOWN_MS)
  await db.delete(knownDevices).where(and(eq(knownDevices.userId, userId), lt(knownDevices.seenAt, old)))
  const kept = device && (await isOurs(deps, device)) ? device : randomBytes(32).toString('base64url')
  const digest = deviceDigest(deps, kept)
  await db
    .insert(knownDevices)
    .values({ userId, digest, seenAt })
    .onConflictDoUpdate({ target: [knownDevices.userId, knownDevices.digest], set: { seenAt } })
  return kept
}

/** Several people may share a browser, and its cookie. */
async function isOurs(deps: Needs, device: string): Promise<boolean> {
  if (!DEVICE.test(device)) return false
  const [found] = await deps.db
    .select({ userId: knownDevices.userId })
    .from(knownDevices)
    .where(eq(knownDevices.digest, deviceDigest(deps, device)))
    .limit(1)
  return found !== undefined
}
