'use client'

import { Controller, useFieldArray } from 'react-hook-form'
import { Rows } from '@/components/form/rows'
import { TagInput } from '@/components/form/tag-input'
import type { AskFormHandle } from '@/components/question/ask-form-handle'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { PAGES_MAX } from '@/server/contract/limits'
import { TAGS_MAX } from '@/server/contract/market'

export type QuestionFieldsProps = {
  form: AskFormHandle
  /** From when everyone sees what is typed. */
  seen?: 'once you ask' | 'once you save'
}

/** What the question is about: pages on the web, and tags that bring it to the right sellers. */
export function ContextFields({ form, seen = 'once you ask' }: QuestionFieldsProps) {
  return (
    <div className="space-y-6">
      <PageRows form={form} />
      <Field
        label="Tags"
        optional
        hint="One word each. Bots and people find questions by them."
        audience={`Everyone sees this ${seen}.`}
        error={messageOf(form.formState.errors.tags)}
      >
        <Controller
          control={form.control}
          name="tags"
          render={({ field }) => (
            <TagInput
              ref={field.ref}
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
              max={TAGS_MAX}
              placeholder="for example: cooking, materials"
            />
          )}
        />
      </Field>
    </div>
  )
}

function PageRows({ form }: { form: AskFormHandle }) {
  const rows = useFieldArray({ control: form.control, name: 'pages' })
  const errors = form.formState.errors.pages
  return (
    <fieldset>
      <legend className="font-medium text-sm">
        Pages it is about <span className="font-normal text-muted">(optional)</span>
      </legend>
      <p className="mt-1 mb-2 text-muted text-sm">
        An article, a product, a comment: anything with an address. Sellers see the addresses.
      </p>
      <Rows
        noun="page"
        keys={rows.fields.map((field) => field.id)}
        max={PAGES_MAX}
        onAdd={() => rows.append({ url: '' })}
        onRemove={rows.remove}
        addLabel={rows.fields.length === 0 ? 'Add a page' : 'Add another page'}
        error={errors?.root?.message ?? errors?.message}
        renderRow={(index) => (
          <Field label={`Address of page ${index + 1}`} labelHidden error={errors?.[index]?.url?.message}>
            <Input
              {...form.register(`pages.${index}.url`)}
              type="url"
              inputMode="url"
              placeholder="https://"
              autoComplete="off"
              autoCapitalize="none"
            />
          </Field>
        )}
      />
    </fieldset>
  )
}

/** A list of plain values carries its complaint on the whole or on one entry, depending on where it was found. */
function messageOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  if ('message' in error && typeof error.message === 'string') return error.message
  return 'root' in error ? messageOf(error.root) : undefined
}
