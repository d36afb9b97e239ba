import { and, eq, gte, isNotNull, isNull, lt, ne, type SQL } from 'drizzle-orm'
import { offers } from '@/db/schema'
import { BY_ANYONE, BY_HAND, type OfferGroup, type SellingScope } from '../../contract/selling'
import type { Reason } from '../../protocol/verdict'

/** Conditions that figures, chart and list share, so that a number and its list cannot disagree. */

/** The seller's own offers in these days by this writer. A bot that is not the seller's has none. */
export function inScope(sellerId: string, { from, to, by }: SellingScope): SQL | undefined {
  return and(
    eq(offers.sellerId, sellerId),
    by === BY_ANYONE ? undefined : by === BY_HAND ? isNull(offers.botId) : eq(offers.botId, by),
    from === null ? undefined : gte(offers.createdAt, from),
    to === null ? undefined : lt(offers.createdAt, to),
  )
}

const GROUPS: Record<OfferGroup, SQL> = {
  made: ne(offers.state, 'withdrawn'),
  open: eq(offers.state, 'open'),
  read: isNotNull(offers.firstReadAt),
  bought: eq(offers.state, 'bought'),
  passed: eq(offers.state, 'passed'),
  withdrawn: eq(offers.state, 'withdrawn'),
}

export function inGroup(show: OfferGroup, reason: Reason | null): SQL | undefined {
  return and(GROUPS[show], reason === null ? undefined : eq(offers.reason, reason))
}
