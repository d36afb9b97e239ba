'use client'

import { useWatch } from 'react-hook-form'
import { DraftTrial, type DraftTrialProps } from '@/components/offer/draft-trial'
import { type OfferParts, priceOf } from '@/components/offer/offer-draft'
import type { OfferFormHandle } from '@/components/offer/offer-form'

/** A draft as it was judged. */
export type Tried = Pick<OfferParts, 'teaser' | 'privateInfo' | 'priceMicros'>

export type Trial = Omit<DraftTrialProps, 'isChanged' | 'onTry'> & {
  tried: Tried | null
  onTry: (draft: Tried) => void
}

/** The trial of what stands in the form now; a draft that could not be posted has its fields marked instead. */
export function TrialBeside({ form, trial }: { form: OfferFormHandle; trial: Trial }) {
  const { tried, onTry, ...rest } = trial
  const [teaser, privateInfo, price] = useWatch({
    control: form.control,
    name: ['teaser', 'privateInfo', 'price'],
  })
  const isChanged =
    tried !== null &&
    (teaser.trim() !== tried.teaser ||
      privateInfo.trim() !== tried.privateInfo ||
      priceOf(price) !== tried.priceMicros)
  return (
    <DraftTrial
      {...rest}
      isChanged={isChanged}
      onTry={() =>
        void form.handleSubmit(({ teaser, privateInfo, priceMicros }) =>
          onTry({ teaser, privateInfo, priceMicros }),
        )()
      }
    />
  )
}
