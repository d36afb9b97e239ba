import { Note } from '@/components/ui/feedback'
import type { UncountedSales } from '@/server/contract/market-view'
import { formatCredits } from '@/server/shared/money'
import { counted } from '@/server/words/amounts'

/** Tells a seller, beside the figures that everybody sees, which of their sales are not among them, why, and when they will be. */
export function UncountedNote({ uncounted, className }: { uncounted: UncountedSales; className?: string }) {
  const { onPrivate, ofOneHand, earnedMicros } = uncounted
  if (onPrivate + ofOneHand === 0) return null
  const sales = counted(onPrivate + ofOneHand, 'sale')
  return (
    <Note
      className={className}
      title={`${sales} of yours, ${formatCredits(earnedMicros)} credits, ${onPrivate + ofOneHand === 1 ? 'is' : 'are'} not among these figures.`}
    >
      {ofOneHand > 0 ? (
        <p>
          {ofOneHand}: your account and the buyer’s look like one hand. Accounts do while they use one
          browser, or one address and were made in one week, or trade mostly with each other. The sale counts
          here as soon as they no longer do.
        </p>
      ) : null}
      {onPrivate > 0 ? (
        <p>{onPrivate}: on a question that only its asker may watch. That never counts here.</p>
      ) : null}
      <p>You see this alone, and are paid all the same.</p>
    </Note>
  )
}
