'use client'

import dynamic from 'next/dynamic'
import { Controller, useFieldArray, useWatch } from 'react-hook-form'
import { Counter } from '@/components/form/counter'
import { Rows } from '@/components/form/rows'
import type { AskFormHandle } from '@/components/question/ask-form-handle'
import { RadioGroup } from '@/components/ui/choice'
import { Field } from '@/components/ui/field'
import { Input, Textarea } from '@/components/ui/input'
import { CLAIM_CHARS_MAX, OPTIONS_MAX } from '@/server/contract/decision'

const ForecastFields = dynamic(() =>
  import('@/components/question/forecast-fields').then(({ ForecastFields }) => ForecastFields),
)
const BuyFields = dynamic(() => import('@/components/question/buy-fields').then(({ BuyFields }) => BuyFields))

const KINDS = [
  { value: 'open', label: 'Write me an answer', hint: 'An answer in words, from what was bought.' },
  { value: 'choice', label: 'Help me choose', hint: 'You name the options; it weighs them.' },
  { value: 'belief', label: 'Should I believe it?', hint: 'A claim, and how likely it is true.' },
  {
    value: 'forecast',
    label: 'How likely will it be?',
    hint: 'What may come, by when; later you say what came.',
  },
  { value: 'buy', label: 'Should I buy it?', hint: 'A product, its price, and what you need it for.' },
] as const

/** A choice has two options at least. */
const OPTIONS_MIN = 2

/** What the question is for: an answer in words, a choice, belief in a claim, a forecast, or to buy or not. */
export function DecisionFields({ form }: { form: AskFormHandle }) {
  return (
    <div className="space-y-5">
      <Field
        label="What do you need to decide?"
        audience="Everyone sees it. It is fixed once the first offer has come."
        error={form.formState.errors.kind?.message}
      >
        <Controller
          control={form.control}
          name="kind"
          render={({ field }) => (
            <RadioGroup layout="cards" options={KINDS} value={field.value} onValueChange={field.onChange} />
          )}
        />
      </Field>
      <DecisionDetails form={form} />
    </div>
  )
}

/** What the chosen kind needs besides. */
export function DecisionDetails({ form }: { form: AskFormHandle }) {
  const kind = useWatch({ control: form.control, name: 'kind' })
  if (kind === 'choice') return <OptionRows form={form} />
  if (kind === 'belief') return <ClaimField form={form} />
  if (kind === 'forecast') return <ForecastFields form={form} />
  return kind === 'buy' ? <BuyFields form={form} /> : null
}

function OptionRows({ form }: { form: AskFormHandle }) {
  const rows = useFieldArray({ control: form.control, name: 'options' })
  const errors = form.formState.errors.options
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-sm">The options</legend>
      <Rows
        noun="option"
        keys={rows.fields.map((field) => field.id)}
        min={OPTIONS_MIN}
        max={OPTIONS_MAX}
        onAdd={() => rows.append({ text: '' })}
        onRemove={rows.remove}
        onMove={rows.move}
        addLabel="Add an option"
        error={errors?.root?.message ?? errors?.message}
        renderRow={(index) => (
          <Field label={`Option ${index + 1}`} labelHidden error={errors?.[index]?.text?.message}>
            <Input
              {...form.register(`options.${index}.text`)}
              placeholder={
                index === 0 ? 'for example: Steel' : index === 1 ? 'for example: Cast iron' : undefined
              }
              autoComplete="off"
            />
          </Field>
        )}
      />
    </fieldset>
  )
}

function ClaimField({ form }: { form: AskFormHandle }) {
  const claim = useWatch({ control: form.control, name: 'claim' })
  return (
    <Field
      label="The claim"
      hint="One sentence that is either true or false."
      error={form.formState.errors.claim?.message}
      counter={<Counter length={claim.length} max={CLAIM_CHARS_MAX} />}
    >
      <Textarea
        {...form.register('claim')}
        reading
        rows={2}
        className="min-h-16"
        placeholder="for example: Cast iron pans leach harmful amounts of iron into food."
      />
    </Field>
  )
}
