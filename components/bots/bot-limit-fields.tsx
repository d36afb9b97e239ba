'use client'

import { useState } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { callsModels } from '@/components/bots/bot-draft'
import { type BotFormHandle, Step } from '@/components/bots/bot-form-parts'
import { audienceInWords } from '@/components/bots/bot-words'
import { PhraseInput } from '@/components/form/phrase-input'
import { RadioGroup } from '@/components/ui/choice'
import { Disclosure } from '@/components/ui/disclosure'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { AUDIENCE_PEOPLE_MAX } from '@/server/contract/bots'

const AUDIENCE_CHOICES = [
  { value: 'everyone', label: 'Everyone’s', hint: 'Never your own: nobody sells to themselves.' },
  { value: 'only', label: 'Only these people’s' },
  { value: 'except', label: 'Everyone’s except these people’s' },
] as const

/** For whom it works and how much a day: sensible as it stands, so folded away behind what it says. */
export function LimitFields({ form }: { form: BotFormHandle }) {
  const [isOpen, setIsOpen] = useState(false)
  const { errors } = form.formState
  const [kind, who, handles, perDay, perContext, usesEmbeddings] = useWatch({
    control: form.control,
    name: ['kind', 'who', 'handles', 'offersPerDay', 'offersPerContext', 'usesEmbeddings'],
  })
  const hasError = Boolean(
    errors.handles || errors.offersPerDay || errors.offersPerContext || errors.tokensPerDay,
  )
  const hasTokens = callsModels({ kind, usesEmbeddings })
  return (
    <Step title="For whom, and how much a day">
      <Disclosure
        open={isOpen || hasError}
        onOpenChange={setIsOpen}
        summary={
          <>
            {audienceInWords({ who, handles })}
            <span className="font-normal text-muted">
              , at most {perDay} offers a day{kind === 'fixed' ? '' : `, ${perContext} on one question`}
            </span>
          </>
        }
      >
        <div className="space-y-6">
          <Controller
            control={form.control}
            name="who"
            render={({ field }) => (
              <Field label="Whose questions it answers" audience="You alone see the list.">
                <RadioGroup options={AUDIENCE_CHOICES} value={field.value} onValueChange={field.onChange} />
              </Field>
            )}
          />
          {who === 'everyone' ? null : (
            <Controller
              control={form.control}
              name="handles"
              render={({ field }) => (
                <Field
                  label="These people"
                  hint="By the name in the address of their profile: “ada” for /people/ada."
                  error={errors.handles?.message}
                  required
                >
                  <PhraseInput
                    noun="name"
                    value={field.value}
                    onChange={field.onChange}
                    max={AUDIENCE_PEOPLE_MAX}
                    placeholder="ada, ben"
                  />
                </Field>
              )}
            />
          )}
          <div className="grid gap-5 sm:grid-cols-2">
            <Field label="Offers a day" error={errors.offersPerDay?.message} required>
              <Input
                inputMode="numeric"
                autoComplete="off"
                className="nums"
                {...form.register('offersPerDay')}
              />
            </Field>
            {kind === 'fixed' ? null : (
              <Field label="Offers on one question" error={errors.offersPerContext?.message} required>
                <Input
                  inputMode="numeric"
                  autoComplete="off"
                  className="nums"
                  {...form.register('offersPerContext')}
                />
              </Field>
            )}
            {hasTokens ? (
              <Field
                label="Model tokens a day"
                hint="Read and written together; a short answer takes one or two thousand."
                error={errors.tokensPerDay?.message}
                className="sm:col-span-2"
                required
              >
                <Input
                  inputMode="numeric"
                  autoComplete="off"
                  className="nums max-w-sm"
                  {...form.register('tokensPerDay')}
                />
              </Field>
            ) : null}
          </div>
          <p className="text-muted text-sm">A bot that has reached a limit is silent until midnight UTC.</p>
        </div>
      </Disclosure>
    </Step>
  )
}
