'use client'

import { type KeyboardEvent, type Ref, useState } from 'react'
import { Chip } from '@/components/ui/badge'
import { Input } from '@/components/ui/input'

const SEPARATORS = /[\s,;]+/

export type TagInputProps = {
  value: readonly string[]
  onChange: (tags: string[]) => void
  onBlur?: () => void
  max: number
  placeholder?: string
  ref?: Ref<HTMLInputElement>
}

/** Words as chips: a comma, a space or Enter ends one, Backspace in the empty field takes the last one back. */
export function TagInput({ value, onChange, onBlur, max, placeholder, ref }: TagInputProps) {
  const [text, setText] = useState('')

  function add(raw: string) {
    const words = raw
      .toLowerCase()
      .split(SEPARATORS)
      .map((word) => word.replace(/^#/, ''))
      .filter((word) => word !== '')
    setText('')
    if (words.length > 0) onChange([...new Set([...value, ...words])].slice(0, max))
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
    if (SEPARATORS.test(next)) add(next)
    else setText(next)
  }

  return (
    <div className="space-y-2">
      {value.length > 0 ? (
        <ul className="flex flex-wrap gap-1.5" aria-label="Tags so far">
          {value.map((tag) => (
            <li key={tag}>
              <Chip
                onRemove={() => onChange(value.filter((other) => other !== tag))}
                removeLabel={`Remove the tag ${tag}`}
              >
                {tag}
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
        disabled={value.length >= max}
        placeholder={value.length >= max ? `${max} tags are the most there can be` : placeholder}
        autoComplete="off"
        autoCapitalize="none"
        enterKeyHint="done"
      />
    </div>
  )
}
