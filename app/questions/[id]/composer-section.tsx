'use client'

import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { COMPOSER_ID, goToPart } from '@/app/questions/[id]/go-to-part'
import { useDraftTrial } from '@/app/questions/[id]/use-draft-trial'
import { useRefresh } from '@/app/questions/[id]/use-question'
import { useTRPC } from '@/app/trpc'
import { readServerError, type ServerError } from '@/components/form/server-error'
import { Composer } from '@/components/offer/composer'
import type { OfferParts } from '@/components/offer/offer-draft'
import { COUNTER_OFFER_WORDS } from '@/components/question/reopen-words'
import { Until } from '@/components/time/time'
import { Note } from '@/components/ui/feedback'
import type { LicenceTerms } from '@/server/contract/licence'
import type { ContextView } from '@/server/contract/market-view'

export type ComposerSectionProps = {
  handle: string | null
  view: ContextView
  hasOwn: boolean
  /** It was open to offers when the page was, and is no longer. */
  isClosed: boolean
  /** How often "Make an offer" was pressed; each time leads here. */
  wishes: number
  /** What the viewer's last offer allowed. */
  usualLicence: LicenceTerms
  /** Called with the new offer once the lists are fetched anew; this form may be gone then. */
  onPosted: (offerId: string) => void
}

/** The form of making an offer, below the offers that are there. */
export function ComposerSection({
  handle,
  view,
  hasOwn,
  isClosed,
  wishes,
  usualLicence,
  onPosted,
}: ComposerSectionProps) {
  const trpc = useTRPC()
  const refresh = useRefresh()
  const post = useMutation(trpc.offers.post.mutationOptions())
  const trial = useDraftTrial(view.id, handle !== null)

  useEffect(() => {
    if (wishes > 0) goToPart(COMPOSER_ID)
  }, [wishes])

  // A link to the form, as from the inbox, leads into its first field.
  useEffect(() => {
    if (window.location.hash === `#${COMPOSER_ID}`) goToPart(COMPOSER_ID)
  }, [])

  async function onPost(offer: OfferParts): Promise<ServerError | null> {
    try {
      const { offerId } = await post.mutateAsync({
        contextId: view.id,
        isCounter: Boolean(view.reopening),
        ...offer,
      })
      await refresh()
      onPosted(offerId)
      return null
    } catch (error) {
      return readServerError(error)
    }
  }

  return (
    <section
      id={COMPOSER_ID}
      aria-labelledby="offer-title"
      className="scroll-mt-20 border-line border-t pt-8"
    >
      <h2 id="offer-title" className="display mb-6 text-xl">
        {view.reopening && !isClosed
          ? 'Make a counter-offer'
          : hasOwn
            ? 'Make another offer'
            : 'Make an offer'}
      </h2>
      {view.reopening && !isClosed ? (
        <Note className="measure mb-6">
          {COUNTER_OFFER_WORDS} <Until at={view.reopening.until} verb="The time for that ends" />.
        </Note>
      ) : null}
      <Composer
        contextId={view.id}
        question={view.title}
        askerName={view.asker.name}
        // To a settled question: what its asker wanted to spend at most.
        leftMicros={view.reopening ? view.budgetMicros : view.heldMicros}
        bondMicros={view.reopening ? 0n : view.bondMicros}
        terms={view}
        handle={handle}
        isClosed={isClosed}
        signInHref={`/sign-in?callbackUrl=${encodeURIComponent(`/questions/${view.id}`)}`}
        onPost={onPost}
        // An agent judges drafts of offers that will be read.
        trial={view.reopening ? null : trial}
        usualLicence={usualLicence}
      />
    </section>
  )
}
