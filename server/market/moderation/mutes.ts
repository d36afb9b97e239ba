import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Db } from '@/db/client'
import { personMutes, users } from '@/db/schema'
import type { MuteInput, OwnModeration } from '../../contract/moderation'
import type { Deps } from '../../deps'
import { AppError } from '../../errors'

/** More than anybody looks through; a list that grows without end is read with every list of questions. */
export const MUTES_MAX = 500

/**
 * Mutes or blocks a person, or shows them again; again with another word changes it.
 *
 * @throws AppError `market.person_not_found`, `moderation.not_yourself`, `moderation.too_many_mutes`.
 */
export async function mutePerson(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  personId: string,
  { handle, as }: MuteInput,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [other] = await tx.select({ id: users.id }).from(users).where(eq(users.handle, handle))
    if (!other) throw new AppError('market.person_not_found')
    if (other.id === personId) throw new AppError('moderation.not_yourself')
    const pair = and(eq(personMutes.personId, personId), eq(personMutes.otherId, other.id))
    if (as === 'shown') {
      await tx.delete(personMutes).where(pair)
      return
    }
    await tx.select({ id: users.id }).from(users).where(eq(users.id, personId)).for('no key update')
    const isKnown = (await tx.$count(personMutes, pair)) > 0
    if (!isKnown && (await tx.$count(personMutes, eq(personMutes.personId, personId))) >= MUTES_MAX)
      throw new AppError('moderation.too_many_mutes')
    const isBlocked = as === 'blocked'
    await tx
      .insert(personMutes)
      .values({ personId, otherId: other.id, isBlocked, createdAt: clock.now() })
      .onConflictDoUpdate({ target: [personMutes.personId, personMutes.otherId], set: { isBlocked } })
  })
}

/** Whom somebody does not want to see, by name. */
export function listMuted(db: Db, personId: string): Promise<OwnModeration['muted']> {
  return db
    .select({
      person: { handle: users.handle, name: users.name },
      isBlocked: personMutes.isBlocked,
      createdAt: personMutes.createdAt,
    })
    .from(personMutes)
    .innerJoin(users, eq(users.id, personMutes.otherId))
    .where(and(eq(personMutes.personId, personId), isNull(users.deletedAt)))
    .orderBy(asc(users.name), asc(users.handle))
}
