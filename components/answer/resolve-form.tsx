'use client'

import { useState } from 'react'
import { ActForm } from '@/components/form/act-form'
import { Counter } from '@/components/form/counter'
import type { ServerError } from '@/components/form/server-error'
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
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [source, setSource] = useState(decision.kind === 'forecast' ? decision.source : '')
  const [reason, setReason] = useState('')

  async function send() {
    if (outcome === null) return 'Choose what came of it.'
    if (source.trim() === '') return 'Name where it can be read.'
    if (reason.trim() === '') return 'Say in a few words how the source tells it.'
    const refusal = await onResolve({ outcome, source, reason })
    return refusal?.message ?? null
  }

  return (
    <ActForm
      onSend={send}
      label={isCorrection ? 'Correct the outcome' : 'Tell the outcome'}
      pendingLabel="Telling…"
      onCancel={onCancel}
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
    </ActForm>
  )
}
