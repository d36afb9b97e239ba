'use client'

import { Controller, useWatch } from 'react-hook-form'
import { Counter } from '@/components/form/counter'
import { MOMENT_FORM } from '@/components/form/typed-moment'
import type { AskFormHandle } from '@/components/question/ask-form-handle'
import { RadioGroup } from '@/components/ui/choice'
import { Field } from '@/components/ui/field'
import { Input, Textarea } from '@/components/ui/input'
import { CLAIM_CHARS_MAX, RESOLVE_SOURCE_CHARS_MAX } from '@/server/contract/decision'
import { RESOLVERS } from '@/server/protocol/decision'
import { RESOLVER_WORDS } from '@/server/words/decisions'

const TELLERS = RESOLVERS.map((value) => ({
  value,
  label: RESOLVER_WORDS[value].word,
  hint: RESOLVER_WORDS[value].hint,
}))

/** What is forecast, until when, and who tells what came. */
export function ForecastFields({ form }: { form: AskFormHandle }) {
  const [event, resolver] = useWatch({ control: form.control, name: ['event', 'resolver'] })
  const { errors } = form.formState
  return (
    <div className="space-y-5">
      <Field
        label="What exactly is forecast?"
        hint="One sentence that will turn out to be so or not, with its day and its measure."
        error={errors.event?.message}
        counter={<Counter length={event.length} max={CLAIM_CHARS_MAX} />}
      >
        <Textarea
          {...form.register('event')}
          reading
          rows={2}
          className="min-h-16"
          placeholder="for example: The Lindow bridge is open to lorries on 1 March 2027."
        />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label="Outcome can be told from"
          hint="In your own time zone. You are reminded then."
          error={errors.resolves?.message}
        >
          <Input
            {...form.register('resolves')}
            placeholder={MOMENT_FORM}
            autoComplete="off"
            className="nums"
          />
        </Field>
        <Field
          label="Forecast closes"
          optional
          hint="Nothing counts as a forecast afterwards. Left empty: when the outcome can be told."
          error={errors.closes?.message}
        >
          <Input {...form.register('closes')} placeholder={MOMENT_FORM} autoComplete="off" className="nums" />
        </Field>
      </div>
      <Field label="Who tells the outcome?" error={errors.resolver?.message}>
        <Controller
          control={form.control}
          name="resolver"
          render={({ field }) => (
            <RadioGroup
              options={TELLERS}
              value={field.value}
              onValueChange={field.onChange}
              className="gap-2.5"
            />
          )}
        />
      </Field>
      <Field
        label="Where it can be read"
        optional={resolver !== 'source'}
        hint="A name or an address: the statistics office, a page, a paper."
        error={errors.source?.message}
        counter={<Counter length={form.getValues('source').length} max={RESOLVE_SOURCE_CHARS_MAX} />}
      >
        <Input {...form.register('source')} autoComplete="off" />
      </Field>
    </div>
  )
}
