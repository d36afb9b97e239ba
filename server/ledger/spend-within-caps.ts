import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '@/db/client'
import { auditRows, spendingDays } from '@/db/schema'
import { type Actor, requireNoYes, requireWithinCaps } from '../actors/actor'
import type { ActName } from '../contract/audit'
import type { Deps } from '../deps'

/**
 * Counts what an actor is about to spend against its caps, in the transaction that spends it: calls at once wait for each other, and
 * what comes to nothing counts nothing. Costs nothing for whoever has no cap, as people themselves.
 *
 * @throws AppError `actor.over_cap`, `actor.yes_needed`.
 */
export async function spendWithinCaps(
  tx: Tx,
  { actor, clock }: Pick<Deps, 'actor' | 'clock'>,
  { questionId, amountMicros }: { questionId: string; amountMicros: bigint },
): Promise<void> {
  const nothing = { spentTodayMicros: 0n, spentOnQuestionMicros: 0n }
  requireWithinCaps(actor, { ...nothing, amountMicros })
  await countDay(tx, { actor, clock }, amountMicros)
  // Only now: whoever counted the same day has written what they did.
  if (actor.caps.spendPerQuestionMicros === null && actor.caps.askAboveMicros === null) return
  const spentOnQuestionMicros = await spentOn(tx, actor, questionId)
  requireWithinCaps(actor, { ...nothing, amountMicros, spentOnQuestionMicros })
  requireNoYes(actor, { amountMicros, spentOnQuestionMicros })
}

async function countDay(
  tx: Tx,
  { actor, clock }: Pick<Deps, 'actor' | 'clock'>,
  amountMicros: bigint,
): Promise<void> {
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
  const spentTodayMicros = today?.spentMicros ?? 0n
  requireWithinCaps(actor, { amountMicros, spentTodayMicros, spentOnQuestionMicros: 0n })
  throw new Error(`The day of ${here.actor} was not counted.`)
}

/** What a bot or key has put into one question so far, by the audit log, which is written with every such act. */
async function spentOn(tx: Tx, { id }: Pick<Actor, 'id'>, questionId: string): Promise<bigint> {
  const spending = [
    'question.asked',
    'question.raised',
    'question.reopened',
    'offer.bought-unseen',
    'offer.bought-at-resale',
  ] satisfies ActName[]
  const [row] = await tx
    .select({ micros: sql<string>`coalesce(sum(${auditRows.amountMicros}), 0)` })
    .from(auditRows)
    .where(
      and(
        sql`${auditRows.actorKind} in ('bot', 'key')`,
        eq(auditRows.actorId, id ?? ''),
        inArray(auditRows.act, spending),
        sql`${auditRows.about} ->> 'questionId' = ${questionId}`,
      ),
    )
  return BigInt(row?.micros ?? 0)
}
