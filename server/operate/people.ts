import { and, asc, desc, eq, gt, ilike, isNull, or, sql } from 'drizzle-orm'
import { accessKeys, authSessions, bots, ledgerTransfers, users } from '@/db/schema'
import { recordAct } from '../audit/record-act'
import { endAllSessions } from '../auth/sessions'
import { PEOPLE_PAGE_SIZE, type PersonSheet } from '../contract/operate'
import type { Deps } from '../deps'
import { AppError } from '../errors'
import { userAccount } from '../ledger/accounts'
import { walletSummary } from '../ledger/queries'
import { suspensionsOf } from '../market/moderation/read-cases'
import { pauseBot } from '../sellers/bots/bots'

type Needs = Pick<Deps, 'db' | 'clock' | 'actor'>

/** Payments of one person that a sheet shows. */
const TRANSFERS_SHOWN = 30

const row = {
  handle: users.handle,
  name: users.name,
  role: users.role,
  isDemo: users.isDemo,
  isDeleted: sql<boolean>`${users.deletedAt} is not null`,
  createdAt: users.createdAt,
}

/** People by part of their handle, name or e-mail, by handle; the e-mail is not shown. */
export async function listPeople(
  { db }: Pick<Deps, 'db'>,
  { query, cursor }: { query: string; cursor: string | null },
) {
  const like = `%${query.replace(/[\\%_]/g, '\\$&')}%`
  const people = await db
    .select(row)
    .from(users)
    .where(
      and(
        query === ''
          ? undefined
          : or(ilike(users.handle, like), ilike(users.name, like), eq(users.email, query.toLowerCase())),
        cursor === null ? undefined : gt(users.handle, cursor),
      ),
    )
    .orderBy(asc(users.handle))
    .limit(PEOPLE_PAGE_SIZE + 1)
  const page = people.slice(0, PEOPLE_PAGE_SIZE)
  return { people: page, nextCursor: people.length > PEOPLE_PAGE_SIZE ? (page.at(-1)?.handle ?? null) : null }
}

/** What an operator sees of one person: never a text of theirs, nor what opens anything. @throws AppError `market.person_not_found`. */
export async function readPerson(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  operatorId: string,
  handle: string,
): Promise<PersonSheet> {
  const [found] = await db
    .select({ id: users.id, ...row })
    .from(users)
    .where(eq(users.handle, handle))
  if (!found) throw new AppError('market.person_not_found')
  const { id, ...person } = found
  const account = userAccount(id)
  const { availableMicros, heldMicros } = await walletSummary(db, id)
  const transfers = await db
    .select({
      key: ledgerTransfers.key,
      kind: ledgerTransfers.kind,
      from: ledgerTransfers.fromAccount,
      to: ledgerTransfers.toAccount,
      amountMicros: ledgerTransfers.amountMicros,
      createdAt: ledgerTransfers.createdAt,
      isReversed: sql<boolean>`exists (select from ledger_transfer r where r.key = 'reverse:' || ledger_transfer.key)`,
    })
    .from(ledgerTransfers)
    .where(or(eq(ledgerTransfers.fromAccount, account), eq(ledgerTransfers.toAccount, account)))
    .orderBy(desc(ledgerTransfers.seq))
    .limit(TRANSFERS_SHOWN)
  return {
    person,
    isYou: id === operatorId,
    availableMicros,
    heldMicros,
    logins: await db.$count(
      authSessions,
      and(eq(authSessions.userId, id), gt(authSessions.expiresAt, clock.now())),
    ),
    bots: await db
      .select({ id: bots.id, name: bots.name, isPaused: bots.isPaused })
      .from(bots)
      .where(and(eq(bots.ownerId, id), isNull(bots.removedAt)))
      .orderBy(asc(bots.name)),
    keys: await db
      .select({ id: accessKeys.id, name: accessKeys.name, hint: accessKeys.hint, usedAt: accessKeys.usedAt })
      .from(accessKeys)
      .where(and(eq(accessKeys.personId, id), isNull(accessKeys.revokedAt)))
      .orderBy(desc(accessKeys.createdAt)),
    suspensions: await suspensionsOf(db, id),
    transfers,
  }
}

/** Ends every login of somebody. @throws AppError `market.person_not_found`. */
export async function signOutPerson(deps: Needs, handle: string): Promise<{ ended: number }> {
  return deps.db.transaction(async (tx) => {
    const [person] = await tx.select({ id: users.id }).from(users).where(eq(users.handle, handle))
    if (!person) throw new AppError('market.person_not_found')
    const ended = await endAllSessions({ db: tx }, person.id)
    await recordAct(tx, deps, person.id, { act: 'logins.ended' })
    return { ended }
  })
}

/** Pauses somebody's bot; its owner puts it to work again. @throws AppError `sellers.bot_not_found`. */
export async function pauseBotOf(deps: Needs & Pick<Deps, 'jobs'>, botId: string): Promise<void> {
  const [bot] = await deps.db.select({ ownerId: bots.ownerId }).from(bots).where(eq(bots.id, botId))
  if (!bot) throw new AppError('sellers.bot_not_found')
  await pauseBot(deps, bot.ownerId, { botId, isPaused: true })
}

/** Revokes somebody's key. @throws AppError `auth.key_not_found`. */
export async function revokeKeyOf(deps: Needs, id: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [revoked] = await tx
      .update(accessKeys)
      .set({ revokedAt: deps.clock.now() })
      .where(and(eq(accessKeys.id, id), isNull(accessKeys.revokedAt)))
      .returning({ personId: accessKeys.personId })
    if (!revoked) throw new AppError('auth.key_not_found')
    await recordAct(tx, deps, revoked.personId, { act: 'key.revoked', keyId: id })
  })
}
