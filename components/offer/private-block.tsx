import { Lock, LockOpen } from 'lucide-react'
import { Prose } from '@/components/markdown/prose'
import { type LockReader, lockInWords } from '@/components/offer/offer-words'
import { ClockTime } from '@/components/tree/clock-time'
import { cn } from '@/components/ui/cn'
import type { OfferView } from '@/server/contract/market-view'
import { lengthInWords } from '@/server/words/amounts'

export type PrivateBlockProps = { offer: OfferView; reader: LockReader }

/** An offer's private information: open to who wrote or bought it and to everybody once it is quoted, else a locked block. */
export function PrivateBlock({ offer, reader }: PrivateBlockProps) {
  if (offer.privateInfo !== null) return <OpenBlock offer={offer} reader={reader} />
  const length = lengthInWords({ ...offer, privateWords: offer.privateWords ?? 0 })
  const isForgotten = offer.state === 'passed' && offer.firstReadAt !== null
  return (
    <div
      data-tone={isForgotten ? 'passed' : 'sealed'}
      className={cn(
        'hatch flex gap-3 rounded-md border border-tone-line bg-tone-wash px-3.5 py-3 text-sm',
        isForgotten && 'border-dashed',
      )}
    >
      <Lock aria-hidden className="mt-1 size-3.5 shrink-0 text-tone" />
      <div className="min-w-0">
        <p className="nums flex flex-wrap gap-x-1.5 font-medium text-tone">
          {isForgotten && offer.firstReadAt !== null ? (
            <>
              <span>
                read <ClockTime at={offer.firstReadAt} />
              </span>
              {offer.endedAt !== null ? (
                <span>
                  · forgotten <ClockTime at={offer.endedAt} />
                </span>
              ) : null}
              <span>· {length}</span>
            </>
          ) : (
            <span>Full text · {length}</span>
          )}
        </p>
        <p className="text-ink/80">{lockInWords(offer, reader)}</p>
      </div>
    </div>
  )
}

function OpenBlock({ offer, reader }: PrivateBlockProps) {
  const isBought = offer.state === 'bought'
  return (
    <div
      data-tone={isBought ? 'bought' : 'plain'}
      className="rounded-md border border-tone-line bg-surface px-4 py-3.5"
    >
      <p className="mb-2 flex items-center gap-2 font-medium text-tone text-xs">
        <LockOpen aria-hidden className="size-3.5" />
        {offer.isYours
          ? isBought
            ? 'Your full text; the buyer can read it.'
            : 'Your full text. Only you can read it.'
          : reader.isBuyer
            ? 'Bought: the full text, yours for good.'
            : `Quoted in public: ${reader.askerName} paid for it and published the answer, as its seller allows.`}
      </p>
      <Prose prose={offer.privateProse ?? []} headingsFrom={4} />
    </div>
  )
}
