'use client'

import { type ReactNode, useState } from 'react'
import { ShowNew } from '@/components/ui/show-new'
import type { OfferView } from '@/server/contract/market-view'
import { counted } from '@/server/words/amounts'

export type OfferListProps = {
  /** In the order they came. */
  offers: readonly OfferView[]
  /** The question is over: what was bought comes first. */
  hasEnded: boolean
  renderOffer: (offer: OfferView, isNew: boolean) => ReactNode
  /** Shown while there is none, or none is shown. */
  empty: ReactNode
}

/**
 * Offers as a list that never jumps: those that come while the page is open wait behind "2 new offers, show", and appear
 * at the end. The viewer's own appear at once, and so do the first in an empty list: there is nothing that could jump.
 */
export function OfferList({ offers, hasEnded, renderOffer, empty }: OfferListProps) {
  const [first] = useState(() => new Set(offers.map((offer) => offer.id)))
  const [shown, setShown] = useState<ReadonlySet<string>>(first)
  const isShown = (offer: OfferView) => shown.has(offer.id) || offer.isYours
  if (offers.length > 0 && !offers.some(isShown)) setShown(new Set(offers.map((offer) => offer.id)))
  const waiting = offers.filter((offer) => !isShown(offer)).length
  // Under who looks on when it ends, nothing changes places.
  const [isByOutcome] = useState(hasEnded)
  const visible = inOrder(offers.filter(isShown), isByOutcome)
  return (
    <div>
      {visible.length === 0 ? (
        empty
      ) : (
        <>
          <p className="mb-3 text-muted text-sm">
            {isByOutcome
              ? 'What was bought comes first.'
              : 'In the order they came. The agent reads them shuffled.'}
          </p>
          <ul className="space-y-3">
            {visible.map((offer) => (
              <li key={offer.id}>{renderOffer(offer, !first.has(offer.id))}</li>
            ))}
          </ul>
        </>
      )}
      <ShowNew
        what={waiting === 0 ? null : counted(waiting, 'new offer')}
        onShow={() => setShown(new Set(offers.map((offer) => offer.id)))}
      />
    </div>
  )
}

function inOrder(offers: readonly OfferView[], isByOutcome: boolean): OfferView[] {
  const byArrival = [...offers].sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
  if (!isByOutcome) return byArrival
  return [
    ...byArrival.filter((offer) => offer.state === 'bought'),
    ...byArrival.filter((offer) => offer.state !== 'bought'),
  ]
}
