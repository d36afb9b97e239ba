'use client'

import { type ReactNode, useState } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { Counter } from '@/components/form/counter'
import { MarkdownField } from '@/components/form/markdown-field'
import { Credits } from '@/components/money/credits'
import { tooLittleFor } from '@/components/question/budget-words'
import { ContextFields, type QuestionFieldsProps } from '@/components/question/context-fields'
import { type AskFormHandle, DecisionFields } from '@/components/question/decision-fields'
import { PolicyFields } from '@/components/question/policy-fields'
import { DeadlineField, StartField } from '@/components/question/timing-fields'
import { Checkbox, RadioGroup } from '@/components/ui/choice'
import { Disclosure } from '@/components/ui/disclosure'
import { Field } from '@/components/ui/field'
import { Input, Textarea } from '@/components/ui/input'
import { BODY_CHARS_MAX, TITLE_CHARS_MAX } from '@/server/contract/market'
import { parseCredits } from '@/server/shared/money'

const WATCHERS = [
  {
    value: 'everyone',
    label: 'Everyone',
    hint: 'The tree of what was read, asked and bought, and what it recommends. Never the full texts, nor the answer’s text.',
  },
  { value: 'me', label: 'Only me', hint: 'The question and the teasers of its offers stay public.' },
] as const

/** Title and details: what similar questions are looked up for. */
export function QuestionFields({ form, seen = 'once you ask' }: QuestionFieldsProps) {
  const [title, body] = useWatch({ control: form.control, name: ['title', 'body'] })
  const errors = form.formState.errors
  return (
    <div className="space-y-6">
      <Field
        label="Your question"
        required
        audience={`Everyone sees this ${seen}.`}
        error={errors.title?.message}
        counter={<Counter length={title.length} max={TITLE_CHARS_MAX} />}
      >
        <Textarea
          {...form.register('title')}
          reading
          rows={2}
          className="min-h-18 text-lg"
          placeholder="for example: Which pan will still be good in twenty years?"
          onKeyDown={(event) => {
            // A question is one line, however many it takes to show it.
            if (event.key === 'Enter') event.preventDefault()
          }}
        />
      </Field>
      <MarkdownField
        label="Details"
        optional
        hint="What you know, what you have tried, what would change your mind. Markdown works."
        audience={`Everyone sees this ${seen}.`}
        error={errors.body?.message}
        counter={<Counter length={body.length} max={BODY_CHARS_MAX} />}
        markdown={body}
        textarea={form.register('body')}
      />
    </div>
  )
}

export type TermsFieldsProps = {
  form: AskFormHandle
  /** Null while signed out. */
  availableMicros: bigint | null
  /** Milliseconds since 1970; null until the page is live. */
  now: number | null
  /** The market's models by name, the usual one first. */
  models: readonly string[]
}

/** Everything after the question itself, in reading order. */
export function TermsFields({ form, availableMicros, now, models }: TermsFieldsProps) {
  const [isOpen, setIsOpen] = useState(false)
  const isTreePublic = useWatch({ control: form.control, name: 'isTreePublic' })
  const hasPolicyErrors = form.formState.errors.policy !== undefined
  return (
    <>
      <Section title="The decision">
        <DecisionFields form={form} />
      </Section>
      <Section title="What it is about">
        <ContextFields form={form} />
      </Section>
      <Section title="Budget and time">
        <div className="grid gap-6 sm:grid-cols-2">
          <BudgetField form={form} availableMicros={availableMicros} />
          <DeadlineField form={form} now={now} />
        </div>
      </Section>
      <Section title="How it is read">
        <StartField form={form} />
        <Field label="Who may watch it?" error={form.formState.errors.isTreePublic?.message}>
          <Controller
            control={form.control}
            name="isTreePublic"
            render={({ field }) => (
              <RadioGroup
                options={WATCHERS}
                value={field.value ? 'everyone' : 'me'}
                onValueChange={(watcher) => field.onChange(watcher === 'everyone')}
                className="gap-2.5"
              />
            )}
          />
        </Field>
        {isTreePublic ? (
          <Checkbox
            label="Publish the answer when it is written"
            hint="Everybody may then read it, as far as its sellers allow. You can take it back, or publish it later."
            {...form.register('publishWhenDone')}
          />
        ) : null}
        <Disclosure
          summary="Advanced: how the reading goes about it"
          open={isOpen || hasPolicyErrors}
          onOpenChange={setIsOpen}
        >
          <PolicyFields form={form} models={models} />
        </Disclosure>
      </Section>
    </>
  )
}

function BudgetField({ form, availableMicros }: Omit<TermsFieldsProps, 'now' | 'models'>) {
  const budget = useWatch({ control: form.control, name: 'budget' })
  const parsed = parseCredits(budget)
  const tooLittle =
    availableMicros !== null && parsed.ok
      ? tooLittleFor({ budgetMicros: parsed.micros, availableMicros })
      : null
  return (
    <Field
      label="Budget"
      required
      hint="The most that may be spent, sub-questions included. What is not spent comes back."
      audience="Everyone sees the budget and how much of it is left."
      counter={
        availableMicros === null ? null : (
          <>
            <Credits micros={availableMicros} /> available
          </>
        )
      }
      error={form.formState.errors.budget?.message ?? tooLittle ?? undefined}
    >
      <Input
        {...form.register('budget')}
        inputMode="decimal"
        suffix="credits"
        autoComplete="off"
        className="nums"
      />
    </Field>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="space-y-6 border-line border-t pt-6">
      <h2 className="display text-xl">{title}</h2>
      {children}
    </section>
  )
}
