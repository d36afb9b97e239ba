'use client'

import { useState } from 'react'
import { Counter } from '@/components/form/counter'
import { FormEnd } from '@/components/form/form-end'
import type { ServerError } from '@/components/form/server-error'
import { useIsLive } from '@/components/form/use-is-live'
import { RadioGroup } from '@/components/ui/choice'
import { Field } from '@/components/ui/field'
import { Input, Textarea } from '@/components/ui/input'
import { type Decision, RESOLVE_SOURCE_CHARS_MAX } from '@/server/contract/decision'
import type { Outcome } from '@/server/protocol/decision'
import { outcomesFor } from '@/server/protocol/resolution'
import { RESOLVE_REASON_CHARS_MAX, type ResolveInput } from '@/server/tree/contract'
import { OUTCOME_WORDS } from '@/server/words/decisions'

export type ResolveFormProps = {
  decision: Decision
  /** An outcome stands, and this takes its place. */
  isCorrection: boolean
  /** Tells it; what the server refuses comes back, null when it is told. */
  onResolve: (told: Omit<ResolveInput, 'rootId'>) => Promise<ServerError | null>
  /** Left out where there is nothing to go back to. */
  onCancel?: () => void
}

/** What came of a forecast or a claim, with where it can be read. It is told once; an operator corrects it. */
export function ResolveForm({ decision, isCorrection, onResolve, onCancel }: ResolveFormProps) {
  const isLive = useIsLive()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [source, setSource] = useState(decision.kind === 'forecast' ? decision.source : '')
  const [reason, setReason] = useState('')
  const [isPending, setIsPending] = useState(false)
  const [fault, setFault] = useState<string | null>(null)

  async function submit() {
    if (outcome === null) return setFault('Choose what came of it.')
    if (source.trim() === '') return setFault('Name where it can be read.')
    if (reason.trim() === '') return setFault('Say in a few words how the source tells it.')
    setFault(null)
    setIsPending(true)
    const refusal = await onResolve({ outcome, source, reason })
    setIsPending(false)
    setFault(refusal?.message ?? null)
  }

  return (
    <form
      inert={!isLive}
      noValidate
      className="max-w-2xl space-y-5"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Field
        label="What came of it?"
        audience="Whoever may watch this question. It is told once; only an operator corrects it."
      >
        <RadioGroup
          value={outcome ?? undefined}
          onValueChange={setOutcome}
          options={outcomesFor(decision.kind).map((value) => ({
            value,
            label: OUTCOME_WORDS[value].word,
            hint: OUTCOME_WORDS[value].hint,
          }))}
        />
      </Field>
      <Field
        label="Where it can be read"
        hint="An address, or what you saw and when."
        counter={<Counter length={source.length} max={RESOLVE_SOURCE_CHARS_MAX} />}
      >
        <Input
          value={source}
          onChange={(event) => setSource(event.target.value)}
          maxLength={RESOLVE_SOURCE_CHARS_MAX}
          autoComplete="off"
        />
      </Field>
      <Field
        label="How the source tells it"
        counter={<Counter length={reason.length} max={RESOLVE_REASON_CHARS_MAX} />}
      >
        <Textarea
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          maxLength={RESOLVE_REASON_CHARS_MAX}
          rows={2}
          className="min-h-18"
        />
      </Field>
      <FormEnd
        fault={fault}
        label={isCorrection ? 'Correct the outcome' : 'Tell the outcome'}
        isPending={isPending}
        pendingLabel="Telling…"
        onCancel={onCancel}
      />
    </form>
  )
}
