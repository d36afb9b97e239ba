import type { AnswerOnTheWay } from '../protocol/alphabets'
import type { EventType, TreeContext, TreeEvent, TreeOffer, TreeStatus } from './contract'

/**
 * What `foldTree` makes of a tree at one moment: rows ready to draw. Every row is a question (a context), an offer or a
 * verdict. Below a question lie its offers in the order they came, then its verdicts; below a verdict the sub-questions it
 * asked. Amounts are micro-credits. `sumMicros` is what was spent below a row and is never mixed with a row's own price.
 */
export type FoldedTree = {
  /** The last event that was folded; null before the first. */
  event: TreeEvent | null
  status: TreeStatus
  rootIds: readonly string[]
  /** Parents before their children, in the order they are drawn. */
  nodes: ReadonlyMap<string, TreeNode>
  flows: readonly Flow[]
}

export type TreeNode = ContextNode | OfferNode | VerdictNode

type NodeBase = {
  id: string
  parentId: string | null
  /** 0 for a root row. */
  depth: number
  childIds: readonly string[]
  startedAt: Date
  endedAt: Date | null
  /** Prices of everything bought below this row; its own price is not in it. */
  sumMicros: bigint
}

export type ContextState =
  | 'collecting'
  | 'inspecting'
  | 'waiting'
  | 'provisional'
  | 'paused'
  | 'settled'
  | 'cancelled'
  | 'failed'

export type ContextNode = NodeBase & {
  kind: 'context'
  context: TreeContext
  state: ContextState
  offerIds: readonly string[]
  verdictIds: readonly string[]
  /** The context of the verdict that asked this; null for a root. */
  askedInId: string | null
  /** The part of `sumMicros` that was paid from the budget: everything but what was bought unseen. */
  fromBudgetMicros: bigint
  /** What went back when it ended; null while it runs. */
  returnedMicros: bigint | null
}

export type OfferState = 'open' | 'read' | 'hold' | 'bought' | 'passed' | 'withdrawn'

/** One thing that was said about an offer. */
export type OfferStep = {
  seq: number
  at: Date
  state: OfferState
  reason: TreeOffer['reason']
  /** The verdict that said it, counted from 1; null for what no verdict said (a purchase unseen, an offer coming in). */
  verdict: number | null
}

export type OfferNode = NodeBase & {
  kind: 'offer'
  offer: TreeOffer
  state: OfferState
  reason: TreeOffer['reason']
  /** What was paid, or what is asked at this moment. */
  priceMicros: bigint
  /** Shown to this viewer at this moment; null while it is closed. */
  privateInfo: string | null
  readAt: Date | null
  /** When it was over for an offer that was read and not bought: nobody but the seller has it since. */
  forgottenAt: Date | null
  /** Held or passed by one verdict, bought by a later one. A passed offer stays on the table until its question ends. */
  hasChangedMind: boolean
  history: readonly OfferStep[]
  /** Sub-questions about this offer, and what was spent on them. */
  checkIds: readonly string[]
  checksMicros: bigint
}

export type VerdictNode = NodeBase & {
  kind: 'verdict'
  contextId: string
  /** Counted from 1 within its context. */
  ordinal: number
  /** Of the step; null while it is not told. */
  round: number | null
  /** Of a step that decides on no offers: which answer on the way it writes, or that it left the one there was. */
  answer: AnswerOnTheWay | 'unchanged' | null
  /** The inspector is still reading. */
  isReading: boolean
  /** False while more may come of what it says: it is told offer by offer, and a replay stands in between. */
  hasSpoken: boolean
  boughtIds: readonly string[]
  /** Offers that a check was asked about. */
  heldIds: readonly string[]
  /** Offers that nobody checks: they are decided on with those that are. */
  waitingIds: readonly string[]
  passedIds: readonly string[]
  askedIds: readonly string[]
  /** What this verdict spent on offers of its own context; those offers' own rows carry it too. */
  boughtMicros: bigint
  /** Sub-questions it asked that have not ended. */
  openAsks: number
}

/** One purchase on its way up. */
export type Flow = {
  seq: number
  offerId: string
  priceMicros: bigint
  fromContextId: string
  /** The context whose decision it informs: the parent's, or its own at the root. */
  toContextId: string
  /** The parent's verdict that was given with it; null at the root or while it has not come. */
  toVerdictId: string | null
  /** Offers of the parent that were held or passed before and bought by that verdict. */
  changedOfferIds: readonly string[]
}

/** A line of the live log and the caption of the replay. */
export type LogLine = { seq: number; at: Date; type: EventType; words: string; nodeId: string }
