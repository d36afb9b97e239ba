import type { Tx } from '@/db/client'
import type { Deps } from '../../deps'
import type { Note } from '../../realtime/tree-transaction'
import type { OfferableContext, PostedOffer } from '../post-offer'
import type { MatchableContext } from './predicate'

/** A context that no bot has been found for yet: new in this transaction, or locked by it. */
export type Unmatched = OfferableContext & { matchable: MatchableContext }

/** What finding bots for a context came to: how many it waits for, and what those offered that answer at once. */
export type Matched = { botsPending: number; offers: PostedOffer[] }

/**
 * Finds the bots that want contexts of one tree and has them answer, in the caller's transaction; a result for each context, in
 * their order. The sellers' room does it and is passed in: rooms of one floor do not import each other.
 */
export type MatchBots = (tx: Tx, deps: Deps, note: Note, contexts: readonly Unmatched[]) => Promise<Matched[]>
