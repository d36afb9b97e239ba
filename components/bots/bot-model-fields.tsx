'use client'

import { Controller, useWatch } from 'react-hook-form'
import type { BotFormHandle } from '@/components/bots/bot-form-parts'
import { Checkbox, RadioGroup } from '@/components/ui/choice'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'

const MARKETS = {
  value: 'market',
  label: 'The market’s',
  hint: 'Nothing to set up; limited by its tokens a day.',
} as const

const NONE = { value: 'market', label: 'None', hint: 'This market has no language model to lend.' } as const

const OWN = {
  value: 'own',
  label: 'Your own',
  hint: 'Any server that speaks the OpenAI protocol, with your key. You pay its bill.',
} as const

export type ModelFieldsProps = {
  form: BotFormHandle
  /** The market has a language model of its own. */
  hasModel: boolean
  /** A key is stored already. */
  hasKey: boolean
  label: string
  /** It turns text into numbers too. */
  hasEmbeddings?: boolean
}

/** The market's model, or the owner's with address, key and cost. */
export function ModelFields({ form, hasModel, hasKey, label, hasEmbeddings = false }: ModelFieldsProps) {
  const hasOwnModel = useWatch({ control: form.control, name: 'hasOwnModel' })
  return (
    <div className="space-y-5">
      <Controller
        control={form.control}
        name="hasOwnModel"
        render={({ field }) => (
          <Field label={label}>
            <RadioGroup
              layout="cards"
              options={[hasModel ? MARKETS : NONE, OWN]}
              value={field.value ? 'own' : 'market'}
              onValueChange={(value) => field.onChange(value === 'own')}
            />
          </Field>
        )}
      />
      {hasOwnModel ? <OwnModelFields form={form} hasKey={hasKey} hasEmbeddings={hasEmbeddings} /> : null}
    </div>
  )
}

/** Names and keys are taken as they are typed. */
const AS_TYPED = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const

function OwnModelFields({ form, hasKey, hasEmbeddings }: Omit<ModelFieldsProps, 'label' | 'hasModel'>) {
  const { errors } = form.formState
  return (
    <div className="space-y-5 border-line border-l-2 pl-4 sm:pl-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Name of the model" error={errors.modelName?.message} required>
          <Input {...AS_TYPED} {...form.register('modelName')} />
        </Field>
        <Field label="Address" error={errors.modelBaseUrl?.message} required>
          <Input
            type="url"
            inputMode="url"
            autoComplete="off"
            placeholder="https://models.example.org/v1"
            {...form.register('modelBaseUrl')}
          />
        </Field>
      </div>
      {hasEmbeddings ? (
        <Field
          label="Name of its embedding model"
          hint="Turns text into numbers, to compare meanings. Without one, passages are found by their words only."
          error={errors.modelEmbeddings?.message}
          className="max-w-sm"
          optional
        >
          <Input {...AS_TYPED} {...form.register('modelEmbeddings')} />
        </Field>
      ) : null}
      <KeyField form={form} hasKey={hasKey} />
      <fieldset className="space-y-3">
        <legend className="font-medium text-sm">
          What a million tokens cost <span className="font-normal text-muted">(optional)</span>
        </legend>
        <p className="text-muted text-sm">Dollars, so that the runs can say what they cost you.</p>
        <div className="grid max-w-md gap-5 sm:grid-cols-2">
          <DollarField form={form} name="modelInput" label="It reads" />
          <DollarField form={form} name="modelOutput" label="It writes" />
        </div>
      </fieldset>
    </div>
  )
}

/** A key is written and never read: of a stored one there is only that it is there, to be kept, replaced or removed. */
function KeyField({ form, hasKey }: Pick<ModelFieldsProps, 'form' | 'hasKey'>) {
  const [typed, isRemoved] = useWatch({ control: form.control, name: ['modelKey', 'removesKey'] })
  return (
    <div className="space-y-3">
      <Field
        label="Key"
        hint={
          hasKey
            ? 'One is stored. Leave this empty to keep it; what you write here takes its place.'
            : 'Leave it empty if the server asks for none.'
        }
        audience="Nobody, not even you: it is sealed when you send it and never shown again. It serves this bot only."
        error={form.formState.errors.modelKey?.message}
        optional
      >
        <Input
          type="password"
          placeholder={hasKey && !isRemoved ? '••••••••••••' : undefined}
          data-1p-ignore
          {...AS_TYPED}
          {...form.register('modelKey')}
        />
      </Field>
      {hasKey && typed === '' ? (
        <Checkbox
          label="Remove the stored key"
          hint="From then on the server is called without one."
          {...form.register('removesKey')}
        />
      ) : null}
    </div>
  )
}

type DollarFieldProps = { form: BotFormHandle; name: 'modelInput' | 'modelOutput'; label: string }

function DollarField({ form, name, label }: DollarFieldProps) {
  return (
    <Field label={label} error={form.formState.errors[name]?.message}>
      <Input
        inputMode="decimal"
        prefix="$"
        autoComplete="off"
        className="nums pl-7"
        {...form.register(name)}
      />
    </Field>
  )
}
