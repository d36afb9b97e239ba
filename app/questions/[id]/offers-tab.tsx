'use client'

import { Inbox } from 'lucide-react'
import Link from 'next/link'
import { lazy, useEffect, useState } from 'react'
import { COMPOSER_ID, goToOffer } from '@/app/questions/[id]/go-to-part'
import { useIsLive } from '@/components/form/use-is-live'
import { OfferCard } from '@/components/offer/offer-card'
import { OfferList } from '@/components/offer/offer-list'
import { hasPapers, OfferPapers } from '@/components/offer/offer-papers'
import { isBetweenReadings } from '@/components/question/open-words'
import { hasEnded } from '@/components/question/question-state'
import { StillOpen } from '@/components/question/still-open'
import { Until } from '@/components/time/time'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { EmptyState } from '@/components/ui/feedback'
import { KeptHeight } from '@/components/ui/kept-height'
import type { LicenceTerms } from '@/server/contract/licence'
import type { ContextView, OfferView } from '@/server/contract/market-view'
import { sellerInWords } from '@/server/words/tree'

const ComposerSection = lazy(() =>
  import('@/app/questions/[id]/composer-section').then(({ ComposerSection }) => ({
    default: ComposerSection,
  })),
)
const OfferActions = lazy(() =>
  import('@/app/questions/[id]/offer-actions').then(({ OfferActions }) => ({ default: OfferActions })),
)

export type OffersTabProps = {
  handle: string | null
  view: ContextView
  offers: readonly OfferView[]
  /** Of the buyer; null for everyone else. */
  availableMicros: bigint | null
  /** What the viewer's last offer allowed. */
  usualLicence: LicenceTerms
  /** How often "Make an offer" was pressed. */
  offerWishes: number
  chosen: readonly string[]
  onChoose: (offerIds: readonly string[]) => void
}

/** The offers on a question and, for those who may, the form of making one. */
export function OffersTab({
  handle,
  view,
  offers,
  availableMicros,
  usualLicence,
  offerWishes,
  chosen,
  onChoose,
}: OffersTabProps) {
  const reader = { isBuyer: view.isYours, askerName: view.asker.name }
  const canOffer = view.can.offer === null || view.can.offer === 'signed-out'
  const open = offers.filter((offer) => offer.state === 'open')
  // Few who come to a settled question want that.
  const [wantsCounter, setWantsCounter] = useState(false)
  // Who was here while it took offers keeps the form and what they typed there when it ends.
  const takesOffers = canOffer && !view.reopening
  const [tookOffers] = useState(takesOffers)
  const hasOwn = offers.some((offer) => offer.isYours)
  // Who has posted comes for what became of it.
  const [isWriting, setIsWriting] = useState(!hasOwn)
  const [wishes, setWishes] = useState(0)
  const onWrite = () => {
    setIsWriting(true)
    setWishes((before) => before + 1)
  }
  const hasClosed = tookOffers && !takesOffers && !wantsCounter
  const isFormShown = takesOffers || hasClosed ? isWriting : canOffer && wantsCounter
  useEffect(() => {
    if (offerWishes > 0 || window.location.hash === `#${COMPOSER_ID}`) setIsWriting(true)
  }, [offerWishes])
  const [postedId, setPostedId] = useState<string | null>(null)
  const canChoose = view.can.start && open.length > 1
  // What was written is now a card, and the eye should land there.
  const isPostedShown = offers.some((offer) => offer.id === postedId)
  const [leftFor, setLeftFor] = useState<string | null>(null)
  // The form goes when the card comes, and not before: the list may be fetched later than the offer is posted.
  if (isPostedShown && leftFor !== postedId) {
    setLeftFor(postedId)
    setIsWriting(false)
    setWantsCounter(false)
  }
  useEffect(() => {
    if (postedId !== null && isPostedShown) goToOffer(postedId)
  }, [postedId, isPostedShown])

  return (
    <div className="space-y-12">
      <div className="max-w-3xl">
        <OfferList
          empty={<NoOffers view={view} />}
          offers={offers}
          hasEnded={hasEnded(view.state)}
          renderOffer={(offer, isNew) => (
            <OfferCard
              offer={offer}
              reader={reader}
              isNew={isNew}
              isJustPosted={offer.id === postedId}
              select={
                canChoose && offer.state === 'open' ? (
                  <input
                    type="checkbox"
                    aria-label={`Have the offer of ${sellerInWords(offer)} read`}
                    checked={chosen.includes(offer.id)}
                    onChange={(event) =>
                      onChoose(
                        event.target.checked
                          ? [...chosen, offer.id]
                          : chosen.filter((chosenId) => chosenId !== offer.id),
                      )
                    }
                    className="size-4 accent-accent pointer-coarse:size-5"
                  />
                ) : null
              }
              actions={
                offer.can.change || offer.can.withdraw || offer.can.buyUnseen ? (
                  <OfferActions offer={offer} view={view} availableMicros={availableMicros} />
                ) : offer.can.allowQuoting || hasPapers({ offer, isAsker: view.isYours }) ? (
                  <>
                    {offer.can.allowQuoting ? (
                      <OfferActions offer={offer} view={view} availableMicros={availableMicros} />
                    ) : null}
                    {hasPapers({ offer, isAsker: view.isYours }) ? (
                      <OfferPapers offer={offer} isAsker={view.isYours} />
                    ) : null}
                  </>
                ) : null
              }
            />
          )}
        />
      </div>
      {/* What one may do changes by itself, and the page must not get shorter under who stands at its end. */}
      <KeptHeight isKept>
        <div className="space-y-12">
          {canOffer && isBetweenReadings(view) ? (
            <div className="max-w-3xl">
              <StillOpen view={view} />
            </div>
          ) : null}
          {isFormShown ? (
            <ComposerSection
              handle={handle}
              view={view}
              hasOwn={hasOwn}
              isClosed={hasClosed}
              wishes={offerWishes + wishes}
              usualLicence={usualLicence}
              onPosted={setPostedId}
            />
          ) : null}
          {canOffer && view.reopening && !wantsCounter ? (
            <div className="max-w-3xl border-line border-t pt-6">
              <p className="measure text-sm">
                Does the matter stand otherwise? A question that has ended takes counter-offers for some time.
              </p>
              <Button size="sm" className="mt-3" onClick={() => setWantsCounter(true)}>
                Make a counter-offer
              </Button>
            </div>
          ) : null}
          {takesOffers && !isWriting ? (
            <div className="border-line border-t pt-6">
              <Button onClick={onWrite}>Make another offer</Button>
            </div>
          ) : null}
        </div>
      </KeptHeight>
    </div>
  )
}

/** What its asker can do while nobody has answered; whom it has reached is said above. */
function Waiting({ view }: { view: ContextView }) {
  const isLive = useIsLive()
  return (
    <>
      Offers appear here by themselves until the question ends <Until at={view.deadlineAt} past="now" />. What
      is not spent goes back to you. What helps:
      <span className="mt-3 flex flex-wrap justify-center gap-x-4 gap-y-2">
        <CopyButton
          size="sm"
          text={isLive ? `${window.location.origin}/questions/${view.id}` : ''}
          label="Copy the link to share"
        />
        <Link className="underline" href="/bots/new">
          Bring a bot with documents or a model key of your own
        </Link>
      </span>
      <span className="mt-3 block">
        More words in the details reach more sellers; edit it while there is no offer. With a longer deadline,
        more people see it.
      </span>
    </>
  )
}

function NoOffers({ view }: { view: ContextView }) {
  if (hasEnded(view.state)) {
    return (
      <EmptyState icon={<Inbox aria-hidden />} title="Nobody made an offer">
        The whole budget went back to {view.isYours ? 'you' : view.asker.name}.
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={<Inbox aria-hidden />} title="No offer yet">
      {view.isYours ? (
        <Waiting view={view} />
      ) : (
        'Do you know something that would help? Make the first offer.'
      )}
    </EmptyState>
  )
}
