'use client'

import { type ReactNode, useState } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { Counter } from '@/components/form/counter'
import { MarkdownField } from '@/components/form/markdown-field'
import { Credits } from '@/components/money/credits'
import { deadlineAt, isAnsweredOnce } from '@/components/question/ask-draft'
import type { AskFormHandle } from '@/components/question/ask-form-handle'
import { tooLittleFor } from '@/components/question/budget-words'
import { ContextFields, type QuestionFieldsProps } from '@/components/question/context-fields'
import { DecisionDetails, DecisionFields } from '@/components/question/decision-fields'
import { PolicyFields } from '@/components/question/policy-fields'
import { DeadlineField, StartField } from '@/components/question/timing-fields'
import { exactTime } from '@/components/time/relative-time'
import { Button } from '@/components/ui/button'
import { Checkbox, RadioGroup } from '@/components/ui/choice'
import { Disclosure } from '@/components/ui/disclosure'
import { Field } from '@/components/ui/field'
import { Input, Textarea } from '@/components/ui/input'
import { BODY_CHARS_MAX, TITLE_CHARS_MAX } from '@/server/contract/market'
import { parseCredits } from '@/server/shared/money'
import { RESALE_CHOICE } from '@/server/words/licence'

const WATCHERS = [
  {
    value: 'everyone',
    label: 'Everyone',
    hint: 'The tree of what was read, asked and bought, and what it recommends. Never the full texts, nor the answer’s text.',
  },
  { value: 'me', label: 'Only me', hint: 'The question and the teasers of its offers stay public.' },
] as const

/** Title and details: what an edit begins with. */
export function QuestionFields({ form, seen = 'once you ask' }: QuestionFieldsProps) {
  return (
    <div className="space-y-6">
      <TitleField form={form} seen={seen} />
      <DetailsField form={form} seen={seen} />
    </div>
  )
}

function TitleField({ form, seen = 'once you ask' }: QuestionFieldsProps) {
  const title = useWatch({ control: form.control, name: 'title' })
  return (
    <Field
      label="Your question"
      required
      audience={`Everyone sees this ${seen}.`}
      error={form.formState.errors.title?.message}
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
  )
}

function DetailsField({ form, seen = 'once you ask' }: QuestionFieldsProps) {
  const body = useWatch({ control: form.control, name: 'body' })
  return (
    <MarkdownField
      label="Details"
      optional
      hint="What you know, what you have tried, what would change your mind. Markdown works."
      audience={`Everyone sees this ${seen}.`}
      error={form.formState.errors.body?.message}
      counter={<Counter length={body.length} max={BODY_CHARS_MAX} />}
      markdown={body}
      textarea={form.register('body')}
    />
  )
}

export type AskFieldsProps = {
  form: AskFormHandle
  /** Null while signed out. */
  availableMicros: bigint | null
  /** Milliseconds since 1970; null until the page is live. */
  now: number | null
  /** The market's models by name, the usual one first. */
  models: readonly string[]
}

/** What a question cannot do without: its words, what kind of answer they ask for, and a budget. */
export function AskFields({ form, availableMicros, now }: Omit<AskFieldsProps, 'models'>) {
  return (
    <div className="space-y-6">
      <TitleField form={form} />
      <KindField form={form} />
      <BudgetField form={form} availableMicros={availableMicros} />
      <OpenUntil form={form} now={now} />
    </div>
  )
}

/** Guessed from the words; one press corrects it. */
function KindField({ form }: { form: AskFormHandle }) {
  const kind = useWatch({ control: form.control, name: 'kind' })
  const [isOpen, setIsOpen] = useState(false)
  const { errors } = form.formState
  if (isOpen || errors.kind) return <DecisionFields form={form} />
  return (
    <div className="space-y-5">
      <p className="text-sm">
        <span className="text-muted">You get</span> <span className="font-medium">{WANTED_WORDS[kind]}</span>
        <Button variant="quiet" size="sm" className="ml-2" onClick={() => setIsOpen(true)}>
          Change<span className="sr-only"> what you get</span>
        </Button>
      </p>
      <DecisionDetails form={form} />
    </div>
  )
}

const WANTED_WORDS = {
  open: 'an answer in words',
  choice: 'a recommendation among the options',
  belief: 'how likely the claim is true',
  forecast: 'how likely it is to come',
  buy: 'whether to buy it',
} as const

/** What "More" hides, to be opened where one of them is complained about. */
const MORE_FIELDS = [
  'body',
  'pages',
  'tags',
  'addressees',
  'deadline',
  'deadlineMinutes',
  'deadlineDate',
  'start',
  'quorum',
  'isTreePublic',
  'policy',
] as const

/** Everything else, which has a usual answer. */
export function MoreFields({
  form,
  now,
  models,
  addressees,
}: Omit<AskFieldsProps, 'availableMicros'> & {
  /** Whom it is put to by name: found on the server as it is typed. */
  addressees?: ReactNode
}) {
  const [isOpen, setIsOpen] = useState(false)
  const [isPolicyOpen, setIsPolicyOpen] = useState(false)
  const [isTreePublic, isPublished] = useWatch({
    control: form.control,
    name: ['isTreePublic', 'publishWhenDone'],
  })
  const { errors } = form.formState
  const wrong = MORE_FIELDS.find((name) => errors[name] !== undefined)
  return (
    <Disclosure
      summary="More: details, names, deadline, who may watch"
      open={isOpen || wrong !== undefined}
      onOpenChange={setIsOpen}
      className="border-line border-y"
    >
      <div className="space-y-8 pt-2">
        <DetailsField form={form} />
        <ContextFields form={form} />
        {addressees}
        <DeadlineField form={form} now={now} />
        <StartField form={form} />
        <Field label="Who may watch it?" error={errors.isTreePublic?.message}>
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
        {isTreePublic && isPublished ? (
          <Checkbox {...RESALE_CHOICE} {...form.register('isResaleAgreed')} />
        ) : null}
        <Disclosure
          summary="Advanced: how the reading goes about it"
          open={isPolicyOpen || errors.policy !== undefined}
          onOpenChange={setIsPolicyOpen}
        >
          <PolicyFields form={form} models={models} />
        </Disclosure>
      </div>
    </Disclosure>
  )
}

/** How long the budget is held; "More" changes it. */
function OpenUntil({ form, now }: Pick<AskFieldsProps, 'form' | 'now'>) {
  const [deadline, deadlineMinutes, deadlineDate, start] = useWatch({
    control: form.control,
    name: ['deadline', 'deadlineMinutes', 'deadlineDate', 'start'],
  })
  const at = now === null ? null : deadlineAt({ deadline, deadlineMinutes, deadlineDate }, now)
  return (
    <p className="nums min-h-5.5 whitespace-normal text-muted text-sm">
      {at ? (
        <>
          Open until {exactTime(at)},{' '}
          {isAnsweredOnce(start) ? 'or until its first answer' : 'or until you say “enough”'}. “More” changes
          that.
        </>
      ) : null}
    </p>
  )
}

function BudgetField({ form, availableMicros }: Pick<AskFieldsProps, 'form' | 'availableMicros'>) {
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
            <Credits micros={availableMicros} exact /> available
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
