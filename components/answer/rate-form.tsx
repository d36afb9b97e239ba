'use client'

import { useState } from 'react'
import { ActForm } from '@/components/form/act-form'
import type { ServerError } from '@/components/form/server-error'
import { RadioGroup } from '@/components/ui/choice'
import { Disclosure } from '@/components/ui/disclosure'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { RATING_REASON_CHARS_MAX, type RateInput } from '@/server/contract/market'
import { RATING_WORDS, RATINGS, type Rating } from '@/server/words/ratings'

export type RateFormProps = {
  /** Records it; what the server refuses comes back, null when it is recorded. */
  onRate: (said: Pick<RateInput, 'rating' | 'reason'>) => Promise<ServerError | null>
}

/** What the buyer thinks of a purchase: said once, so folded away until it is wanted. */
export function RateForm({ onRate }: RateFormProps) {
  const [rating, setRating] = useState<Rating | null>(null)
  const [reason, setReason] = useState('')

  async function send() {
    if (rating === null) return 'Choose one of the three.'
    if (reason.trim() === '') return 'Say in a few words why.'
    const refusal = await onRate({ rating, reason })
    return refusal?.message ?? null
  }

  return (
    <Disclosure summary="Rate it" className="relative z-10 mt-1 whitespace-normal">
      <ActForm
        onSend={send}
        label="Record the rating"
        pendingLabel="Recording…"
        variant="secondary"
        size="sm"
        className="max-w-md space-y-3 pb-2"
      >
        <Field label="It was">
          <RadioGroup
            value={rating ?? undefined}
            onValueChange={(value) => setRating(RATINGS.find((one) => one === value) ?? null)}
            options={RATINGS.map((value) => ({ value, label: RATING_WORDS[value] }))}
          />
        </Field>
        <Field
          label="Why"
          audience="Its seller and you. The rating itself, whoever may watch. It is said once."
        >
          <Input
            value={reason}
            maxLength={RATING_REASON_CHARS_MAX}
            autoComplete="off"
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
      </ActForm>
    </Disclosure>
  )
}
