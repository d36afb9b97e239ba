'use client'

import { useWatch } from 'react-hook-form'
import { Counter } from '@/components/form/counter'
import type { AskFormHandle } from '@/components/question/ask-form-handle'
import { Field } from '@/components/ui/field'
import { Input, Textarea } from '@/components/ui/input'
import { NEEDS_CHARS_MAX } from '@/server/contract/decision'

/** The product, what it costs, and what it is needed for. */
export function BuyFields({ form }: { form: AskFormHandle }) {
  const needs = useWatch({ control: form.control, name: 'needs' })
  const { errors } = form.formState
  return (
    <div className="space-y-5">
      <Field
        label="The product’s page"
        hint="It is read for you; it costs nothing."
        error={errors.product?.message}
      >
        <Input
          {...form.register('product')}
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
        />
      </Field>
      <Field
        label="What it costs"
        hint="As the page has it, with its currency."
        error={errors.price?.message}
      >
        <Input
          {...form.register('price')}
          autoComplete="off"
          placeholder="for example: € 249 with delivery"
        />
      </Field>
      <Field
        label="What you need it for"
        hint="One need a line, what matters most first."
        error={errors.needs?.message}
        counter={<Counter length={needs.length} max={NEEDS_CHARS_MAX} />}
      >
        <Textarea
          {...form.register('needs')}
          reading
          rows={4}
          placeholder={'for example:\nboils a litre in three minutes\nquiet enough for a shared office'}
        />
      </Field>
    </div>
  )
}
