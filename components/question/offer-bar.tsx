import { Credits } from '@/components/money/credits'
import { Until } from '@/components/time/time'
import { Button } from '@/components/ui/button'
import type { ContextView } from '@/server/contract/market-view'

export type OfferBarProps = { view: Pick<ContextView, 'heldMicros' | 'deadlineAt'>; onOffer: () => void }

/** For who may sell, where the column beside the question lies below it: what can be earned, until when, and the way to the form. */
export function OfferBar({ view, onOffer }: OfferBarProps) {
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 lg:hidden">
      <Button variant="primary" onClick={onOffer}>
        Make an offer
      </Button>
      <p className="text-muted text-sm">
        <Credits micros={view.heldMicros} className="text-ink" /> left,{' '}
        <Until at={view.deadlineAt} verb="ends" past="about to end" />
      </p>
    </div>
  )
}
