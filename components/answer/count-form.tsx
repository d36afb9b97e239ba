'use client'

import { useState } from 'react'
import { ActForm } from '@/components/form/act-form'
import type { ServerError } from '@/components/form/server-error'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { exactCredits, parseCredits } from '@/server/shared/money'

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
  const [stake, setStake] = useState(stakeMicros === null ? '' : exactCredits(stakeMicros))

  async function send() {
    const parsed = stake.trim() === '' ? null : parseCredits(stake)
    if (parsed && !parsed.ok) return parsed.message
    const refusal = await onCount(parsed?.micros ?? null)
    return refusal?.message ?? null
  }

  return (
    <ActForm
      onSend={send}
      label={isCounted ? 'Tell it in credits' : 'Count what each purchase was worth'}
      pendingLabel="Counting…"
      variant="secondary"
      size="sm"
      className="mt-4 max-w-md space-y-3"
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
    </ActForm>
  )
}
