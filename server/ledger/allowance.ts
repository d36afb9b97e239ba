import { eq } from 'drizzle-orm'
import type { Db, Tx } from '@/db/client'
import { ledgerAccounts, ledgerTransfers } from '@/db/schema'
import type { Deps } from '../deps'
import { readSetting } from '../settings/settings'
import { MICROS_PER_CREDIT } from '../shared/money'
import { allowanceAccount } from './accounts'

type Needs = Pick<Deps, 'actor' | 'env'> & { db: Db | Tx }

/**
 * What a person is given for each day, in micro-credits: as much as the operator set (in the pages, or `DAILY_GRANT`), to verified people and to
 * what acts for them; to nobody for whom the market itself asks.
 */
export async function dailyGrantOf({ actor, env, db }: Needs, userId: string): Promise<bigint> {
  const isOwn = actor.personId === userId && actor.isVerified
  return isOwn ? BigInt(await readSetting(db, env, 'dailyGrant')) * MICROS_PER_CREDIT : 0n
}

/** What a person can ask with today besides their own credits. */
export async function allowanceToday(deps: Needs & Pick<Deps, 'clock'>, userId: string): Promise<bigint> {
  const day = deps.clock.now().toISOString().slice(0, 10)
  const dailyMicros = await dailyGrantOf(deps, userId)
  if (dailyMicros > 0n) {
    const [given] = await deps.db
      .select({ key: ledgerTransfers.key })
      .from(ledgerTransfers)
      .where(eq(ledgerTransfers.key, `${userId}:daily:${day}`))
    // Given with the first question of the day.
    if (!given) return dailyMicros
  }
  const [account] = await deps.db
    .select({ micros: ledgerAccounts.balanceMicros })
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.id, allowanceAccount(userId)))
  return account?.micros ?? 0n
}
