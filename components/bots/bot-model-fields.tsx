'use client'

import { Controller, useWatch } from 'react-hook-form'
import type { BotFormHandle } from '@/components/bots/bot-form-parts'
import { RadioGroup } from '@/components/ui/choice'
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
  /** A key may be stored already. */
  isEdit: boolean
  /** The market has a language model of its own. */
  hasModel: boolean
  label: string
  /** It turns text into numbers too. */
  hasEmbeddings?: boolean
}

/** The market's model, or the owner's with address, key and cost. */
export function ModelFields({ form, isEdit, hasModel, label, hasEmbeddings = false }: ModelFieldsProps) {
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
      {hasOwnModel ? <OwnModelFields form={form} isEdit={isEdit} hasEmbeddings={hasEmbeddings} /> : null}
    </div>
  )
}

function OwnModelFields({ form, isEdit, hasEmbeddings }: Omit<ModelFieldsProps, 'label' | 'hasModel'>) {
  const { errors } = form.formState
  return (
    <div className="space-y-5 border-line border-l-2 pl-4 sm:pl-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Name of the model" error={errors.modelName?.message} required>
          <Input
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...form.register('modelName')}
          />
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
          <Input
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...form.register('modelEmbeddings')}
          />
        </Field>
      ) : null}
      <Field
        label="Key"
        hint={
          isEdit
            ? 'Leave it empty to keep the one that is stored.'
            : 'Leave it empty if the server asks for none.'
        }
        audience="Nobody, not even you: it is sealed when you send it and never shown again. It serves this bot only."
        error={errors.modelKey?.message}
        optional
      >
        <Input
          type="password"
          autoComplete="off"
          data-1p-ignore
          spellCheck={false}
          {...form.register('modelKey')}
        />
      </Field>
      <fieldset className="space-y-3">
        <legend className="font-medium text-sm">
          What a million tokens cost <span className="font-normal text-muted">(optional)</span>
        </legend>
        <p className="text-muted text-sm">Dollars, so that the runs can say what they cost you.</p>
        <div className="grid max-w-md gap-5 sm:grid-cols-2">
          <Field label="It reads" error={errors.modelInput?.message}>
            <Input
              inputMode="decimal"
              prefix="$"
              autoComplete="off"
              className="nums pl-7"
              {...form.register('modelInput')}
            />
          </Field>
          <Field label="It writes" error={errors.modelOutput?.message}>
            <Input
              inputMode="decimal"
              prefix="$"
              autoComplete="off"
              className="nums pl-7"
              {...form.register('modelOutput')}
            />
          </Field>
        </div>
      </fieldset>
    </div>
  )
}
