import Link from 'next/link'
import { bitsInWords } from '@/components/answer/trail'
import { shareInWords } from '@/components/answer/worth'
import { Credits } from '@/components/money/credits'
import { bondInWords, WITH_AGENT } from '@/components/offer/offer-words'
import { comparedInWords, endInWords } from '@/components/selling/selling-words'
import { heldStateOf, type MarketState } from '@/components/status/status'
import { BotBadge, StatusChip } from '@/components/status/status-chip'
import { Ago } from '@/components/time/time'
import type { OwnOffer } from '@/server/contract/selling'
import { counted } from '@/server/words/amounts'
import { RATING_WORDS } from '@/server/words/ratings'
import { isHeld } from '@/server/words/tree'

/** One's own offers, newest first: what was asked, what became of it and why. */
export function OwnOfferList({ offers }: { offers: readonly OwnOffer[] }) {
  return (
    <ul className="divide-y divide-line border-line border-y">
      {offers.map((offer) => (
        <li key={offer.id} className="flex flex-col gap-x-8 gap-y-2 py-4 sm:flex-row sm:justify-between">
          <div className="min-w-0">
            <p className="measure font-serif text-base">{offer.teaser}</p>
            <p className="mt-1 text-muted text-sm">
              {offer.bot ? (
                <>
                  <BotBadge className="mr-1.5 align-[-0.15em]" />
                  <Link href={`/bots/${offer.bot.id}`} className="hover:underline">
                    {offer.bot.name}
                  </Link>
                  {', '}
                </>
              ) : null}
              on <Question offer={offer} /> <span aria-hidden>·</span>{' '}
              <Ago at={offer.createdAt} className="whitespace-nowrap" />
            </p>
            <Ending offer={offer} />
            {offer.isQuoted ? (
              <p className="mt-1 text-sm">Quoted in the published answer, where everybody may read it.</p>
            ) : null}
            <Resold offer={offer} />
            <Bond bond={offer.bond} />
            <Worth share={offer.share} />
            <Rated rating={offer.rating} />
            {offer.bits === null ? null : (
              <p className="nums text-muted text-xs">Against what came: {bitsInWords(offer.bits)}</p>
            )}
          </div>
          <div className="flex shrink-0 items-start gap-4 text-sm sm:w-60 sm:justify-end">
            <span className="sm:text-right">
              <Credits micros={offer.priceMicros} className="font-medium" />
              {offer.earnedMicros === null ? null : (
                <span className="block text-muted text-xs">
                  earned <Credits micros={offer.earnedMicros} unit={false} />
                </span>
              )}
              {offer.refundedMicros > 0n ? (
                <span className="block text-muted text-xs">
                  refunded <Credits micros={offer.refundedMicros} unit={false} />
                </span>
              ) : null}
            </span>
            <Status offer={offer} />
          </div>
        </li>
      ))}
    </ul>
  )
}

function Question({ offer: { id, question } }: { offer: OwnOffer }) {
  const title = question.title ?? 'a sub-question that is sealed'
  return (
    <>
      {question.isSubQuestion && question.title !== null ? 'the sub-question ' : null}
      {question.canOpen ? (
        <Link
          href={`/questions/${question.id}#${id}`}
          className="decoration-line underline underline-offset-4 hover:text-ink"
        >
          {title}
        </Link>
      ) : (
        <span>{title}</span>
      )}
    </>
  )
}

/** Nothing where nobody bought it at resale. */
function Resold({ offer: { resales, resaleMicros } }: { offer: OwnOffer }) {
  if (resaleMicros === 0n) return null
  return (
    <p className="nums mt-1 text-sm">
      {resales === 0 ? 'Resold to yourself' : `Resold ${counted(resales, 'time')}`}, which brought{' '}
      <Credits micros={resaleMicros} />
    </p>
  )
}

function Bond({ bond }: Pick<OwnOffer, 'bond'>) {
  return bond === null ? null : <p className="mt-1 text-muted text-sm">{bondInWords(bond)}</p>
}

function Ending({ offer }: { offer: OwnOffer }) {
  const words = endInWords(offer)
  if (words === null) return null
  return (
    <p className="mt-1 text-sm">
      {words}
      {offer.usually ? (
        <span className="nums whitespace-normal"> {comparedInWords(offer.priceMicros, offer.usually)}</span>
      ) : null}
    </p>
  )
}

function Rated({ rating }: Pick<OwnOffer, 'rating'>) {
  return rating === null ? null : (
    <p className="mt-1 text-muted text-sm">
      Rated {RATING_WORDS[rating.rating]} by its buyer{rating.reason ? `: ${rating.reason}` : ''}
    </p>
  )
}

/** What it was worth to its buyer, all orders counted alike. */
function Worth({ share }: Pick<OwnOffer, 'share'>) {
  if (share === null) return null
  const { words, band } = shareInWords(share, { ...share, stakeMicros: null })
  return (
    <p className="nums mt-1 text-muted text-sm">
      Worth to its buyer: {words}
      {band ? `, ${band}` : ''}
    </p>
  )
}

function Status({ offer: { state, reason, firstReadAt, way } }: { offer: OwnOffer }) {
  const isRead = firstReadAt !== null
  const shown: MarketState =
    state !== 'open' ? state : !isRead ? 'open' : isHeld(reason) ? heldStateOf(reason) : 'read'
  const word =
    shown === 'read' && reason === null
      ? WITH_AGENT
      : state === 'passed' && !isRead
        ? 'not read'
        : way === 'unseen'
          ? 'bought unseen'
          : undefined
  return <StatusChip state={shown} word={word} />
}
