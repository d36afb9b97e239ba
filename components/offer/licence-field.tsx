'use client'

import type { ComponentProps } from 'react'
import { RadioGroup } from '@/components/ui/choice'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { LICENCE_WORDS, LICENCES, type Licence } from '@/server/words/licence'

export type LicenceFieldProps = {
  label: string
  value: Licence
  onValueChange: (licence: Licence) => void
  /** Of the field of the resale price. */
  resale: ComponentProps<typeof Input>
  /** What is wrong with that price. */
  error?: string
}

/** What the seller allows with what is bought; the price of a resale where that is chosen. */
export function LicenceField({ label, value, onValueChange, resale, error }: LicenceFieldProps) {
  return (
    <div className="max-w-xl space-y-4">
      <Field
        label={label}
        audience="Everyone, beside the offer. It never changes once the offer is sold; what was for the asker alone you can let be quoted later."
      >
        <RadioGroup
          options={LICENCES.map((licence) => ({
            value: licence,
            label: LICENCE_WORDS[licence].label,
            hint: LICENCE_WORDS[licence].line,
          }))}
          value={value}
          onValueChange={onValueChange}
        />
      </Field>
      {value === 'resale' ? (
        <Field label="Price of a resale" required className="max-w-sm" error={error}>
          <Input {...resale} inputMode="decimal" suffix="credits" autoComplete="off" className="nums" />
        </Field>
      ) : null}
    </div>
  )
}
