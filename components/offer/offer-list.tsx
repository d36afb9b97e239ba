'use client'

import { ArrowDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { OfferView } from '@/server/contract/market-view'

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
      <div
        aria-live="polite"
        className="pointer-events-none sticky bottom-20 z-20 flex justify-center md:bottom-6"
      >
        {waiting > 0 ? (
          <button
            type="button"
            onClick={() => setShown(new Set(offers.map((offer) => offer.id)))}
            className="pointer-events-auto mt-3 inline-flex min-h-10 animate-appear items-center gap-2 rounded-full border
              border-accent-line bg-accent-wash px-4 font-medium text-accent text-sm shadow-lift hover:border-accent pointer-coarse:min-h-11"
          >
            <ArrowDown aria-hidden className="size-4" />
            {waiting === 1 ? '1 new offer' : `${waiting} new offers`} · show
          </button>
        ) : null}
      </div>
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
