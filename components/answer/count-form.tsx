'use client'

import { useState } from 'react'
import type { ServerError } from '@/components/form/server-error'
import { useIsLive } from '@/components/form/use-is-live'
import { Button } from '@/components/ui/button'
import { ErrorNote } from '@/components/ui/feedback'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { formatCredits, parseCredits } from '@/server/shared/money'

export type CountFormProps = {
  /** A choice has a worth in credits that only its buyer knows. */
  hasStake: boolean
  /** What was said before; null when nothing was. */
  stakeMicros: bigint | null
  /** It was counted already: only what the choice is worth is set anew. */
  isCounted: boolean
  /** Asks for it; what the server refuses comes back. */
  onCount: (stakeMicros: bigint | null) => Promise<ServerError | null>
}

/** Asks what each purchase was worth. */
export function CountForm({ hasStake, stakeMicros, isCounted, onCount }: CountFormProps) {
  const isLive = useIsLive()
  const [stake, setStake] = useState(stakeMicros === null ? '' : formatCredits(stakeMicros))
  const [fault, setFault] = useState<string | null>(null)
  const [isPending, setIsPending] = useState(false)

  async function submit() {
    const parsed = stake.trim() === '' ? null : parseCredits(stake)
    if (parsed && !parsed.ok) {
      setFault(parsed.message)
      return
    }
    setFault(null)
    setIsPending(true)
    const refusal = await onCount(parsed?.micros ?? null)
    setIsPending(false)
    if (refusal) setFault(refusal.message)
  }

  return (
    <form
      inert={!isLive}
      noValidate
      className="mt-4 max-w-md space-y-3"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      {hasStake ? (
        <Field
          label="What the best option rather than the worst is worth to you, in credits"
          optional
          hint="Then each purchase’s share is told in credits."
          audience="Only you."
        >
          <Input
            inputMode="decimal"
            autoComplete="off"
            value={stake}
            onChange={(event) => setStake(event.target.value)}
          />
        </Field>
      ) : null}
      {fault ? <ErrorNote>{fault}</ErrorNote> : null}
      <Button type="submit" size="sm" pending={isPending} pendingLabel="Counting…">
        {isCounted ? 'Tell it in credits' : 'Count what each purchase was worth'}
      </Button>
    </form>
  )
}
