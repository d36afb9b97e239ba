'use client'

import { useState } from 'react'
import { verdictInWords } from '@/components/answer/trail'
import { ActForm } from '@/components/form/act-form'
import { Counter } from '@/components/form/counter'
import type { ServerError } from '@/components/form/server-error'
import { RadioGroup } from '@/components/ui/choice'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/input'
import { Slider } from '@/components/ui/slider'
import type { Decision } from '@/server/contract/decision'
import { CLAIM_VERDICTS, type ClaimVerdict, optionsOf, statementOf } from '@/server/protocol/decision'
import type { DecideInput, DecisionView } from '@/server/tree/contract'
import { CLAIM_VERDICT_WORDS } from '@/server/words/decisions'

const NOTE_CHARS_MAX = 2_000
/** Where the slider stands when neither the answer nor an earlier decision says more. */
const UNDECIDED_PERCENT = 50

export type DecideFormProps = {
  decision: Decision
  /** What was recorded before; the form then changes it. */
  made: DecisionView | null
  recommendedOption: number | null
  recommendedPercent: number | null
  /** Of a claim; null where nobody said what it is. */
  recommendedVerdict: ClaimVerdict | null
  /** Records it; what the server refuses comes back, null when it is recorded. */
  onDecide: (decision: Omit<DecideInput, 'rootId'>) => Promise<ServerError | null>
  /** Left out where there is nothing to go back to. */
  onCancel?: () => void
}

/** What the buyer does in the end: an option, a probability or some words. */
export function DecideForm({
  decision,
  made,
  recommendedOption,
  recommendedPercent,
  recommendedVerdict,
  onDecide,
  onCancel,
}: DecideFormProps) {
  const options = optionsOf(decision)
  const statement = statementOf(decision)
  const [option, setOption] = useState<number | null>(made?.option ?? null)
  const [percent, setPercent] = useState(made?.percent ?? recommendedPercent ?? UNDECIDED_PERCENT)
  const [verdict, setVerdict] = useState<ClaimVerdict | null>(made?.verdict ?? recommendedVerdict)
  const [note, setNote] = useState(made?.note ?? '')

  const question = decision.kind === 'forecast' ? 'How likely is it to come?' : 'How likely is it true?'

  async function send() {
    if (options.length > 0 && option === null) return 'Choose one of the options.'
    if (decision.kind === 'open' && note.trim() === '') return 'Say in a few words what you decided.'
    const refusal = await onDecide({
      option: options.length > 0 ? option : null,
      percent: statement === null ? null : percent,
      verdict: decision.kind === 'belief' ? verdict : null,
      note,
    })
    return refusal?.message ?? null
  }

  return (
    <ActForm
      onSend={send}
      label={made ? 'Record the change' : 'Record your decision'}
      pendingLabel="Recording…"
      onCancel={onCancel}
    >
      {options.length > 0 ? (
        <Field label="You choose">
          <RadioGroup
            value={option === null ? undefined : String(option)}
            onValueChange={(value) => setOption(Number(value))}
            options={options.map((label, index) => ({
              value: String(index),
              label,
              hint: index === recommendedOption ? 'recommended' : undefined,
            }))}
          />
        </Field>
      ) : null}
      {decision.kind === 'belief' ? (
        <Field label="What is the claim?" optional>
          <RadioGroup
            value={verdict ?? undefined}
            onValueChange={setVerdict}
            options={CLAIM_VERDICTS.map((value) => ({
              value,
              label: verdictInWords(value),
              hint: `${CLAIM_VERDICT_WORDS[value].hint}${value === recommendedVerdict ? ' Recommended.' : ''}`,
            }))}
          />
        </Field>
      ) : null}
      {statement !== null ? (
        <div>
          <p className="font-medium text-sm">{question}</p>
          <p className="font-serif text-muted">“{statement}”</p>
          <div className="mt-1 flex max-w-md items-center gap-4">
            <Slider
              value={percent}
              onValueChange={setPercent}
              min={0}
              max={100}
              label={question}
              valueText={(value) => `${value} percent`}
            />
            <output className="nums w-14 text-right font-medium">{percent} %</output>
          </div>
        </div>
      ) : null}
      <Field
        label={decision.kind === 'open' ? 'What did you decide?' : 'Why'}
        optional={decision.kind !== 'open'}
        audience="Whoever may watch this question."
        counter={<Counter length={note.length} max={NOTE_CHARS_MAX} />}
      >
        <Textarea
          value={note}
          onChange={(event) => setNote(event.target.value)}
          maxLength={NOTE_CHARS_MAX}
          rows={2}
          className="min-h-18"
        />
      </Field>
    </ActForm>
  )
}
