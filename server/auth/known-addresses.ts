import { createHmac } from 'node:crypto'
import { and, eq, gt, lt, or } from 'drizzle-orm'
import { knownAddresses, users } from '@/db/schema'
import type { Deps } from '../deps'

type Needs = Pick<Deps, 'db' | 'clock' | 'authSecret'>
/** `account` is an e-mail or a person's id. */
type Login = { account: string; ip: string }

/** A season: whoever has not come from there since then signs in as from anywhere. */
const KNOWN_MS = 90 * 24 * 3_600_000

const digestOf = ({ authSecret }: Needs, ip: string) =>
  createHmac('sha256', authSecret).update(`address:${ip}`).digest('base64url')

/** Whether this person has signed in from there before. */
export async function isKnownAddress(deps: Needs, { account, ip }: Login): Promise<boolean> {
  const since = new Date(deps.clock.now().getTime() - KNOWN_MS)
  const [found] = await deps.db
    .select({ userId: knownAddresses.userId })
    .from(knownAddresses)
    .innerJoin(users, eq(users.id, knownAddresses.userId))
    .where(
      and(
        or(eq(users.email, account), eq(users.id, account)),
        eq(knownAddresses.digest, digestOf(deps, ip)),
        gt(knownAddresses.seenAt, since),
      ),
    )
  return found !== undefined
}

/** They signed in from there now. Forgets where they have not been for long. */
export async function rememberAddress(
  deps: Needs,
  { userId, ip }: { userId: string; ip: string },
): Promise<void> {
  const seenAt = deps.clock.now()
  await deps.db
    .delete(knownAddresses)
    .where(
      and(
        eq(knownAddresses.userId, userId),
        lt(knownAddresses.seenAt, new Date(seenAt.getTime() - KNOWN_MS)),
      ),
    )
  await deps.db
    .insert(knownAddresses)
    .values({ userId, digest: digestOf(deps, ip), seenAt })
    .onConflictDoUpdate({ target: [knownAddresses.userId, knownAddresses.digest], set: { seenAt } })
}
