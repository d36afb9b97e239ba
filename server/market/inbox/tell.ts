import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Tx } from '@/db/client'
import {
  contexts,
  inspectionEvents,
  inspectionSteps,
  inspections,
  noticeProgress,
  offers,
  publications,
  purchases,
  requestKeys,
} from '@/db/schema'
import { transact } from '@/db/transact'
import type { Deps } from '../../deps'
import { EVENT_TYPES, type TreeStatus } from '../../tree/contract'
import { bondOf } from '../bond'
import { putTellingToFollowers } from '../following/tell-followers'
import { foldNotices, type NoticeFacts, type TreeEventFacts } from './fold-notices'
import { settleReadings } from './settle-readings'
import { inboxTopic } from './topic'
import { writeNotices } from './write-notices'

/** Events taken up at once, so that the transaction stays short; a tree with more is told in several. */
const EVENTS_MAX = 500

type TellDeps = Pick<Deps, 'db' | 'bus' | 'clock' | 'ids' | 'jobs'>

/**
 * Tells the people of a tree what its events since the last time mean for them. Runs after the fact and apart from the
 * engine: how far it has come is written in the transaction that writes the notices, so that it may be repeated, and run
 * twice at once, without counting anything twice.
 */
export async function tellTree(deps: TellDeps, rootId: string, eventsMax = EVENTS_MAX): Promise<void> {
  for (;;) {
    const { events, changed } = await transact(deps.db, (tx) => tellSome(tx, deps, rootId, eventsMax))
    for (const personId of changed) deps.bus.publish(inboxTopic(personId))
    if (events < eventsMax) return
  }
}

async function tellSome(
  tx: Tx,
  deps: TellDeps,
  rootId: string,
  eventsMax: number,
): Promise<{ events: number; changed: string[] }> {
  const seq = await lockProgress(tx, rootId)
  const events = await readEvents(tx, rootId, seq, eventsMax)
  const last = events.at(-1)
  if (!last) return { events: 0, changed: [] }
  const facts = await readFacts(tx, rootId)
  const { deeds, resolved } = facts ? foldNotices(events, facts) : { deeds: [], resolved: [] }
  const changed = await writeNotices(tx, deps, deeds, resolved)
  if (facts) changed.push(...(await settleReadings(tx, { facts, lastSeq: last.seq, deeds })))
  // Who has made an offer has answered: the question leaves their list of what is to answer.
  const answered = events.filter(({ type }) => type === 'offer.posted' || type === 'offer.withdrawn')
  const sellers = answered.flatMap(
    ({ offerId }) =>
      facts?.offers.find((offer) => offer.id === offerId && offer.botId === null)?.sellerId ?? [],
  )
  await putFollowersTold(tx, deps, rootId, events)
  await tx.update(noticeProgress).set({ seq: last.seq }).where(eq(noticeProgress.rootId, rootId))
  return { events: events.length, changed: [...new Set([...changed, ...sellers])] }
}

/** What has happened to the question itself is told to who follows it, or what it is about; an end only where no answer stands published. */
async function putFollowersTold(
  tx: Tx,
  deps: TellDeps,
  rootId: string,
  events: readonly NumberedEvent[],
): Promise<void> {
  const types = new Set(events.filter(({ contextId }) => contextId === rootId).map(({ type }) => type))
  if (types.has('context.opened'))
    await putTellingToFollowers(tx, deps, { kind: 'tell-asked', contextId: rootId })
  const isAnswered = types.has('answer.published')
  const isOver = types.has('context.settled') || types.has('context.cancelled') || types.has('context.failed')
  if (!isAnswered && !isOver) return
  const standing = and(eq(publications.rootId, rootId), isNull(publications.endedAt))
  if (isAnswered || (await tx.$count(publications, standing)) === 0)
    await putTellingToFollowers(tx, deps, { kind: 'tell-followers', contextId: rootId })
}

/** Whoever else tells the same tree waits here. */
async function lockProgress(tx: Tx, rootId: string): Promise<number> {
  await tx.insert(noticeProgress).values({ rootId, seq: 0 }).onConflictDoNothing()
  const [progress] = await tx
    .select({ seq: noticeProgress.seq })
    .from(noticeProgress)
    .where(eq(noticeProgress.rootId, rootId))
    .for('update')
  return progress?.seq ?? 0
}

type NumberedEvent = TreeEventFacts & { seq: number }

async function readEvents(tx: Tx, rootId: string, after: number, limit: number): Promise<NumberedEvent[]> {
  const rows = await tx
    .select()
    .from(inspectionEvents)
    .where(and(eq(inspectionEvents.rootId, rootId), gt(inspectionEvents.seq, after)))
    .orderBy(asc(inspectionEvents.seq))
    .limit(limit)
  return rows.map((row) => {
    const type = EVENT_TYPES.find((known) => known === row.type)
    if (!type) throw new Error(`Event ${rootId}:${row.seq} has no known type`)
    return { ...row, type }
  })
}

const OVER: readonly TreeStatus[] = ['settled', 'cancelled', 'failed']

async function readFacts(tx: Tx, rootId: string): Promise<NoticeFacts | null> {
  const [tree] = await tx
    .select({ buyerId: contexts.buyerId, status: inspections.status })
    .from(inspections)
    .innerJoin(contexts, eq(contexts.id, inspections.rootId))
    .where(eq(inspections.rootId, rootId))
  if (!tree) return null
  const offerRows = await tx
    .select({
      id: offers.id,
      contextId: offers.contextId,
      sellerId: offers.sellerId,
      botId: offers.botId,
      isCounter: offers.isCounter,
      createdAt: offers.createdAt,
      state: offers.state,
      reason: offers.reason,
      priceMicros: purchases.priceMicros,
      feeMicros: purchases.feeMicros,
      bondMicros: offers.bondMicros,
      firstReadAt: offers.firstReadAt,
      phase: contexts.phase,
    })
    .from(offers)
    .innerJoin(contexts, eq(contexts.id, offers.contextId))
    .leftJoin(purchases, eq(purchases.offerId, offers.id))
    .where(eq(offers.rootId, rootId))
  const reopened = await tx
    .select({ at: inspectionEvents.at })
    .from(inspectionEvents)
    .where(and(eq(inspectionEvents.rootId, rootId), eq(inspectionEvents.type, 'tree.reopened')))
    .orderBy(asc(inspectionEvents.seq))
  const steps = await tx
    .select({
      contextId: inspectionSteps.contextId,
      round: inspectionSteps.round,
      shown: inspectionSteps.shown,
    })
    .from(inspectionSteps)
    .where(eq(inspectionSteps.rootId, rootId))
  const quoted = await tx
    .selectDistinctOn([publications.revision], {
      revision: publications.revision,
      offerIds: publications.quoted,
    })
    .from(publications)
    .where(and(eq(publications.rootId, rootId), isNull(publications.takenBackAt)))
    .orderBy(publications.revision)
  return {
    rootId,
    buyerId: tree.buyerId,
    reopenedAt: reopened.map(({ at }) => at),
    isOver: OVER.includes(tree.status),
    isStoppedByBuyer: tree.status === 'cancelled' && (await wasStopped(tx, tree.buyerId, rootId)),
    offers: offerRows.map(({ state, priceMicros, feeMicros, bondMicros, firstReadAt, phase, ...offer }) => ({
      ...offer,
      isPassed: state === 'passed',
      keptBondMicros:
        bondOf({ ...offer, state, bondMicros, firstReadAt }, { phase })?.state === 'kept' ? bondMicros : null,
      earnedMicros: priceMicros === null || feeMicros === null ? null : priceMicros - feeMicros,
    })),
    shown: steps.map(({ shown, ...step }) => ({ ...step, offerIds: shown.map((pin) => pin.offerId) })),
    quoted,
  }
}

/** Whether the asker had the tree cancelled: that leaves its request behind, written with the end itself; the market's own doing does not. */
async function wasStopped(tx: Tx, buyerId: string, rootId: string): Promise<boolean> {
  const requests = await tx.$count(
    requestKeys,
    and(
      eq(requestKeys.userId, buyerId),
      eq(requestKeys.route, 'inspection.cancel'),
      sql`${requestKeys.result} ->> 'rootId' = ${rootId}`,
    ),
  )
  return requests > 0
}
