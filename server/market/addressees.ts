import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db, Tx } from '@/db/client'
import { addressees, type BotRow, bots, inboxItems, personMutes, users } from '@/db/schema'
import type { AddresseeView } from '../contract/market-view'
import type { Deps } from '../deps'
import { AppError } from '../errors'
import { botsGoOn } from '../settings/stops'
import { tellAddressed } from './inbox/tell-people'
import { isInAudience } from './matching/predicate'
import { isHidden } from './private/sight-sql'

type Addressee = Pick<typeof addressees.$inferSelect, 'personId' | 'botId'>

/**
 * Writes whom a new question is put to by name, beside everybody who looks for such a question, and puts it into the inboxes of people
 * among them. A bot is asked with the others, when the question is matched, whatever it looks for. Who has muted or blocked the asker is
 * named like everybody, and told nothing: it does not show. Returns whom to hint to after the commit.
 *
 * @throws AppError `market.addressee_unknown` for a name that nobody has, oneself, and a bot that is paused or does not serve the asker.
 */
export async function addressTo(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'ids' | 'jobs'>,
  { contextId, buyerId, to }: { contextId: string; buyerId: string; to: readonly string[] },
): Promise<string[]> {
  if (to.length === 0) return []
  const named = await findAddressees(tx, buyerId, to)
  const missing = to.findIndex((_, index) => named[index] === null)
  if (missing >= 0)
    throw new AppError('market.addressee_unknown', {
      details: { field: `addressees.${missing}`, name: to[missing] ?? '' },
    })
  const rows = named.filter((row) => row !== null)
  await tx
    .insert(addressees)
    .values(rows.map((row) => ({ contextId, ...row })))
    .onConflictDoNothing()
  const people = rows.flatMap(({ personId, botId }) => (botId === null ? [personId] : []))
  const willing = await withoutMuting(tx, buyerId, [...new Set(people)].sort())
  if (willing.length === 0) return []
  const createdAt = deps.clock.now()
  await tx
    .insert(inboxItems)
    .values(willing.map((personId) => ({ personId, contextId, createdAt })))
    .onConflictDoNothing()
  return tellAddressed(tx, deps, { contextId, people: willing })
}

/** By handle, or by the id of a bot; null for each that cannot be asked. */
async function findAddressees(tx: Tx, buyerId: string, to: readonly string[]): Promise<(Addressee | null)[]> {
  const names = [...to]
  const people = await tx
    .select({ id: users.id, handle: users.handle })
    .from(users)
    .where(
      and(inArray(users.handle, names), isNull(users.deletedAt), sql`not ${isHidden('person', users.id)}`),
    )
  const found = await tx
    .select()
    .from(bots)
    .where(and(inArray(bots.id, names), eq(bots.isPaused, false), sql`not ${isHidden('bot', bots.id)}`))
  return names.map((name) => {
    const bot = found.find(({ id }) => id === name)
    if (bot) return isInAudience(bot, buyerId) ? { personId: bot.ownerId, botId: bot.id } : null
    const person = people.find(({ handle }) => handle === name)
    return person && person.id !== buyerId ? { personId: person.id, botId: null } : null
  })
}

async function withoutMuting(tx: Tx, buyerId: string, people: readonly string[]): Promise<string[]> {
  if (people.length === 0) return []
  const muting = await tx
    .select({ personId: personMutes.personId })
    .from(personMutes)
    .where(and(eq(personMutes.otherId, buyerId), inArray(personMutes.personId, [...people])))
  return people.filter((id) => !muting.some(({ personId }) => personId === id))
}

/** The bots among those whom questions are put to by name, as far as they work now, by question: none while bots are stopped. */
export async function addressedBots(db: Db, contextIds: readonly string[]): Promise<Map<string, BotRow[]>> {
  const rows = await db
    .select({ contextId: addressees.contextId, bot: bots })
    .from(addressees)
    .innerJoin(bots, eq(bots.id, addressees.botId))
    .where(and(inArray(addressees.contextId, [...contextIds]), eq(bots.isPaused, false), botsGoOn(db)))
    .orderBy(addressees.contextId, bots.id)
  const named = new Map<string, BotRow[]>()
  for (const { contextId, bot } of rows) named.set(contextId, [...(named.get(contextId) ?? []), bot])
  return named
}

/** Whom a question is put to by name, as everybody sees it; who has left is not named. */
export async function viewAddressees(db: Db, contextId: string): Promise<AddresseeView[]> {
  const rows = await db
    .select({
      handle: users.handle,
      name: users.name,
      bot: { id: bots.id, name: bots.name, removedAt: bots.removedAt },
    })
    .from(addressees)
    .innerJoin(users, eq(users.id, addressees.personId))
    .leftJoin(bots, eq(bots.id, addressees.botId))
    .where(and(eq(addressees.contextId, contextId), isNull(users.deletedAt)))
    // A person before their bots.
    .orderBy(users.name, sql`${bots.name} nulls first`)
  return rows.flatMap(({ handle, name, bot }): AddresseeView[] => {
    if (bot === null) return [{ kind: 'person' as const, to: handle, name }]
    return bot.removedAt === null ? [{ kind: 'bot' as const, to: bot.id, name: bot.name }] : []
  })
}
