import fc from 'fast-check'
import type { Db } from '@/db/client'
import { contexts, inspectionSteps, inspections, offers, purchases, users } from '@/db/schema'
import { DEFAULT_POLICY } from '../../protocol/policy'
import { REASONS } from '../../protocol/verdict'
import type { EventType } from '../../tree/contract'
import type { Deed, NoticeFacts, Resolved, TreeEventFacts } from './fold-notices'
import { mergeDeeds } from './fold-notices'

/** Trees that might have happened: one question with a sub-question, a few offers of three sellers, any events. */

export const ROOT = 'root'
export const SUB = 'sub'
export const BUYER = 'buyer'
export const SELLERS = ['sol', 'eve', 'kim'] as const
const ROUNDS = 3
const START = Date.UTC(2026, 0, 5)

export type History = { facts: NoticeFacts; events: TreeEventFacts[] }

const offersArb = fc
  .array(
    fc.record({
      contextId: fc.constantFrom(ROOT, SUB),
      sellerId: fc.constantFrom(...SELLERS),
      fate: fc.constantFrom('open' as const, 'passed' as const, 'bought' as const),
      reason: fc.option(fc.constantFrom(...REASONS)),
      earnedMicros: fc.bigInt(10_000n, 5_000_000n),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((offers) =>
    offers.map(({ fate, earnedMicros, ...offer }, index) => ({
      ...offer,
      id: `offer-${index}`,
      botId: null,
      isCounter: false,
      createdAt: new Date(START),
      isPassed: fate === 'passed',
      earnedMicros: fate === 'bought' ? earnedMicros : null,
      keptBondMicros: null,
    })),
  )

/** Every offer from some round on lies before the inspector of its context. */
function shownArb(offers: NoticeFacts['offers']): fc.Arbitrary<NoticeFacts['shown']> {
  return fc
    .array(fc.integer({ min: 0, max: ROUNDS }), { minLength: offers.length, maxLength: offers.length })
    .map((from) =>
      [ROOT, SUB].flatMap((contextId) =>
        Array.from({ length: ROUNDS }, (_, round) => ({
          contextId,
          round,
          offerIds: offers
            .filter((offer, index) => offer.contextId === contextId && round >= (from[index] ?? 0))
            .map(({ id }) => id),
        })),
      ),
    )
}

type OneEvent = { type: EventType; contextId: string; offerId?: string; round?: number }

const once = (facts: NoticeFacts): OneEvent[] => [
  ...facts.offers.map(({ id, contextId }) => ({ type: 'offer.posted' as const, contextId, offerId: id })),
  ...facts.shown.map(({ contextId, round }) => ({ type: 'context.inspecting' as const, contextId, round })),
  ...facts.offers
    .filter(({ earnedMicros }) => earnedMicros !== null)
    .map(({ id, contextId }) => ({ type: 'offer.bought' as const, contextId, offerId: id })),
  ...[1, 2, 3].map((round) => ({ type: 'answer.written' as const, contextId: ROOT, round })),
  ...(facts.isOver ? ROOT_ENDS : []),
  { type: 'context.cancelled', contextId: SUB },
  { type: 'tree.paused', contextId: SUB },
  { type: 'tree.resumed', contextId: ROOT },
  { type: 'tree.paused', contextId: ROOT },
]

const ROOT_ENDS: OneEvent[] = [
  { type: 'context.settled', contextId: ROOT },
  { type: 'context.cancelled', contextId: ROOT },
]

export const historyArb: fc.Arbitrary<History> = offersArb.chain((offers) =>
  fc.tuple(shownArb(offers), fc.boolean()).chain(([shown, isOver]) => {
    const facts = {
      rootId: ROOT,
      buyerId: BUYER,
      isStoppedByBuyer: false,
      isOver,
      offers,
      reopenedAt: [],
      shown,
      quoted: [],
    }
    const all = once(facts)
    return fc.shuffledSubarray(all).map((events) => ({
      facts,
      events: events.map(({ type, contextId, offerId, round }, index) => ({
        type,
        contextId,
        offerId: offerId ?? null,
        amountMicros: type === 'context.settled' ? 1_000_000n : null,
        round: round ?? null,
        at: new Date(START + index * 1_000),
      })),
    }))
  }),
)

/** What lies open after folds are written one after another, nothing being read meanwhile, by person and cause. */
export function applied(
  folds: readonly { deeds: readonly Deed[]; resolved: readonly Resolved[] }[],
): Map<string, Deed> {
  const open = new Map<string, Deed>()
  const keyOf = ({ personId, cause }: { personId: string; cause: string }) => `${personId} ${cause}`
  for (const { deeds, resolved } of folds) {
    for (const gone of resolved) open.delete(keyOf(gone))
    for (const deed of deeds) {
      const before = open.get(keyOf(deed))
      open.set(keyOf(deed), before ? mergeDeeds(before, deed) : deed)
    }
  }
  return open
}

/** Cuts a list at the given places. */
export function cutAt<T>(list: readonly T[], places: readonly number[]): T[][] {
  const cuts = [...new Set([0, ...places.map((place) => place % (list.length + 1)), list.length])].sort(
    (a, b) => a - b,
  )
  return cuts.slice(1).map((end, index) => list.slice(cuts[index], end))
}

/** The rows of a history as if the engine had written them. */
export async function writeHistory(db: Db, { facts, events }: History): Promise<void> {
  const at = new Date(0)
  for (const id of [BUYER, ...SELLERS])
    await db.insert(users).values({ id, handle: id, name: id, createdAt: at })
  const context = {
    buyerId: BUYER,
    title: 'Title',
    decision: 'open' as const,
    budgetMicros: 1n,
    botsUntil: at,
    createdAt: at,
    rootId: ROOT,
  }
  await db.insert(contexts).values([
    { ...context, id: ROOT, level: 0, kind: 'root' },
    { ...context, id: SUB, level: 1, kind: 'inspection', parentId: ROOT },
  ])
  await db.insert(inspections).values({
    rootId: ROOT,
    policy: DEFAULT_POLICY,
    startRule: 'now',
    deadlineAt: at,
    tokenCap: 1,
    lastSeq: events.length,
    status: facts.isOver ? 'settled' : 'provisional',
  })
  for (const { id, contextId, sellerId, isPassed, reason, earnedMicros } of facts.offers) {
    const state = isPassed
      ? ('passed' as const)
      : earnedMicros === null
        ? ('open' as const)
        : ('bought' as const)
    const priceMicros = (earnedMicros ?? 1n) + 1n
    await db.insert(offers).values({
      id,
      contextId,
      rootId: ROOT,
      sellerId,
      state,
      reason,
      teaser: id,
      priceMicros,
      privateWords: 1,
      createdAt: at,
    })
    if (earnedMicros !== null)
      await db.insert(purchases).values({
        id,
        offerId: id,
        offerVersion: 1,
        contextId,
        rootId: ROOT,
        buyerId: BUYER,
        sellerId,
        priceMicros,
        feeMicros: 1n,
        way: 'inspected',
        createdAt: at,
      })
  }
  for (const { contextId, round, offerIds } of facts.shown) {
    const shown = offerIds.map((offerId) => ({ offerId, version: 1 }))
    await db.insert(inspectionSteps).values({
      contextId,
      round,
      rootId: ROOT,
      state: 'done',
      attempt: 1,
      leaseUntil: at,
      shown,
      seed: 1,
      inspectorName: 'Test',
      createdAt: at,
    })
  }
}
