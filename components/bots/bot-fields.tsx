'use client'

import type { ReactNode } from 'react'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { type BotDraft, keywordsOf } from '@/components/bots/bot-draft'
import { Counter } from '@/components/form/counter'
import { Credits } from '@/components/money/credits'
import { RadioGroup } from '@/components/ui/choice'
import { Field } from '@/components/ui/field'
import { Input, Textarea } from '@/components/ui/input'
import { PRIVATE_CHARS_MAX, TEASER_CHARS_MAX } from '@/server/market/contract'
import { KEYWORDS_MAX } from '@/server/market/matching/contract'
import type { CreateBotInput } from '@/server/sellers/contract'
import { FEE_BASIS_POINTS, feeOn, parseCredits } from '@/server/shared/money'

export type BotFormHandle = UseFormReturn<BotDraft, unknown, CreateBotInput>

const KINDS = [
  {
    value: 'fixed',
    label: 'One text',
    hint: 'Offers the same piece of information wherever it fits. Costs nothing to run.',
  },
  {
    value: 'llm',
    label: 'A model',
    hint: 'Reads each question and writes an offer from what you told it, or stays silent.',
  },
] as const

const SCOPES = [
  { value: 'both', label: 'Both', hint: 'Wherever one of the words stands.' },
  { value: 'roots', label: 'Questions of people' },
  {
    value: 'sub-contexts',
    label: 'Sub-questions of inspectors',
    hint: 'What an inspector asks back before it decides: short, urgent, often cheap to answer.',
  },
] as const

/** The form of a bot in four steps: what kind, what it knows, when it speaks, for how much. */
export function BotFields({ form }: { form: BotFormHandle }) {
  const kind = useWatch({ control: form.control, name: 'kind' })
  return (
    <div className="space-y-12">
      <Step title="What kind of bot">
        <Controller
          control={form.control}
          name="kind"
          render={({ field }) => (
            <RadioGroup
              aria-label="What kind of bot"
              layout="cards"
              options={KINDS}
              value={field.value}
              onValueChange={field.onChange}
            />
          )}
        />
        <Field
          label="Name"
          audience="Everyone, marked as a bot and with your name beside it."
          error={form.formState.errors.name?.message}
          required
        >
          <Input autoComplete="off" {...form.register('name')} />
        </Field>
      </Step>
      <Step title="What it knows">
        {kind === 'fixed' ? <FixedFields form={form} /> : <ModelFields form={form} />}
      </Step>
      <Step title="When it speaks">
        <KeywordsField form={form} />
        <Controller
          control={form.control}
          name="scope"
          render={({ field }) => (
            <Field label="Where it listens">
              <RadioGroup options={SCOPES} value={field.value} onValueChange={field.onChange} />
            </Field>
          )}
        />
      </Step>
      <Step title="For how much">
        <PriceField form={form} />
      </Step>
    </div>
  )
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="space-y-5">
      <h2 className="display text-lg">{title}</h2>
      {children}
    </section>
  )
}

function FixedFields({ form }: { form: BotFormHandle }) {
  const [teaser, knowledge] = useWatch({ control: form.control, name: ['teaser', 'knowledge'] })
  const { errors } = form.formState
  return (
    <>
      <Field
        label="Teaser"
        hint="What the bot knows and why it helps, without giving it away."
        audience="Everyone, on each question it answers."
        error={errors.teaser?.message}
        counter={<Counter length={teaser.length} max={TEASER_CHARS_MAX} />}
        required
      >
        <Textarea reading rows={2} className="min-h-18" {...form.register('teaser')} />
      </Field>
      <Field
        label="Private information"
        hint="What the bot sells. Say how you know it: the inspector weighs that. Markdown works."
        audience="The inspector, while it reads. Whoever buys it, after paying. Nobody else, ever."
        error={errors.knowledge?.message}
        counter={<Counter length={knowledge.length} max={PRIVATE_CHARS_MAX} />}
        required
      >
        <Textarea reading rows={6} {...form.register('knowledge')} />
      </Field>
    </>
  )
}

function ModelFields({ form }: { form: BotFormHandle }) {
  const knowledge = useWatch({ control: form.control, name: 'knowledge' })
  return (
    <Field
      label="What it knows and how it answers"
      hint="Facts, where they come from, and when to stay silent. The model writes teaser and information from this, for each question anew."
      audience="You and the market’s model. It is kept sealed; what the model makes of it is sold."
      error={form.formState.errors.knowledge?.message}
      counter={<Counter length={knowledge.length} max={PRIVATE_CHARS_MAX} />}
      required
    >
      <Textarea reading rows={8} {...form.register('knowledge')} />
    </Field>
  )
}

function KeywordsField({ form }: { form: BotFormHandle }) {
  const keywords = keywordsOf(useWatch({ control: form.control, name: 'keywords' }))
  return (
    <Field
      label="Words that wake it"
      hint="Words or phrases, with commas between them. One of them in a question is enough; endings do not matter."
      audience="Everyone, in the list of bots."
      error={form.formState.errors.keywords?.message}
      counter={
        keywords.length > 0 ? (
          <span className={keywords.length > KEYWORDS_MAX ? 'text-failed' : undefined}>
            {keywords.length} of {KEYWORDS_MAX}
          </span>
        ) : null
      }
      required
    >
      <Textarea
        rows={2}
        className="min-h-18"
        placeholder="kidney beans, lectin, legumes"
        {...form.register('keywords')}
      />
    </Field>
  )
}

const FEE_PERCENT = Number(FEE_BASIS_POINTS) / 100

function PriceField({ form }: { form: BotFormHandle }) {
  const price = parseCredits(useWatch({ control: form.control, name: 'price' }))
  return (
    <Field
      label="Price"
      hint="Asked each time. The bot skips questions whose budget is smaller."
      audience="Everyone."
      error={form.formState.errors.price?.message}
      className="max-w-sm"
      required
    >
      <Input
        inputMode="decimal"
        suffix="credits"
        autoComplete="off"
        className="nums"
        {...form.register('price')}
      />
      <p className="nums min-h-5.5 text-muted text-sm" aria-live="polite">
        {price.ok && price.micros > 0n ? (
          <>
            You get <Credits micros={price.micros - feeOn(price.micros)} /> when it is bought ({FEE_PERCENT} %
            fee).
          </>
        ) : null}
      </p>
    </Field>
  )
}
