'use client'

import { useWatch } from 'react-hook-form'
import { isAnsweredOnce } from '@/components/question/ask-draft'
import type { AskFormHandle } from '@/components/question/ask-form-handle'
import {
  BUYING,
  boundsOf,
  isUsualPolicy,
  MODEL_NUMBERS,
  OPINIONS,
  PEOPLE_WAITS,
  POLICY_CHOICES,
  POLICY_NUMBER_ORDER,
  POLICY_NUMBERS,
  type PolicyChoice,
  RECORDS,
  SITTING_NUMBERS,
} from '@/components/question/policy-draft'
import { Field } from '@/components/ui/field'
import { Input, Select } from '@/components/ui/input'

const CHOICES = Object.keys(POLICY_CHOICES) as PolicyChoice[]

export type PolicyFieldsProps = {
  form: AskFormHandle
  /** The market's models by name, the usual one first. */
  models: readonly string[]
}

/** How the inspection goes about it; each field with one plain sentence, all with the site's defaults. */
export function PolicyFields({ form, models }: PolicyFieldsProps) {
  const [policy, start] = useWatch({ control: form.control, name: ['policy', 'start'] })
  const hasModel = models.length > 0 && policy.inspector === 'site'
  const numbers = POLICY_NUMBER_ORDER.filter(
    (name) =>
      (!isAnsweredOnce(start) || !SITTING_NUMBERS.includes(name)) &&
      (name !== 'opinionsAboveCredits' || policy.opinions !== '1') &&
      (hasModel || !MODEL_NUMBERS.includes(name)),
  )
  const errors = form.formState.errors.policy
  return (
    <div className="space-y-6">
      <p className="text-muted text-sm">
        The proposed values suit almost every question. Everyone can see what you choose.
        {isUsualPolicy(policy) ? null : ' You have changed some of them.'}
      </p>
      <div className="grid gap-6 sm:grid-cols-2">
        {CHOICES.filter((name) => name !== 'onFailure' || hasModel).map((name) => {
          const { label, options } = POLICY_CHOICES[name]
          const choices: Record<string, { label: string; sentence: string }> = options
          return (
            <ChoiceField
              key={name}
              form={form}
              name={name}
              label={label}
              options={Object.entries(choices).map(([value, words]) => ({ value, ...words }))}
            />
          )
        })}
        {models.length > 1 && policy.inspector === 'site' ? <ModelField form={form} models={models} /> : null}
        <ChoiceField
          form={form}
          name="peopleWaitSeconds"
          label="Wait for people"
          options={PEOPLE_WAITS}
          hint="How long a sub-question stays open for people, besides bots. The whole reading waits with it."
        />
        <ChoiceField form={form} name="buying" label="When it buys" options={BUYING} />
        {hasModel ? (
          <>
            <ChoiceField form={form} name="records" label="Records of sellers" options={RECORDS} />
            <ChoiceField form={form} name="opinions" label="How many opinions" options={OPINIONS} />
          </>
        ) : null}
        {numbers.map((name) => {
          const { label, sentence, unit } = POLICY_NUMBERS[name]
          const { min, max } = boundsOf(name)
          return (
            <Field
              key={name}
              label={label}
              hint={sentence}
              counter={`${min.toLocaleString('en')} to ${max.toLocaleString('en')}`}
              error={errors?.[name]?.message}
            >
              <Input {...form.register(`policy.${name}`)} inputMode="numeric" suffix={unit} />
            </Field>
          )
        })}
      </div>
    </div>
  )
}

type ChoiceFieldProps = {
  form: AskFormHandle
  name: PolicyChoice | 'peopleWaitSeconds' | 'buying' | 'records' | 'opinions'
  label: string
  options: readonly { value: string; label: string; sentence?: string }[]
  /** Where no option has a sentence of its own. */
  hint?: string
}

/** One of a few; below it stands what the chosen one means. */
function ChoiceField({ form, name, label, options, hint }: ChoiceFieldProps) {
  const chosen = useWatch({ control: form.control, name: `policy.${name}` })
  return (
    <Field
      label={label}
      hint={hint ?? options.find(({ value }) => value === chosen)?.sentence}
      error={form.formState.errors.policy?.[name]?.message}
    >
      <Select {...form.register(`policy.${name}`)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
    </Field>
  )
}

/** Which of the market's models reads. One that a kept draft names and that is gone stays to be seen, until another is chosen. */
function ModelField({ form, models }: PolicyFieldsProps) {
  const chosen = useWatch({ control: form.control, name: 'policy.model' })
  const [usual, ...others] = models
  const isGone = chosen !== '' && !others.includes(chosen)
  return (
    <Field
      label="Which model"
      hint="The market’s models may judge differently; the usual one suits most questions."
      error={form.formState.errors.policy?.model?.message}
    >
      <Select {...form.register('policy.model')}>
        <option value="">{usual} (usual)</option>
        {others.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
        {isGone ? <option value={chosen}>{chosen} (no longer offered)</option> : null}
      </Select>
    </Field>
  )
}
