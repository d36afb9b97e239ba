import type { ContextEvent, ContextState, Effect } from './advance'
import type { Meaning, TreeFacts } from './information-set'
import type { Message as TreeMessage } from './messages'
import type { Policy } from './policy'
import type { CheckedAsk, CheckedVerdict, VerdictDraft, VerdictSituation } from './verdict'

/** What goes into a tree run in memory and what comes out of it; `memory-driver.ts` runs it. */

/** An offer on sale: what the protocol needs, with whatever the caller's world keeps beside it. */
export type MemoryOffer<T> = { id: string; priceMicros: bigint } & T

/** `sitting`: which sitting of its context it was there for, from 0. */
export type PlacedOffer<T> = MemoryOffer<T> & { contextId: string; sitting: number }

/** A context as a market or an inspector knows it. `ask` is what it was opened for, null for the root. */
export type OpenedContext = {
  id: string
  parentId: string | null
  level: number
  budgetMicros: bigint
  ask: CheckedAsk | null
}

export type MemoryContext = OpenedContext & {
  state: ContextState
  hasEnded: boolean
  about: readonly string[]
  isSealed: boolean
  /** The verdicts that took effect, in order. */
  verdicts: CheckedVerdict[]
}

/** An information set with its ids looked up: what an inspector reads. Root first, the deciding context last. */
export type ResolvedView<T> = {
  questions: OpenedContext[]
  readOffers: MemoryOffer<T>[]
  purchasedOffers: MemoryOffer<T>[]
  meanings: Meaning[]
  /** Ids of what its last verdict reserved and may still buy. */
  reserved: string[]
}

export type MemoryPurchase = { offerId: string; contextId: string; priceMicros: bigint }

/** What can be delivered. `inspect` calls the inspector, whose `verdict` arrives as a message of its own. */
export type Message =
  | TreeMessage
  | { type: 'collect'; contextId: string }
  | { type: 'inspect'; contextId: string; round: number }
  | { type: 'verdict'; contextId: string; round: number; draft: VerdictDraft }
  | { type: 'fail'; contextId: string }
  /** Between two sittings of a root: later offers, or, when there are none, its deadline. */
  | { type: 'wake'; contextId: string; sitting: number }
  | { type: 'enough'; contextId: string }

/** One event that `advance` was given, whether or not it changed anything; the context's state and the tree's spending after it. */
export type LogEntry = {
  contextId: string
  event: ContextEvent
  state: ContextState
  effects: Effect[]
  spentMicros: bigint
}

/** The run so far, live: to be read at once, not kept. */
export type Progress = {
  contexts: ReadonlyMap<string, MemoryContext>
  pending: readonly Message[]
  delivered: readonly Message[]
  facts: TreeFacts
  /** What each context's escrow account holds, kept apart from what its state believes. */
  escrows: ReadonlyMap<string, bigint>
  spentMicros: bigint
  returnedMicros: bigint
}

export type RunOptions<T, D> = {
  policy: Policy
  root: { budgetMicros: bigint }
  /** What the root may tell beyond what it buys; the market's budget of bits when left out (`bits.ts`). */
  millibits?: number
  /** How sub-questions are worded; by those who ask when left out. */
  words?: VerdictSituation['words']
  /** The offers a newly opened context gets. Ids are unique in the tree, prices not negative. */
  market: (context: OpenedContext) => readonly MemoryOffer<T>[]
  /** The offers that a root gets after its sittings, counted from 1; without any its deadline has come. */
  later?: (root: OpenedContext, sitting: number) => readonly MemoryOffer<T>[]
  /** Reads its information set and says what to do; anything it says is checked before it counts. */
  inspect: (view: ResolvedView<T>, situation: VerdictSituation) => VerdictDraft
  /** Writes answers on the way, and says what they lack of these parts of the question; left out, nobody does. */
  answers?: { aspects: readonly string[]; write: RunOptions<T, D>['inspect'] }
  /** Takes the root decision from purchased offers alone. */
  decide?: (purchasedOffers: MemoryOffer<T>[]) => D
  /** Which of the pending messages is delivered next, oldest first; taken modulo their number. `() => 0` is first come, first served. */
  order: (pending: readonly Message[]) => number
  /**
   * Called before each delivery and once when nothing is pending; what it returns is delivered first. Cancels and failures
   * at any moment, messages early (from `pending`) and again (from `delivered`). It must come to rest.
   */
  disturb?: (progress: Progress) => readonly Message[]
}

export type MemoryTree<T, D> = {
  /** Root first, then in the order of opening; all have ended. */
  contexts: MemoryContext[]
  offers: PlacedOffer<T>[]
  /** In the order of buying. */
  purchases: MemoryPurchase[]
  spentMicros: bigint
  /** What went back to the buyer. */
  returnedMicros: bigint
  /** What is left in each escrow: zero everywhere, or there is a bug. */
  escrows: ReadonlyMap<string, bigint>
  log: LogEntry[]
  /** What the root decision may use. */
  purchasedOffers: MemoryOffer<T>[]
  decision: D | undefined
}
