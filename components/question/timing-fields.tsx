'use client'

import { Controller, useWatch } from 'react-hook-form'
import { DEADLINES, deadlineAt } from '@/components/question/ask-draft'
import type { AskFormHandle } from '@/components/question/decision-fields'
import { exactTime } from '@/components/time/relative-time'
import { RadioGroup } from '@/components/ui/choice'
import { Field } from '@/components/ui/field'
import { Input, Select } from '@/components/ui/input'

const STARTS = [
  {
    value: 'now',
    label: 'When the bots have answered',
    hint: 'Within seconds where a bot has something to offer, so people will hardly be in time. Where none has, it waits for a first offer.',
  },
  { value: 'manual', label: 'When I say', hint: 'A button on the question’s page starts it.' },
  { value: 'quorum', label: 'At a number of offers' },
  { value: 'deadline', label: 'At the deadline', hint: 'Gives people the most time to answer.' },
] as const

/** By when. `now` in milliseconds since 1970, null until the page is live. */
export function DeadlineField({ form, now }: { form: AskFormHandle; now: number | null }) {
  const [deadline, deadlineMinutes, deadlineDate] = useWatch({
    control: form.control,
    name: ['deadline', 'deadlineMinutes', 'deadlineDate'],
  })
  const errors = form.formState.errors
  const at = now === null ? null : deadlineAt({ deadline, deadlineMinutes, deadlineDate }, now)
  return (
    <div className="space-y-3">
      <Field
        label="Deadline"
        hint="Nobody can offer afterwards; the inspection begins then at the latest."
        audience={
          at ? (
            <>
              Everyone sees it: <span className="nums">{exactTime(at)}</span>.
            </>
          ) : (
            'Everyone sees it.'
          )
        }
        error={errors.deadline?.message}
      >
        <Select {...form.register('deadline')}>
          {DEADLINES.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </Select>
      </Field>
      {deadline === 'minutes' ? (
        <Field label="Minutes from now" error={errors.deadlineMinutes?.message}>
          <Input
            {...form.register('deadlineMinutes')}
            inputMode="numeric"
            placeholder="for example: 90"
            suffix="minutes"
          />
        </Field>
      ) : null}
      {deadline === 'date' ? (
        <Field label="Day and time" hint="In your own time zone." error={errors.deadlineDate?.message}>
          <Input {...form.register('deadlineDate')} type="datetime-local" />
        </Field>
      ) : null}
    </div>
  )
}

/** When the reading begins. */
export function StartField({ form }: { form: AskFormHandle }) {
  const start = useWatch({ control: form.control, name: 'start' })
  const errors = form.formState.errors
  return (
    <div className="space-y-3">
      <Field
        label="When does the inspector begin to read?"
        audience="Everyone sees it."
        error={errors.start?.message}
      >
        <Controller
          control={form.control}
          name="start"
          render={({ field }) => (
            <RadioGroup
              options={STARTS}
              value={field.value}
              onValueChange={field.onChange}
              className="gap-2.5"
            />
          )}
        />
      </Field>
      {start === 'quorum' ? (
        <Field label="Number of offers" error={errors.quorum?.message} className="max-w-56">
          <Input {...form.register('quorum')} inputMode="numeric" suffix="offers" />
        </Field>
      ) : null}
    </div>
  )
}
