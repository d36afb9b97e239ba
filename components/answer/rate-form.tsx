'use client'

import { useState } from 'react'
import type { ServerError } from '@/components/form/server-error'
import { useIsLive } from '@/components/form/use-is-live'
import { Button } from '@/components/ui/button'
import { RadioGroup } from '@/components/ui/choice'
import { Disclosure } from '@/components/ui/disclosure'
import { ErrorNote } from '@/components/ui/feedback'
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
  const isLive = useIsLive()
  const [rating, setRating] = useState<Rating | null>(null)
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const [isPending, setIsPending] = useState(false)

  async function submit() {
    if (rating === null || reason.trim() === '') {
      setFault(rating === null ? 'Choose one of the three.' : 'Say in a few words why.')
      return
    }
    setFault(null)
    setIsPending(true)
    const refusal = await onRate({ rating, reason })
    setIsPending(false)
    if (refusal !== null) setFault(refusal.message)
  }

  return (
    <Disclosure summary="Rate it" className="relative z-10 mt-1 whitespace-normal">
      <form
        inert={!isLive}
        noValidate
        className="max-w-md space-y-3 pb-2"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
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
        {fault ? <ErrorNote>{fault}</ErrorNote> : null}
        <Button type="submit" size="sm" pending={isPending} pendingLabel="Recording…">
          Record the rating
        </Button>
      </form>
    </Disclosure>
  )
}
