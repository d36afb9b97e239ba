import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Db } from '@/db/client'
import { users } from '@/db/schema'
import type { Deps } from '../deps'
import { asksForEmailProof } from '../env'

/**
 * Which of these people may not earn: as `countsAsVerified`, for what bots post long after their owner came through a door. A bot that
 * was at work before its owner had to prove an e-mail earns nothing until they do.
 */
export async function notEarning(
  db: Db,
  { env }: Pick<Deps, 'env'>,
  personIds: readonly string[],
): Promise<Set<string>> {
  if (!asksForEmailProof(env) || personIds.length === 0) return new Set()
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, [...personIds]), isNull(users.emailVerifiedAt), eq(users.isDemo, false)))
  return new Set(found.map(({ id }) => id))
}
