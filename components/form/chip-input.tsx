'use client'

import { type KeyboardEvent, type Ref, useState } from 'react'
import { Chip } from '@/components/ui/badge'
import { Input } from '@/components/ui/input'

export type ChipInputProps = {
  value: readonly string[]
  onChange: (entries: string[]) => void
  onBlur?: () => void
  max: number
  placeholder?: string
  ref?: Ref<HTMLInputElement>
  /** What one entry is, for labels: "tag", "word", "address". */
  noun: string
  /** What ends an entry as it is typed or pasted. */
  separator: RegExp
  /** One entry as it is kept; what is empty then is left out. */
  clean: (entry: string) => string
  inputMode?: 'url'
}

/** Entries as chips: Enter, a separator or leaving the field ends one, Backspace in the empty field takes the last one back. */
export function ChipInput({
  value,
  onChange,
  onBlur,
  max,
  placeholder,
  ref,
  noun,
  separator,
  clean,
  inputMode,
}: ChipInputProps) {
  const [text, setText] = useState('')
  const isFull = value.length >= max

  function add(raw: string) {
    const entries = raw
      .split(separator)
      .map(clean)
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
    if (separator.test(next)) add(next)
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
        onBlur={() => {
          add(text)
          onBlur?.()
        }}
        disabled={isFull}
        placeholder={isFull ? `${max} is the most there can be` : placeholder}
        inputMode={inputMode}
        autoComplete="off"
        autoCapitalize="none"
        enterKeyHint="done"
      />
    </div>
  )
}
