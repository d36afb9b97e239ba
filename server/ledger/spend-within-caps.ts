import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '@/db/client'
import { spendingDays } from '@/db/schema'
import { requireWithinCaps } from '../actors/actor'
import type { Deps } from '../deps'

/**
 * Counts what an actor is about to spend against its caps, in the transaction that spends it: calls at once wait for each other, and
 * what comes to nothing counts nothing. Costs nothing for whoever has no cap, as people themselves.
 *
 * @throws AppError `actor.over_cap`.
 */
export async function spendWithinCaps(
  tx: Tx,
  { actor, clock }: Pick<Deps, 'actor' | 'clock'>,
  amountMicros: bigint,
): Promise<void> {
  requireWithinCaps(actor, { amountMicros, spentTodayMicros: 0n })
  const perDay = actor.caps.spendPerDayMicros
  if (perDay === null) return
  const here = { actor: `${actor.kind}:${actor.id}`, day: clock.now().toISOString().slice(0, 10) }
  const together = sql`${spendingDays.spentMicros} + excluded.spent_micros`
  const counted = await tx
    .insert(spendingDays)
    .values({ ...here, spentMicros: amountMicros })
    .onConflictDoUpdate({
      target: [spendingDays.actor, spendingDays.day],
      set: { spentMicros: together },
      setWhere: sql`${together} <= ${perDay.toString()}::bigint`,
    })
    .returning({ actor: spendingDays.actor })
  if (counted.length > 0) return
  const [today] = await tx
    .select({ spentMicros: spendingDays.spentMicros })
    .from(spendingDays)
    .where(and(eq(spendingDays.actor, here.actor), eq(spendingDays.day, here.day)))
  requireWithinCaps(actor, { amountMicros, spentTodayMicros: today?.spentMicros ?? 0n })
  throw new Error(`The day of ${here.actor} was not counted.`)
}
