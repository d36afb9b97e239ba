import type { ContextRow, OfferRow } from '@/db/schema'
import type { BondView } from '../contract/market-view'
import { isTerminal } from '../protocol/advance'

type BondedOffer = Pick<OfferRow, 'bondMicros' | 'state' | 'reason' | 'firstReadAt'>

/**
 * What became of the bond of an offer, for its seller; null without one. Kept as `bond_is_kept` in `db/functions/market.sql` has it,
 * which moves the credits.
 */
export function bondOf(offer: BondedOffer, { phase }: Pick<ContextRow, 'phase'>): BondView | null {
  const { bondMicros: amountMicros, state, reason, firstReadAt } = offer
  if (amountMicros === 0n) return null
  if (state === 'withdrawn') return { amountMicros, state: 'returned' }
  if (!isTerminal(phase)) return { amountMicros, state: 'held' }
  const isOff = reason === 'irrelevant' || reason === 'misleading-teaser'
  const isKept = phase === 'settled' && state === 'passed' && firstReadAt !== null && isOff
  return { amountMicros, state: isKept ? 'kept' : 'returned' }
}
