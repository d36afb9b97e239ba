import Link from 'next/link'
import { complaintInWords } from '@/components/offer/offer-words'
import { Button } from '@/components/ui/button'
import type { OfferView } from '@/server/contract/market-view'

export type OfferPapersProps = {
  offer: Pick<OfferView, 'id' | 'isYours' | 'state' | 'complaint'>
  /** The viewer put the question. */
  isAsker: boolean
}

/** Whether there is anything to show: of a purchase for both sides, of what was left for its seller. */
export function hasPapers({ offer: { isYours, state }, isAsker }: OfferPapersProps): boolean {
  return state === 'bought' ? isYours || isAsker : isYours && state === 'passed'
}

/** Where a purchase leads afterwards: what can be said against it, and its receipt. */
export function OfferPapers({ offer, isAsker }: OfferPapersProps) {
  return (
    <>
      {offer.state === 'bought' ? (
        <Button size="sm" asChild>
          <Link href={`/offers/${offer.id}/complaint`} prefetch={false}>
            {complaintInWords(offer.complaint, isAsker)}
          </Link>
        </Button>
      ) : null}
      <Button size="sm" asChild>
        <Link href={`/offers/${offer.id}/receipt`} prefetch={false}>
          Receipt
        </Link>
      </Button>
    </>
  )
}
