'use client'

import { useEffect, useRef } from 'react'
import { type FieldPath, useForm } from 'react-hook-form'
import { type BotDraft, botErrors, botFormSchema } from '@/components/bots/bot-draft'
import type { BotFormHandle } from '@/components/bots/bot-form-parts'
import { zodResolver } from '@/components/form/resolver'
import { readServerError } from '@/components/form/server-error'
import type { BotInput } from '@/server/contract/bots'

/** The form of a bot, new or not. A refusal, of the form or of the server, leads to the first field that is wrong. */
export function useBotForm(defaultValues: BotDraft) {
  const form: BotFormHandle = useForm<BotDraft, unknown, BotInput>({
    resolver: zodResolver(botFormSchema),
    defaultValues,
    // Fields made of chips take no focus from the form; the page is asked instead, see below.
    shouldFocusError: false,
  })
  const element = useRef<HTMLFormElement>(null)
  const { submitCount } = form.formState
  // Counted once the marks are drawn, and not while the person puts them right.
  useEffect(() => {
    if (submitCount > 0) element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [submitCount])

  return {
    form,
    element,
    /** Judges what is typed and hands it on; whatever `send` throws comes back to its fields. */
    submit: (send: (input: BotInput) => Promise<void>) =>
      form.handleSubmit(async (input) => {
        try {
          await send(input)
        } catch (error) {
          for (const { place, message } of botErrors(readServerError(error), form.getValues('kind'))) {
            form.setError(place as FieldPath<BotDraft> | 'root', { type: 'server', message })
          }
        }
      }),
  }
}
