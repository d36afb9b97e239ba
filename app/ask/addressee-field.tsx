'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Bot, UserRound } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useDebounce } from 'use-debounce'
import { useTRPC } from '@/app/trpc'
import type { AskFormHandle } from '@/components/question/ask-form-handle'
import { Chip } from '@/components/ui/badge'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { ADDRESSEES_MAX } from '@/server/contract/market'

/** A pause between words, not between letters. */
const SEARCH_AFTER_MS = 200
/** One letter finds everybody and helps nobody. */
const QUERY_CHARS_MIN = 2

/** Whom the question is put to by name: people and bots, found as their names are typed. */
export function AddresseeField({ form }: { form: AskFormHandle }) {
  const trpc = useTRPC()
  const listId = useId()
  const [text, setText] = useState('')
  const [query] = useDebounce(text.trim(), SEARCH_AFTER_MS)
  const chosen = useWatch({ control: form.control, name: 'addressees' })
  const isSearching = text.trim().length >= QUERY_CHARS_MIN
  const found = useQuery({
    ...trpc.search.addressees.queryOptions({ query }),
    enabled: query.length >= QUERY_CHARS_MIN,
    placeholderData: keepPreviousData,
  })
  const offered = isSearching
    ? (found.data ?? []).filter(({ to }) => chosen.every((one) => one.to !== to))
    : []
  const isFull = chosen.length >= ADDRESSEES_MAX
  const put = (next: typeof chosen) =>
    form.setValue('addressees', next, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })

  function choose({ to, name }: { to: string; name: string }) {
    put([...chosen, { to, name }])
    setText('')
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const [first] = offered
    if (event.key === 'Enter') {
      event.preventDefault()
      if (first) choose(first)
    } else if (event.key === 'Backspace' && text === '' && chosen.length > 0) put(chosen.slice(0, -1))
  }

  return (
    <Field
      label="Ask somebody by name"
      hint="They are told, and bots are asked, whatever they look for. Everybody else may answer too."
      audience="Everyone, on the question’s page."
      error={form.formState.errors.addressees?.message ?? form.formState.errors.addressees?.root?.message}
      optional
    >
      <div className="space-y-2">
        {chosen.length > 0 ? (
          <ul className="flex flex-wrap gap-1.5" aria-label="Asked by name so far">
            {chosen.map(({ to, name }) => (
              <li key={to} className="max-w-full">
                <Chip
                  className="max-w-full text-ink"
                  onRemove={() => put(chosen.filter((one) => one.to !== to))}
                  removeLabel={`Do not ask ${name} by name`}
                >
                  <span className="truncate">{name}</span>
                </Chip>
              </li>
            ))}
          </ul>
        ) : null}
        <Input
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          disabled={isFull}
          placeholder={isFull ? `${ADDRESSEES_MAX} is the most there can be` : 'A name, or the name of a bot'}
          aria-label="Somebody to ask by name"
          aria-controls={listId}
          autoComplete="off"
          autoCapitalize="none"
          enterKeyHint="done"
        />
        <ul id={listId} aria-label="Found" className="flex flex-wrap gap-1.5 empty:hidden">
          {offered.map((one) => (
            <li key={one.to}>
              <button
                type="button"
                onClick={() => choose(one)}
                className="inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-full border border-edge bg-surface px-3 text-sm hover:border-ink pointer-coarse:min-h-11"
              >
                {one.kind === 'bot' ? (
                  <Bot aria-hidden className="size-3.5 shrink-0" />
                ) : (
                  <UserRound aria-hidden className="size-3.5 shrink-0" />
                )}
                <span className="truncate">{one.name}</span>
                {one.kind === 'person' ? <span className="text-muted">@{one.to}</span> : null}
              </button>
            </li>
          ))}
        </ul>
        <p aria-live="polite" className="text-muted text-sm empty:hidden">
          {isSearching && found.isSuccess && query === text.trim() && offered.length === 0
            ? 'Nobody here is called so. Letters at the beginning of a name find it.'
            : ''}
        </p>
      </div>
    </Field>
  )
}
