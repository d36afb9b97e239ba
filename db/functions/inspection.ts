import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { PHASES } from '@/server/protocol/advance'
import { RESOLVERS } from '@/server/protocol/decision'
import { policySchema } from '@/server/protocol/policy'
import { ASK_KINDS, type AskKind, type Reason } from '@/server/protocol/verdict'
import { TREE_STATUSES } from '@/server/tree/contract'
import type { Tx } from '../client'
import { decisionKind, stepState, verdictReason } from '../schema'
import { byId, call, instant, listOf, micros, moment, record, records, texts } from './codec'
import type { Leg } from './ledger'
import type { PurchaseItem } from './market'

/** What a step needs to know of its tree. `isFrozen`: money does not move, so nothing is begun. */
const inspectionRow = record({
  status: z.enum(TREE_STATUSES),
  policy: policySchema,
  deadlineAt: moment,
  chosenOffers: z.array(z.string()).nullable(),
  treeContexts: z.int(),
  isFrozen: z.boolean(),
  /** As the tree's last event is dated; null before the first. */
  toldAt: moment.nullable(),
})

const contextRow = record({
  id: z.string(),
  rootId: z.string(),
  parentId: z.string().nullable(),
  buyerId: z.string(),
  level: z.int(),
  phase: z.enum(PHASES),
  round: z.int(),
  sittingRound: z.int(),
  sittingsLeft: z.int(),
  nextSittingAt: moment.nullable(),
  childrenOpened: z.int(),
  openChildren: z.int(),
  answerStage: z.literal([0, 1, 2]),
  /** Follow-ups one below another down to it; null below a check of offers. */
  followUpDepth: z.int().nullable(),
  millibitsLeft: z.int(),
  isMatched: z.boolean(),
  botsPending: z.int(),
  botsUntil: moment,
  peopleUntil: moment.nullable(),
  pagesUntil: moment.nullable(),
  quorum: z.int().nullable(),
  title: z.string(),
  body: z.string(),
  decision: z.enum(decisionKind.enumValues),
  options: z.array(z.string()),
  claim: z.string(),
  closesAt: moment.nullable(),
  resolvesAt: moment.nullable(),
  resolver: z.enum(RESOLVERS).nullable(),
  resolveSource: z.string(),
  productUrl: z.string(),
  productPrice: z.string(),
  needs: z.string(),
  tags: z.array(z.string()),
  pages: z.array(z.string()),
  isSealed: z.boolean(),
  budgetMicros: micros,
  allowanceMicros: micros,
  createdAt: moment,
  reopened: z.int(),
  raised: z.int(),
  /** What the ledger holds for it. */
  escrowMicros: micros,
  /** Of the offers that a sub-context is about. */
  teasersAbout: z.array(z.string()),
  /** Those that can still be bought, in the order they came. */
  offers: z.array(
    record({
      id: z.string(),
      version: z.int(),
      teaser: z.string(),
      priceMicros: micros,
      contentHash: z.string().nullable(),
      chosenAmong: z.int().nullable(),
      /** The last verdict on it; null while it was not read. */
      reason: z.enum(verdictReason.enumValues).nullable(),
    }),
  ),
  /** Those of them that some step has shown. */
  readOffers: z.array(z.string()),
  /** The sub-questions that it has put, and the offers that each is about. */
  asked: z.array(
    record({
      question: z.string(),
      kind: z.enum(ASK_KINDS),
      budgetMicros: micros,
      about: z.array(z.string()),
    }),
  ),
  /** Of the round that is due; null before it is claimed. */
  step: record({
    state: z.enum(stepState.enumValues),
    attempt: z.int(),
    failures: z.int(),
    leaseUntil: moment,
    shown: z.array(z.object({ offerId: z.string(), version: z.int() })),
  }).nullable(),
})

const found = record({ inspection: inspectionRow.nullable(), contexts: listOf(contextRow) })

const opened = found.nullable()

/** Contexts of one tree, in no order; none when there is no such tree. */
export type FoundContexts = z.output<typeof found>

/** Locks the deepest of these contexts, those of one level, and reads them. */
export function contextsHold(tx: Tx, contextIds: readonly string[]): Promise<FoundContexts> {
  return call(tx, sql`contexts_hold(${texts(contextIds)})`, found)
}

/** Reads contexts that are locked. */
export function contextsRead(tx: Tx, contextIds: readonly string[]): Promise<FoundContexts> {
  return call(tx, sql`contexts_read(${texts(contextIds)})`, found)
}

/** A step that is claimed. */
export type BegunStep = {
  contextId: string
  round: number
  shown: readonly { offerId: string; version: number }[]
  seed: number
  inspector: string
}

export type OpenedContext = {
  id: string
  parentId: string
  level: number
  title: string
  askKind: AskKind
  millibitsLeft: number
  budgetMicros: bigint
  about: readonly string[]
}

/** `unread`, of a context that ends: the reason of offers that are still open and have none. */
export type SavedState = {
  phase: (typeof PHASES)[number]
  round: number
  sittingRound: number
  sittingsLeft: number
  /** When a provisional root may read later offers. */
  nextSittingAt: Date | null
  childrenOpened: number
  openChildren: number
  answerStage: 0 | 1 | 2
  millibitsLeft: number
  unread?: Reason
}

/** What one transaction on a tree comes to, in the order in which it is written. */
export type CarriedRows = {
  /** By context: the step whose verdict this is. */
  closed: ReadonlyMap<
    string,
    {
      round: number
      milliseconds: number
      inspector: string
      promptVersion: string
      calls: number
      promptTokens: number
      completionTokens: number
      /** Offers that the verdict would buy, in its order. */
      reserved: readonly string[]
      /** Of several minds, which of the offers bought each would buy. */
      opinions: readonly { inspector: string; bought: readonly string[] }[]
    }
  >
  /** By offer: why it was held or passed. */
  reasons: ReadonlyMap<string, Reason>
  /** By offer: whether its teaser keeps to its text. */
  teasers: ReadonlyMap<string, boolean>
  purchases: readonly PurchaseItem[]
  opened: readonly OpenedContext[]
  /** Budgets of sub-contexts, then escrows of contexts that end. */
  legs: readonly Leg[]
  /** By context. */
  states: ReadonlyMap<string, SavedState>
  begun: readonly BegunStep[]
}

export type CarryOut = {
  rows: CarriedRows
  rootId: string
  buyerId: string
  /** How long sub-contexts that are opened wait. */
  botsUntil: Date
  peopleUntil: Date | null
  /** Of the steps that are begun. */
  leaseUntil: Date
  at: Date
  /** A person did it, so it is dated with its own moment. */
  isAct: boolean
}

/** The call that writes them, to be made with the events (`treeNote`) where nobody needs what it returns. */
export function carryOutCall({
  rows,
  rootId,
  buyerId,
  botsUntil,
  peopleUntil,
  leaseUntil,
  at,
  isAct,
}: CarryOut): SQL {
  const { closed, reasons, teasers, purchases, opened, legs, states, begun } = rows
  return sql`inspection_carry_out(
      ${byId(closed)}, ${byId(reasons)}, ${byId(teasers)}, ${records(purchases)}, ${records(opened)},
      ${records(legs.map((leg) => ({ ...leg })))}, ${byId(states)}, ${records(begun)}, ${rootId}, ${buyerId},
      ${instant(botsUntil)}, ${peopleUntil && instant(peopleUntil)}, ${instant(leaseUntil)}, ${instant(at)},
      ${isAct})`
}

/** Writes them now. Resolves with the sub-contexts that it opened; null when there are none. */
export function inspectionCarryOut(tx: Tx, given: CarryOut): Promise<FoundContexts | null> {
  return call(tx, carryOutCall(given), opened)
}
