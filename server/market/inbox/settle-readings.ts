import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { Tx } from '@/db/client'
import { inspectionEvents, notices } from '@/db/schema'
import {
  type Deed,
  mergeDeeds,
  type NoticeFacts,
  readingCause,
  readingsIn,
  type TreeEventFacts,
} from './fold-notices'

/**
 * Brings the lines "an inspector has read …" up to date for people who are told what became of an offer: a reading whose offer was
 * bought or passed since is said by that, and a line that has no other goes. What was read already stays as it was. Returns the
 * people whose inbox changed. The caller holds the tree's progress; events after `lastSeq` are told later.
 */
export async function settleReadings(
  tx: Tx,
  { facts, lastSeq, deeds }: { facts: NoticeFacts; lastSeq: number; deeds: readonly Deed[] },
): Promise<string[]> {
  const sellers = [...new Set(deeds.filter(isOutcome).map(({ personId }) => personId))]
  if (sellers.length === 0) return []
  const lines = await tx
    .select({
      id: notices.id,
      personId: notices.personId,
      count: notices.count,
      createdAt: notices.createdAt,
    })
    .from(notices)
    .where(
      and(
        inArray(notices.personId, sellers),
        eq(notices.cause, readingCause(facts.rootId)),
        isNull(notices.readAt),
      ),
    )
    .orderBy(asc(notices.personId))
    .for('update')
  if (lines.length === 0) return []
  const readings = await readReadings(tx, facts, lastSeq)
  const changed: string[] = []
  for (const { id, personId, count, createdAt } of lines) {
    // Those before were told by a line that this person has read.
    const own = readings.filter((one) => one.personId === personId && one.at >= createdAt)
    const [first, ...others] = own
    if (own.length === count) continue
    changed.push(personId)
    if (!first) {
      await tx.delete(notices).where(eq(notices.id, id))
      continue
    }
    const { contextId, offerId, botId } = others.reduce(mergeDeeds, first)
    await tx.update(notices).set({ count: own.length, contextId, offerId, botId }).where(eq(notices.id, id))
  }
  return changed
}

const isOutcome = ({ event }: Deed) => event === 'offer.bought' || event === 'offer.passed'

/** The readings told so far whose offers nothing has become of yet. */
async function readReadings(tx: Tx, facts: NoticeFacts, lastSeq: number): Promise<Deed[]> {
  const rows = await tx
    .select({
      seq: inspectionEvents.seq,
      contextId: inspectionEvents.contextId,
      round: inspectionEvents.round,
      at: inspectionEvents.at,
    })
    .from(inspectionEvents)
    .where(and(eq(inspectionEvents.rootId, facts.rootId), eq(inspectionEvents.type, 'context.inspecting')))
    .orderBy(asc(inspectionEvents.seq))
  return rows
    .filter(({ seq }) => seq <= lastSeq)
    .map(
      ({ contextId, round, at }): TreeEventFacts => ({
        type: 'context.inspecting',
        contextId,
        offerId: null,
        amountMicros: null,
        round,
        at,
      }),
    )
    .flatMap((event) => readingsIn(event, facts))
}
