'use client'

import { useWatch } from 'react-hook-form'
import { type BotFormHandle, Step } from '@/components/bots/bot-form-parts'
import { ModelFields } from '@/components/bots/bot-model-fields'
import { NAME_DOCUMENTS_LABEL } from '@/components/bots/corpus-words'
import { Counter } from '@/components/form/counter'
import { MarkdownField } from '@/components/form/markdown-field'
import { Checkbox } from '@/components/ui/choice'
import { Disclosure } from '@/components/ui/disclosure'
import { Note } from '@/components/ui/feedback'
import { Field } from '@/components/ui/field'
import { Input, Textarea } from '@/components/ui/input'
import { PRIVATE_CHARS_MAX, TEASER_CHARS_MAX } from '@/server/contract/market'

export type KnowledgeFieldsProps = {
  form: BotFormHandle
  isEdit: boolean
  /** The market has a language model of its own. */
  hasModel: boolean
  /** A key to its owner's model is stored. */
  hasKey: boolean
}

/** What a bot sells from, by its kind. */
export function KnowledgeFields(props: KnowledgeFieldsProps) {
  const kind = useWatch({ control: props.form.control, name: 'kind' })
  switch (kind) {
    case 'fixed':
      return <TextFields {...props} />
    case 'llm':
      return <PromptFields {...props} />
    case 'corpus':
      return <DocumentFields {...props} />
    case 'webhook':
      return <ServerFields {...props} />
    case 'queue':
      return <QueueFields />
  }
}

function TextFields({ form }: KnowledgeFieldsProps) {
  const [teaser, information] = useWatch({ control: form.control, name: ['teaser', 'information'] })
  const { errors } = form.formState
  return (
    <Step title="What it knows">
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
      <MarkdownField
        label="Full text"
        hint="What the bot sells. Say how you know it: the agent weighs that. Markdown works."
        audience="The agent, while it reads. Whoever buys it, after paying. Nobody else, ever."
        error={errors.information?.message}
        counter={<Counter length={information.length} max={PRIVATE_CHARS_MAX} />}
        textarea={form.register('information')}
        markdown={information}
        required
      />
    </Step>
  )
}

const WRITTEN = {
  hint: 'Facts, where they come from, and when to stay silent. For each question the model writes a teaser and the information from this.',
  audience: 'You and the model. It is kept sealed; what the model makes of it is sold.',
}

const WORD_FOR_WORD = {
  hint: 'This market has no language model. Begin each fact with a dash: the lines that fit a question are sold to it, word for word. Lines without a dash are never sold.',
  audience: 'You, and who buys a line that begins with a dash.',
}

function PromptFields({ form, hasModel, hasKey }: KnowledgeFieldsProps) {
  const [prompt, hasOwnModel] = useWatch({ control: form.control, name: ['prompt', 'hasOwnModel'] })
  const words = hasModel || hasOwnModel ? WRITTEN : WORD_FOR_WORD
  return (
    <Step title="What it knows">
      <Field
        label="What it knows and how it answers"
        hint={words.hint}
        audience={words.audience}
        error={form.formState.errors.prompt?.message}
        counter={<Counter length={prompt.length} max={PRIVATE_CHARS_MAX} />}
        required
      >
        <Textarea reading rows={8} {...form.register('prompt')} />
      </Field>
      <ModelFields form={form} hasModel={hasModel} hasKey={hasKey} label="Which model writes" />
    </Step>
  )
}

function DocumentFields({ form, isEdit, hasModel, hasKey }: KnowledgeFieldsProps) {
  const usesEmbeddings = useWatch({ control: form.control, name: 'usesEmbeddings' })
  const { errors } = form.formState
  return (
    <Step title="What it knows">
      {isEdit ? null : (
        <Note title="Documents come next">
          Once the bot is made, its page has a place for them: Markdown, text, HTML or PDF. It is silent until
          the first one has been read.
        </Note>
      )}
      <Disclosure
        key={errors.fitMin ? 'open' : 'shut'}
        defaultOpen={isEdit || errors.fitMin !== undefined || usesEmbeddings}
        summary="How it searches"
      >
        <div className="space-y-5">
          <Field
            label="How well a passage must fit, in per cent"
            hint="The share of the question’s words that a passage must have, rare words counting more. Passages that fit less are not offered."
            error={errors.fitMin?.message}
            className="max-w-sm"
          >
            <Input inputMode="decimal" autoComplete="off" className="nums" {...form.register('fitMin')} />
          </Field>
          <Checkbox
            label={NAME_DOCUMENTS_LABEL}
            hint="Everybody then reads its title. Otherwise a teaser has the passage’s length and what you say about the bot."
            {...form.register('namesDocuments')}
          />
          <Checkbox
            label="Search by meaning too"
            hint="Finds passages that say the same in other words. Calls a model for each question."
            {...form.register('usesEmbeddings')}
          />
          {usesEmbeddings ? (
            <ModelFields
              form={form}
              hasModel={hasModel}
              hasKey={hasKey}
              label="Which model compares meanings"
              hasEmbeddings
            />
          ) : null}
        </div>
      </Disclosure>
    </Step>
  )
}

function ServerFields({ form, isEdit }: KnowledgeFieldsProps) {
  return (
    <Step title="Where it is">
      <Field
        label="Address of your server"
        hint="We send each question there, signed, and wait 15 seconds for the answer. It may also answer later."
        audience="You. It is never shown to anybody else."
        error={form.formState.errors.url?.message}
        required
      >
        <Input
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://bots.example.org/caveat"
          {...form.register('url')}
        />
      </Field>
      {isEdit ? null : (
        <p className="measure text-muted text-sm">
          The secret that the calls are signed with is shown on the bot’s page once it is made, with a button
          that sends a test call.
        </p>
      )}
    </Step>
  )
}

function QueueFields() {
  return (
    <Step title="Where it is">
      <p className="measure text-muted text-sm">
        Wherever you run it. With a key that may read and sell (Settings, under Keys) your program asks the
        market what waits, as often as it likes, and answers.
      </p>
    </Step>
  )
}
