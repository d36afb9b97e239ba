import { and, eq, isNull } from 'drizzle-orm'
import { bots, suspensions, users } from '@/db/schema'
import { recordAct } from '../../audit/record-act'
import { standsAt } from '../../auth/suspensions'
import type { SuspendInput } from '../../contract/moderation'
import type { Deps } from '../../deps'
import { AppError } from '../../errors'
import { tellOfRules } from '../inbox/tell-people'
import { inboxTopic } from '../inbox/topic'

type SuspendDeps = Pick<Deps, 'db' | 'clock' | 'ids' | 'jobs' | 'bus' | 'actor'>

const DAY_MS = 86_400_000

/**
 * Takes one right of a person, or of one bot of theirs to sell, until an end; it holds from their next request on.
 *
 * @throws AppError `market.person_not_found`, `sellers.bot_not_found`, `moderation.not_yourself`, `moderation.has_role`,
 * `moderation.bot_sells` for another right of a bot.
 */
export async function suspendRight(
  deps: SuspendDeps,
  moderatorId: string,
  { handle, botId, right, days, rule, note }: SuspendInput,
): Promise<{ id: string }> {
  if (botId !== null && right !== 'sell') throw new AppError('moderation.bot_sells')
  const at = deps.clock.now()
  const id = deps.ids.next('suspension')
  const until = new Date(at.getTime() + days * DAY_MS)
  const told = await deps.db.transaction(async (tx) => {
    const [person] = await tx
      .select({ id: users.id, role: users.role })
      .from(users)
      .where(and(eq(users.handle, handle), isNull(users.deletedAt)))
    if (!person) throw new AppError('market.person_not_found')
    if (person.id === moderatorId) throw new AppError('moderation.not_yourself')
    if (person.role !== 'person') throw new AppError('moderation.has_role')
    if (botId !== null) {
      const owned = await tx.$count(bots, and(eq(bots.id, botId), eq(bots.ownerId, person.id)))
      if (owned === 0) throw new AppError('sellers.bot_not_found')
    }
    await tx
      .insert(suspensions)
      .values({ id, personId: person.id, botId, right, rule, note, createdAt: at, until, byId: moderatorId })
    await recordAct(tx, deps, person.id, {
      act: 'right.suspended',
      suspensionId: id,
      right,
      until: until.toISOString(),
      ...(botId === null ? {} : { botId }),
    })
    return tellOfRules(tx, deps, [{ personId: person.id, event: 'right.suspended', about: id }])
  })
  deps.bus.publishAll(told.map(inboxTopic))
  return { id }
}

/** Gives a right back before its end. @throws AppError `moderation.suspension_not_found`. */
export async function liftSuspension(deps: SuspendDeps, moderatorId: string, id: string): Promise<void> {
  const at = deps.clock.now()
  const told = await deps.db.transaction(async (tx) => {
    const [lifted] = await tx
      .update(suspensions)
      .set({ liftedAt: at, liftedById: moderatorId })
      .where(and(eq(suspensions.id, id), standsAt(at)))
      .returning()
    if (!lifted) throw new AppError('moderation.suspension_not_found')
    const { personId, right, botId } = lifted
    await recordAct(tx, deps, personId, {
      act: 'right.restored',
      suspensionId: id,
      right,
      ...(botId === null ? {} : { botId }),
    })
    return tellOfRules(tx, deps, [{ personId, event: 'right.restored', about: id }])
  })
  deps.bus.publishAll(told.map(inboxTopic))
}
