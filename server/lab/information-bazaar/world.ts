import type { Quote } from './entities'
import type { BazaarEvent } from './events'
import type { Credit } from './ledger'
import type { Sense } from './mind'
import type { BazaarParameters } from './parameters'
import type { Hit } from './retrieval'

type WithoutStep<E> = E extends BazaarEvent ? Omit<E, 'step'> : never

/** What agents act in. Time goes on between steps only. */
export type World = {
  readonly now: number
  readonly parameters: BazaarParameters
  readonly sense: Sense
  readonly credit: Credit
  log(event: WithoutStep<BazaarEvent>): void
  /** Hands a quote to the buyer whose tender it answers. */
  deliver(quote: Quote, buyerId: string): void
  /** What all vendors find for a question within a budget, at once: how sub-questions of an inspection are answered. */
  askVendors(question: string, maxBudgetMicros: bigint): Promise<(Hit & { vendorId: string })[]>
}
