'use client'

import { type KeyboardEvent, type Ref, useState } from 'react'
import { Chip } from '@/components/ui/badge'
import { Input } from '@/components/ui/input'

/** What ends an entry as it is typed or pasted: a phrase may have spaces, an address may have commas. */
const SEPARATORS = { phrase: /[,;\n]+/, address: /\s+/ } as const

export type PhraseInputProps = {
  value: readonly string[]
  onChange: (entries: string[]) => void
  max: number
  /** What one entry is, for labels: "word", "address". */
  noun: string
  kind?: keyof typeof SEPARATORS
  placeholder?: string
  ref?: Ref<HTMLInputElement>
}

/**
 * Words, phrases or addresses as chips: Enter, a separator or leaving the field ends one, Backspace in the empty field takes
 * the last one back.
 */
export function PhraseInput({
  value,
  onChange,
  max,
  noun,
  kind = 'phrase',
  placeholder,
  ref,
}: PhraseInputProps) {
  const [text, setText] = useState('')
  const isFull = value.length >= max

  function add(raw: string) {
    const entries = raw
      .split(SEPARATORS[kind])
      .map((entry) => entry.trim().replace(/\s+/g, ' '))
      .filter((entry) => entry !== '')
    setText('')
    if (entries.length > 0) onChange([...new Set([...value, ...entries])].slice(0, max))
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Enter') {
      event.preventDefault()
      add(text)
    } else if (event.key === 'Backspace' && text === '' && value.length > 0) {
      onChange(value.slice(0, -1))
    }
  }

  /** Separators are looked for in the text and not in the keys: on-screen keyboards name no keys. */
  function onText(next: string) {
    if (SEPARATORS[kind].test(next)) add(next)
    else setText(next)
  }

  return (
    <div className="space-y-2">
      {value.length > 0 ? (
        <ul className="flex flex-wrap gap-1.5" aria-label={`Each ${noun} so far`}>
          {value.map((entry) => (
            <li key={entry} className="max-w-full">
              <Chip
                className="max-w-full text-ink"
                onRemove={() => onChange(value.filter((other) => other !== entry))}
                removeLabel={`Remove the ${noun} ${entry}`}
              >
                <span className="truncate">{entry}</span>
              </Chip>
            </li>
          ))}
        </ul>
      ) : null}
      <Input
        ref={ref}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => add(text)}
        disabled={isFull}
        placeholder={isFull ? `${max} is the most there can be` : placeholder}
        inputMode={kind === 'address' ? 'url' : undefined}
        autoComplete="off"
        autoCapitalize="none"
        enterKeyHint="done"
      />
    </div>
  )
}
