import { asc, eq, ne } from 'drizzle-orm'
import { users } from '@/db/schema'
import type { Role } from '../actors/actor'
import { recordAct } from '../audit/record-act'
import type { Deps } from '../deps'
import { AppError } from '../errors'

/**
 * Gives somebody a role, or takes it: `person` has none. It holds from their next request on.
 *
 * @throws AppError `market.person_not_found`; demo people, whom anybody may step in as, are never found.
 */
export async function setRole(
  deps: Pick<Deps, 'db' | 'clock' | 'actor'>,
  { handle, role }: { handle: string; role: Role },
): Promise<{ userId: string }> {
  return deps.db.transaction(async (tx) => {
    const [person] = await tx
      .select({ id: users.id, isDemo: users.isDemo, deletedAt: users.deletedAt })
      .from(users)
      .where(eq(users.handle, handle.toLowerCase()))
      .for('update')
    if (!person || person.isDemo || person.deletedAt) throw new AppError('market.person_not_found')
    await tx.update(users).set({ role }).where(eq(users.id, person.id))
    await recordAct(tx, deps, person.id, { act: 'role.given', role })
    return { userId: person.id }
  })
}

/** Everybody with a role. */
export async function listRoles({ db }: Pick<Deps, 'db'>): Promise<{ handle: string; role: Role }[]> {
  return db
    .select({ handle: users.handle, role: users.role })
    .from(users)
    .where(ne(users.role, 'person'))
    .orderBy(asc(users.handle))
}
