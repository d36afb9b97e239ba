import type { Json } from '../experiment'
import type { QuoteStatus } from './entities'
import type { NodeStatus } from './question-tree'

/**
 * What happened in a run, in order: ids, amounts and states. Nothing here is shown to an agent. Quotes and passages are named
 * by ids; only what a principal gets in the end is text.
 */
export type BazaarEvent = { step: number; agentId: string } & (
  | { type: 'granted'; amountMicros: bigint }
  | { type: 'tender-posted'; tenderId: string; maxBudgetMicros: bigint }
  | {
      type: 'quoted'
      tenderId: string
      quoteId: string
      passageId: string
      priceMicros: bigint
      relevance: number
    }
  | { type: 'silenced-by-size'; tenders: number }
  | {
      type: 'tender-decided'
      tenderId: string
      quotes: number
      options: number
      overBudget: number
      contexts: number
    }
  | { type: 'quote-decided'; quoteId: string; status: QuoteStatus; paidMicros: bigint; progression: number }
  | { type: 'node'; nodeId: string; status: NodeStatus }
  | { type: 'ended'; isAnswered: boolean; spentMicros: bigint }
)

/** What a run of the Information Bazaar tells, one line each: what `--log` writes. */
export const BAZAAR_LOG = 'each tender, quote, decision and node of the tree of questions'

/** One line of JSON for an event; amounts are decimal text, because JSON has no whole numbers of their size. */
export function eventJson(event: BazaarEvent): Json {
  return Object.fromEntries(
    Object.entries(event).map(([name, value]) => [
      name,
      typeof value === 'bigint' ? value.toString() : value,
    ]),
  )
}
