import Link from 'next/link'
import type { ReactNode } from 'react'
import { FlagLink } from '@/components/moderation/flag-link'
import { Credits } from '@/components/money/credits'
import { bondInWords, isLeftSoFar, type LockReader, offerStatusOf } from '@/components/offer/offer-words'
import { PrivateBlock } from '@/components/offer/private-block'
import { TeaserRecord } from '@/components/offer/teaser-record'
import { BotBadge, ProgramBadge, StatusChip } from '@/components/status/status-chip'
import { Ago } from '@/components/time/time'
import { Avatar } from '@/components/ui/avatar'
import { Card } from '@/components/ui/card'
import { cn } from '@/components/ui/cn'
import type { OfferView } from '@/server/contract/market-view'
import { LICENCE_WORDS } from '@/server/words/licence'
import { reasonInWords, sellerInWords } from '@/server/words/tree'

export type OfferCardProps = {
  offer: OfferView
  reader: LockReader
  /** Left of the card's head: a checkbox, when offers are being chosen. */
  select?: ReactNode
  /** What the viewer may do with it. */
  actions?: ReactNode
  /** Came just now, on the viewer's wish to see it. */
  isNew?: boolean
  /** The viewer has written it just now. */
  isJustPosted?: boolean
}

/** One offer: who sells, what they say of it to everyone, the price, where it stands, and the private part. */
export function OfferCard({
  offer,
  reader,
  select,
  actions,
  isNew = false,
  isJustPosted = false,
}: OfferCardProps) {
  const status = offerStatusOf(offer)
  const isBot = offer.botName !== null
  return (
    <Card
      as="article"
      id={offer.id}
      // Whoever has just posted it is brought here.
      tabIndex={-1}
      aria-label={`Offer of ${sellerInWords(offer)}`}
      className={cn('scroll-mt-24 px-4 py-4 sm:px-5', isNew && 'animate-rise')}
    >
      {isJustPosted ? <p className="mb-3 font-medium text-bought text-sm">Your offer is posted.</p> : null}
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-0 items-center gap-2.5">
          {select}
          <Avatar name={offer.botName ?? offer.seller.name} bot={isBot} size="sm" />
          <p className="flex min-w-0 flex-wrap items-center gap-x-2 text-sm">
            {offer.botId === null ? null : (
              <Link
                href={`/bots/${offer.botId}`}
                className="inline-flex min-h-6 items-center font-medium hover:underline"
              >
                {offer.botName}
              </Link>
            )}
            {isBot ? (
              <Link href={`/people/${offer.seller.handle}`} className="hover:underline">
                <BotBadge owner={offer.seller.name} />
              </Link>
            ) : (
              <Link
                href={`/people/${offer.seller.handle}`}
                className="inline-flex min-h-6 items-center font-medium hover:underline"
              >
                {offer.seller.name}
              </Link>
            )}
            {!isBot && offer.isByProgram ? <ProgramBadge /> : null}
            {offer.isYours ? <span className="text-muted">(yours)</span> : null}
            <span className="text-muted text-xs">
              <Ago at={offer.createdAt} />
              {offer.changedAt ? ', changed' : ''}
            </span>
            <TeaserRecord honesty={offer.sellerHonesty} />
            {offer.isYours || offer.teaser === null ? null : (
              <FlagLink kind="offer" id={offer.id} path={`/questions/${offer.contextId}?tab=offers`} />
            )}
          </p>
        </div>
        <div className="flex items-center gap-3">
          {status ? <StatusChip state={status.state} word={status.word} /> : null}
          {offer.priceMicros === null ? null : (
            <Credits micros={offer.priceMicros} className="font-medium text-sm" />
          )}
        </div>
      </div>
      {offer.teaser === null ? null : (
        <p className="measure mt-3 font-serif text-lg leading-7">{offer.teaser}</p>
      )}
      {offer.reason && offer.state ? (
        <p className="mt-2 text-muted text-sm">
          {reasonStart(offer, offer.state)}: {reasonInWords(offer.reason)}.
        </p>
      ) : null}
      {offer.licence.kind === 'asker' && !offer.mayQuote ? null : (
        <p className="mt-2 text-muted text-sm">
          {LICENCE_WORDS[offer.mayQuote ? 'quotable' : offer.licence.kind].short}.
        </p>
      )}
      {offer.bond ? <p className="mt-2 text-muted text-sm">{bondInWords(offer.bond)}</p> : null}
      <div className="mt-3">
        <PrivateBlock offer={offer} reader={reader} />
      </div>
      {actions ? <div className="mt-3 flex flex-wrap gap-2">{actions}</div> : null}
    </Card>
  )
}

function reasonStart(offer: OfferView, state: NonNullable<OfferView['state']>): string {
  if (isLeftSoFar(offer)) return 'Not bought so far'
  return offer.reason === 'undecided' ? 'Not decided yet' : REASON_STARTS[state]
}

const REASON_STARTS: Record<NonNullable<OfferView['state']>, string> = {
  bought: 'Bought',
  passed: 'Not bought',
  open: 'Being checked',
  withdrawn: 'Withdrawn',
}
