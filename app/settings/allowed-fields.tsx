'use client'

import type { FieldErrors } from '@/app/settings/use-complaints'
import { Checkbox } from '@/components/ui/choice'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import type { DelegableScope } from '@/server/actors/actor'
import { parseCredits } from '@/server/shared/money'

/** What each scope lets a program do, in its owner's words. */
const SCOPE_WORDS = {
  read: { label: 'Read', hint: 'What is public, and what is yours: questions, purchases, wallet, inbox.' },
  ask: {
    label: 'Ask',
    hint: 'Put questions, have them inspected, end them. Asking spends: it needs that as well.',
  },
  sell: { label: 'Sell', hint: 'Post offers in your name; make bots and change them.' },
  decide: { label: 'Decide', hint: 'Record what was decided, publish answers and take them back.' },
  spend: { label: 'Spend', hint: 'Put your credits into budgets, or buy an offer unseen, up to two caps.' },
} as const satisfies Record<DelegableScope, { label: string; hint: string }>

/** As typed. */
export type CapDraft = { perDay: string; perQuestion: string; askAbove: string }
export const NO_CAPS_TYPED: CapDraft = { perDay: '', perQuestion: '', askAbove: '' }

/** What was typed, as amounts, with what could not be read; no amounts for what may not spend. */
export function readCaps(draft: CapDraft, spends: boolean) {
  const typed: Record<string, ReturnType<typeof parseCredits>> = spends
    ? {
        spendPerDayMicros: parseCredits(draft.perDay),
        spendPerQuestionMicros: parseCredits(draft.perQuestion),
        ...(draft.askAbove === '' ? {} : { askAboveMicros: parseCredits(draft.askAbove) }),
      }
    : {}
  return {
    caps: Object.fromEntries(
      Object.entries(typed).map(([field, read]) => [field, read.ok ? read.micros : null]),
    ),
    unread: Object.entries(typed).flatMap(([field, read]): [string, string][] =>
      read.ok ? [] : [[field, read.message]],
    ),
  }
}

/** What a program may do. */
export function ScopeFields({
  id,
  offered,
  scopes,
  error,
  onChange,
}: {
  /** Of the form: names the complaint. */
  id: string
  offered: readonly DelegableScope[]
  scopes: readonly DelegableScope[]
  error: string | undefined
  onChange: (scopes: readonly DelegableScope[]) => void
}) {
  return (
    <fieldset className="space-y-3" aria-describedby={`${id}-scopes`}>
      <legend className="mb-1 font-medium text-sm">What it may do</legend>
      {offered.map((scope) => (
        <Checkbox
          key={scope}
          {...SCOPE_WORDS[scope]}
          checked={scopes.includes(scope)}
          onChange={({ target: { checked } }) =>
            onChange(checked ? [...scopes, scope] : scopes.filter((one) => one !== scope))
          }
        />
      ))}
      <p id={`${id}-scopes`} aria-live="polite" className="text-failed text-sm">
        {error}
      </p>
    </fieldset>
  )
}

/** How much a program that spends may spend. */
export function CapFields({
  draft,
  errors,
  onChange,
}: {
  draft: CapDraft
  errors: FieldErrors
  onChange: (part: Partial<CapDraft>) => void
}) {
  const amount = { inputMode: 'decimal', autoComplete: 'off', suffix: 'credits' } as const
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <Field label="At most a day" hint="Days are UTC." error={errors.spendPerDayMicros} required>
        <Input
          {...amount}
          placeholder="10.00"
          value={draft.perDay}
          onChange={(event) => onChange({ perDay: event.target.value })}
        />
      </Field>
      <Field
        label="At most for one question"
        hint="Or for one offer bought unseen."
        error={errors.spendPerQuestionMicros}
        required
      >
        <Input
          {...amount}
          placeholder="2.00"
          value={draft.perQuestion}
          onChange={(event) => onChange({ perQuestion: event.target.value })}
        />
      </Field>
      <Field
        label="Ask me above"
        hint="More for one question waits until you say yes. Empty: it never asks."
        error={errors.askAboveMicros}
      >
        <Input
          {...amount}
          placeholder="1.00"
          value={draft.askAbove}
          onChange={(event) => onChange({ askAbove: event.target.value })}
        />
      </Field>
    </div>
  )
}
