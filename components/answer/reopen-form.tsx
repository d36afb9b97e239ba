'use client'

import { useState } from 'react'
import { ActForm } from '@/components/form/act-form'
import type { ServerError } from '@/components/form/server-error'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { exactCredits, parseCredits } from '@/server/shared/money'

export type ReopenFormProps = {
  /** What all counter-offers that wait cost together; 0 when none does. */
  waitingMicros: bigint
  /** Takes it up again; what the server refuses comes back. */
  onReopen: (budgetMicros: bigint) => Promise<ServerError | null>
}

/** A new budget for a settled question, and what it means. */
export function ReopenForm({ waitingMicros, onReopen }: ReopenFormProps) {
  // Without the spaces between thousands, which nobody types.
  const [budget, setBudget] = useState(() =>
    waitingMicros === 0n ? '' : exactCredits(waitingMicros).replace(/\s/g, ''),
  )

  async function send() {
    const parsed = parseCredits(budget)
    if (!parsed.ok) return parsed.message
    const refusal = await onReopen(parsed.micros)
    return refusal?.message ?? null
  }

  return (
    <ActForm
      onSend={send}
      label="Take the question up again"
      pendingLabel="Taking it up…"
      className="mt-4 max-w-md space-y-3"
    >
      {(fault) => (
        <Field
          label="New budget"
          required
          hint="The most that may be spent. It is held from your own credits now; what is not spent returns."
          error={fault ?? undefined}
        >
          <Input
            inputMode="decimal"
            autoComplete="off"
            suffix="credits"
            className="nums"
            value={budget}
            onChange={(event) => setBudget(event.target.value)}
          />
        </Field>
      )}
    </ActForm>
  )
}
