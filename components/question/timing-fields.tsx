'use client'

import { Controller, useWatch } from 'react-hook-form'
import { MOMENT_FORM } from '@/components/form/typed-moment'
import { DEADLINES, deadlineAt } from '@/components/question/ask-draft'
import type { AskFormHandle } from '@/components/question/ask-form-handle'
import { exactTime } from '@/components/time/relative-time'
import { RadioGroup } from '@/components/ui/choice'
import { Field } from '@/components/ui/field'
import { Input, Select } from '@/components/ui/input'

const STARTS = [
  {
    value: 'now',
    label: 'At once, and again as offers come',
    hint: 'What bots offer is read within seconds and gives a provisional answer. Later offers are read until the deadline, and the answer is revised. You can say “enough” at any time.',
  },
  {
    value: 'once',
    label: 'Answer me once, now',
    hint: 'It ends with its first answer, so people will hardly be in time. Where no bot has anything to offer it waits for a first offer.',
  },
  {
    value: 'manual',
    label: 'When I say',
    hint: 'A button on the question’s page starts it. Later offers are read too.',
  },
  {
    value: 'quorum',
    label: 'At a number of offers',
    hint: 'Later offers are read too.',
  },
  { value: 'deadline', label: 'Once, at the deadline', hint: 'All offers are read together.' },
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
        hint="Nobody can offer afterwards; what is left of the budget returns then at the latest."
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
          <Input
            {...form.register('deadlineDate')}
            placeholder={MOMENT_FORM}
            autoComplete="off"
            className="nums"
          />
        </Field>
      ) : null}
    </div>
  )
}

/** When offers are read, and how often. */
export function StartField({ form }: { form: AskFormHandle }) {
  const start = useWatch({ control: form.control, name: 'start' })
  const errors = form.formState.errors
  return (
    <div className="space-y-3">
      <Field label="When are offers read?" audience="Everyone sees it." error={errors.start?.message}>
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
