'use client'

import { useState } from 'react'
import { ActForm } from '@/components/form/act-form'
import { Counter } from '@/components/form/counter'
import type { ServerError } from '@/components/form/server-error'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/input'
import { PUBLIC_NOTE_CHARS_MAX, PUBLIC_NOTE_CHARS_MIN } from '@/server/contract/public-notes'

export type NoteFormProps = {
  /** Writes it; what the server refuses comes back, null when it is written. */
  onWrite: (text: string) => Promise<ServerError | null>
}

/** A note on a claim, for everybody. */
export function NoteForm({ onWrite }: NoteFormProps) {
  const [text, setText] = useState('')

  async function send() {
    if (text.trim().length < PUBLIC_NOTE_CHARS_MIN)
      return 'Write a sentence or two, with a source if you can.'
    return (await onWrite(text))?.message ?? null
  }

  return (
    <ActForm onSend={send} label="Publish the note" pendingLabel="Publishing…">
      {(fault) => (
        <Field
          label="Your note"
          hint="What should everybody know who reads this claim? Say where it stands: an address becomes a link."
          audience="Everybody who rates notes, under your name; beside the claim once people who usually disagree find it helpful."
          counter={<Counter length={text.length} max={PUBLIC_NOTE_CHARS_MAX} />}
          {...(fault ? { error: fault } : {})}
        >
          <Textarea
            value={text}
            rows={4}
            maxLength={PUBLIC_NOTE_CHARS_MAX}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
      )}
    </ActForm>
  )
}
