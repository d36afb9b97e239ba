'use client'

import type { ReactNode } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { type BotFormHandle, Step } from '@/components/bots/bot-form-parts'
import { KnowledgeFields } from '@/components/bots/bot-knowledge-fields'
import { LimitFields } from '@/components/bots/bot-limit-fields'
import { PriceFields } from '@/components/bots/bot-price-fields'
import { Counter } from '@/components/form/counter'
import { type MatcherErrors, type MatcherField, matcherDraftSchema } from '@/components/matcher/matcher-draft'
import { MatcherFields } from '@/components/matcher/matcher-fields'
import { RadioGroup } from '@/components/ui/choice'
import { Field } from '@/components/ui/field'
import { Input, Textarea } from '@/components/ui/input'
import { BOT_ABOUT_CHARS_MAX } from '@/server/contract/bots'
import type { SaleTerms } from '@/server/words/sale-terms'

const KINDS = [
  {
    value: 'fixed',
    label: 'A text',
    hint: 'Offers the same piece of information wherever it fits. Costs nothing to run.',
  },
  {
    value: 'llm',
    label: 'A prompt',
    hint: 'You say what it knows. A model reads each question and writes an offer, or stays silent.',
  },
  {
    value: 'corpus',
    label: 'A folder of documents',
    hint: 'Finds the passages that answer a question and sells those, word for word.',
  },
  {
    value: 'webhook',
    label: 'Your own server',
    hint: 'We call your address with each question; your program answers as it likes.',
  },
  {
    value: 'queue',
    label: 'Your own program',
    hint: 'It asks what waits and answers, by a key. It needs no address, so any computer will do.',
  },
] as const

/** The kinds, in plain words. */
export function KindField({ form }: { form: BotFormHandle }) {
  return (
    <Step title="What does it sell from?">
      <Controller
        control={form.control}
        name="kind"
        render={({ field }) => (
          <RadioGroup
            aria-label="What does it sell from?"
            layout="cards"
            className="sm:grid-cols-2"
            options={KINDS}
            value={field.value}
            onValueChange={field.onChange}
          />
        )}
      />
    </Step>
  )
}

export type BotFieldsProps = {
  form: BotFormHandle
  /** The bot exists already: its documents have a place of their own. */
  isEdit: boolean
  /** The market has a language model of its own. */
  hasModel: boolean
  /** What a seller gets of a price now, and when; null while that is not known. */
  terms: SaleTerms | null
  /** A key to its owner's model is stored. */
  hasKey?: boolean
  /** What the matcher would have found, beside its fields where there is room. */
  preview: ReactNode
}

/** A bot in four steps: what it is and knows, when it speaks, for how much, for whom and how much a day. */
export function BotFields({ form, isEdit, hasModel, terms, hasKey = false, preview }: BotFieldsProps) {
  const about = useWatch({ control: form.control, name: 'about' })
  const { errors } = form.formState
  return (
    <div className="space-y-14">
      <Step title="Who it is">
        <Field
          label="Name"
          audience="Everyone, marked as a bot and with your name beside it."
          error={errors.name?.message}
          className="max-w-md"
          required
        >
          <Input autoComplete="off" {...form.register('name')} />
        </Field>
        <Field
          label="What it sells"
          hint="A sentence for its page: what it knows about, and why it can be trusted."
          audience="Everyone."
          error={errors.about?.message}
          counter={<Counter length={about.length} max={BOT_ABOUT_CHARS_MAX} />}
          optional
        >
          <Textarea rows={2} className="min-h-18" {...form.register('about')} />
        </Field>
      </Step>
      <KnowledgeFields form={form} isEdit={isEdit} hasModel={hasModel} hasKey={hasKey} />
      <div className="grid gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,42rem)_minmax(0,1fr)]">
        <Step
          title="Which questions it answers"
          hint="It reads a question only when all of this holds. The first field is often enough."
        >
          <Controller
            control={form.control}
            name="matcher"
            render={({ field }) => (
              <MatcherFields
                value={field.value}
                onChange={field.onChange}
                errors={matcherErrors(errors.matcher)}
                audience="Everyone, on the bot’s page."
              />
            )}
          />
        </Step>
        <aside>
          <div className="lg:sticky lg:top-20">{preview}</div>
        </aside>
      </div>
      <PriceFields form={form} terms={terms} />
      <LimitFields form={form} />
    </div>
  )
}

function matcherErrors(errors: BotFormHandle['formState']['errors']['matcher']): MatcherErrors {
  if (!errors) return {}
  const fields: readonly MatcherField[] = matcherDraftSchema.keyof().options
  return Object.fromEntries(fields.flatMap((field) => [[field, errors[field]?.message]]))
}
