'use client'

import Link from 'next/link'
import { useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import { DraftNote } from '@/components/form/draft-note'
import { zodResolver } from '@/components/form/resolver'
import type { ServerError } from '@/components/form/server-error'
import { useDraft, useLeaveGuard } from '@/components/form/use-draft'
import {
  emptyOfferDraft,
  isEmptyOfferDraft,
  type OfferDraft,
  type OfferParts,
  offerDraftSchema,
  offerFormSchema,
} from '@/components/offer/offer-draft'
import { OfferForm, showRefusal } from '@/components/offer/offer-form'
import { type Trial, TrialBeside } from '@/components/offer/trial-beside'
import { Button } from '@/components/ui/button'
import type { LicenceTerms } from '@/server/contract/licence'
import { exactCredits } from '@/server/shared/money'
import type { SaleTerms } from '@/server/words/sale-terms'

export type ComposerProps = {
  contextId: string
  /** What is asked, for the preview of what the inspector sees. */
  question: string
  /** Who will pay if it is bought: "you" never, for nobody sells to themselves. */
  askerName: string
  leftMicros: bigint
  /** What posting it takes as a bond; 0 where there is none. */
  bondMicros: bigint
  /** What the seller gets of a price here, and when. */
  terms: SaleTerms
  /** Null while signed out: everything works but the last step. */
  handle: string | null
  /** The question ended while this was written: what was typed stays there to be copied. */
  isClosed: boolean
  signInHref: string
  /** Sends the offer; what the server refuses comes back, null when it is posted. */
  onPost: (offer: OfferParts) => Promise<ServerError | null>
  /** Judging the draft before it is posted; null while signed out. */
  trial: Trial | null
  /** What the writer's last offer allowed. */
  usualLicence: LicenceTerms
}

/** Writes a new offer: three fields in reading order, each with who will see it, kept as they are typed. */
export function Composer({
  contextId,
  handle,
  isClosed,
  signInHref,
  onPost,
  trial,
  leftMicros,
  usualLicence,
  ...about
}: ComposerProps) {
  const schema = useMemo(() => offerFormSchema(leftMicros), [leftMicros])
  const form = useForm<OfferDraft, unknown, OfferParts>({
    resolver: zodResolver(schema),
    defaultValues: emptyOfferDraft(usualLicence),
  })
  const [usual, setUsual] = useState(usualLicence)
  const draft = useDraft({
    form,
    what: `offer.${contextId}`,
    owner: handle,
    schema: offerDraftSchema,
    empty: () => emptyOfferDraft(usual),
    isEmpty: isEmptyOfferDraft,
  })
  const { isSubmitting, isDirty } = form.formState
  useLeaveGuard(isSubmitting || (!draft.isKept && isDirty))

  const submit = form.handleSubmit(async (offer) => {
    const refusal = await onPost(offer)
    if (refusal === null) {
      setUsual(offer.licence)
      return draft.discard()
    }
    showRefusal(form.setError, refusal)
  })

  return (
    <OfferForm
      form={form}
      leftMicros={leftMicros}
      onSubmit={submit}
      note={<DraftNote isRestored={draft.isRestored} isKept={draft.isKept} onDiscard={draft.discard} />}
      beside={trial ? <TrialBeside form={form} trial={trial} /> : null}
      submit={
        isClosed ? (
          <p className="text-sm">This question has ended and takes no more offers.</p>
        ) : handle === null ? (
          <>
            <Button variant="primary" asChild>
              <Link href={signInHref} onClick={draft.save}>
                Sign in to offer
              </Link>
            </Button>
            <p className="text-muted text-sm">Your draft is kept.</p>
          </>
        ) : (
          <Button type="submit" variant="primary" pending={isSubmitting} pendingLabel="Posting…">
            Post the offer
          </Button>
        )
      }
      {...about}
    />
  )
}

export type OfferChangerProps = Pick<ComposerProps, 'question' | 'askerName' | 'leftMicros' | 'terms'> & {
  /** The offer as it is now. */
  offer: { teaser: string; privateInfo: string; priceMicros: bigint; licence: LicenceTerms }
  onChange: (offer: OfferParts) => Promise<ServerError | null>
  onDone: () => void
}

/** Writes a new version of an own offer that nobody has read. */
export function OfferChanger({ offer, onChange, onDone, leftMicros, ...about }: OfferChangerProps) {
  const schema = useMemo(() => offerFormSchema(leftMicros), [leftMicros])
  const form = useForm<OfferDraft, unknown, OfferParts>({
    resolver: zodResolver(schema),
    defaultValues: {
      ...emptyOfferDraft(offer.licence),
      teaser: offer.teaser,
      privateInfo: offer.privateInfo,
      // Without the spaces between thousands, which nobody types.
      price: exactCredits(offer.priceMicros).replace(/\s/g, ''),
    },
  })
  const { isSubmitting, isDirty } = form.formState
  useLeaveGuard(isSubmitting || isDirty)
  const submit = form.handleSubmit(async (changed) => {
    const refusal = await onChange(changed)
    if (refusal === null) return onDone()
    showRefusal(form.setError, refusal)
  })
  return (
    <OfferForm
      form={form}
      leftMicros={leftMicros}
      onSubmit={submit}
      submit={
        <>
          <Button
            type="submit"
            variant="primary"
            pending={isSubmitting}
            pendingLabel="Saving…"
            disabled={!isDirty}
          >
            Save the new version
          </Button>
          <Button variant="quiet" onClick={onDone}>
            Leave it as it was
          </Button>
        </>
      }
      {...about}
    />
  )
}
