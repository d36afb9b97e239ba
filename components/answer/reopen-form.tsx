'use client'

import { useState } from 'react'
import type { ServerError } from '@/components/form/server-error'
import { useIsLive } from '@/components/form/use-is-live'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { formatCredits, parseCredits } from '@/server/shared/money'

export type ReopenFormProps = {
  /** What all counter-offers that wait cost together; 0 when none does. */
  waitingMicros: bigint
  /** Takes it up again; what the server refuses comes back. */
  onReopen: (budgetMicros: bigint) => Promise<ServerError | null>
}

/** A new budget for a settled question, and what it means. */
export function ReopenForm({ waitingMicros, onReopen }: ReopenFormProps) {
  const isLive = useIsLive()
  // Without the spaces between thousands, which nobody types.
  const [budget, setBudget] = useState(() =>
    waitingMicros === 0n ? '' : formatCredits(waitingMicros).replace(/\s/g, ''),
  )
  const [fault, setFault] = useState<string | null>(null)
  const [isPending, setIsPending] = useState(false)

  async function submit() {
    const parsed = parseCredits(budget)
    if (!parsed.ok) {
      setFault(parsed.message)
      return
    }
    setFault(null)
    setIsPending(true)
    const refusal = await onReopen(parsed.micros)
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
      <Button type="submit" variant="primary" pending={isPending} pendingLabel="Taking it up…">
        Take the question up again
      </Button>
    </form>
  )
}
