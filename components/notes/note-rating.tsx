'use client'

import { useState } from 'react'
import { ActForm } from '@/components/form/act-form'
import type { ServerError } from '@/components/form/server-error'
import { Button } from '@/components/ui/button'
import { RadioGroup } from '@/components/ui/choice'
import { Field } from '@/components/ui/field'
import {
  HELPFUL_REASONS,
  NOTE_REASON_WORDS,
  type NoteReason,
  UNHELPFUL_REASONS,
} from '@/server/words/public-notes'

export type NoteRatingProps = {
  /** What the viewer said before; null for nothing. */
  said: NoteReason | null
  /** Records it, or takes it back; what the server refuses comes back, null when it is done. */
  onRate: (reason: NoteReason | null) => Promise<ServerError | null>
}

const isHelpful = (reason: NoteReason) => (HELPFUL_REASONS as readonly NoteReason[]).includes(reason)

/** Helpful or not, with one reason. */
export function NoteRating({ said, onRate }: NoteRatingProps) {
  const [wants, setWants] = useState<'helpful' | 'not' | null>(null)
  const [reason, setReason] = useState<NoteReason | null>(null)

  async function send() {
    if (reason === null) return 'Choose a reason.'
    const refusal = await onRate(reason)
    if (refusal === null) setWants(null)
    return refusal?.message ?? null
  }

  if (wants === null)
    return (
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
        {said === null ? (
          <span>Is it helpful?</span>
        ) : (
          <span>
            You said: {isHelpful(said) ? 'helpful' : 'not helpful'}. {NOTE_REASON_WORDS[said]}.
          </span>
        )}
        <Button size="sm" onClick={() => setWants('helpful')}>
          Helpful
        </Button>
        <Button size="sm" onClick={() => setWants('not')}>
          Not helpful
        </Button>
        {said === null ? null : (
          <Button size="sm" variant="quiet" onClick={() => void onRate(null)}>
            Take it back
          </Button>
        )}
      </div>
    )
  const reasons: readonly NoteReason[] = wants === 'helpful' ? HELPFUL_REASONS : UNHELPFUL_REASONS
  return (
    <ActForm
      onSend={send}
      label={wants === 'helpful' ? 'Rate it helpful' : 'Rate it not helpful'}
      pendingLabel="Recording…"
      variant="secondary"
      size="sm"
      className="max-w-md space-y-3"
      onCancel={() => setWants(null)}
    >
      <Field label={wants === 'helpful' ? 'Why is it helpful?' : 'Why is it not helpful?'}>
        <RadioGroup
          value={reason ?? undefined}
          onValueChange={setReason}
          options={reasons.map((value) => ({ value, label: NOTE_REASON_WORDS[value] }))}
        />
      </Field>
    </ActForm>
  )
}
