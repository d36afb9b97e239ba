'use client'

import { useForm } from 'react-hook-form'
import { zodResolver } from '@/components/form/resolver'
import type { ServerError } from '@/components/form/server-error'
import { useLeaveGuard } from '@/components/form/use-draft'
import { useIsLive } from '@/components/form/use-is-live'
import { type AskDraft, askErrors, askFormSchema, draftOfView } from '@/components/question/ask-draft'
import { QuestionFields } from '@/components/question/ask-fields'
import { ContextFields } from '@/components/question/context-fields'
import { DecisionFields } from '@/components/question/decision-fields'
import { Button } from '@/components/ui/button'
import { ErrorNote, Note } from '@/components/ui/feedback'
import type { AskInput, EditContextInput } from '@/server/contract/market'
import type { ContextView } from '@/server/contract/market-view'

export type EditFormProps = {
  view: ContextView
  /** Sends the edit; what the server refuses comes back, null when it is done. */
  onEdit: (edit: EditContextInput) => Promise<ServerError | null>
  onDone: () => void
}

/** Edits a question: everything but money and time before the first offer, its words afterwards. */
export function EditForm({ view, onEdit, onDone }: EditFormProps) {
  const isLive = useIsLive()
  const isFree = view.can.edit === 'free'
  const form = useForm<AskDraft, unknown, AskInput>({
    resolver: zodResolver(askFormSchema),
    defaultValues: draftOfView(view),
  })
  const { isSubmitting, isDirty, errors } = form.formState
  useLeaveGuard(isDirty)

  const submit = form.handleSubmit(async ({ title, body, decision, pages, tags }) => {
    const refusal = await onEdit({
      contextId: view.id,
      title,
      body,
      ...(isFree ? { decision, pages, tags } : {}),
    })
    if (refusal === null) return onDone()
    for (const { place, message } of askErrors(refusal, form.getValues())) {
      form.setError(place, { type: 'server', message })
    }
  })

  return (
    <form noValidate inert={!isLive} onSubmit={submit} className="space-y-6">
      {isFree ? null : (
        <Note>
          There are offers already, so the edit is marked: everyone can see what changed. Kind, options, pages
          and tags are fixed.
        </Note>
      )}
      <QuestionFields form={form} seen="once you save" />
      {isFree ? (
        <>
          <DecisionFields form={form} />
          <ContextFields form={form} seen="once you save" />
        </>
      ) : null}
      {errors.root ? <ErrorNote>{errors.root.message}</ErrorNote> : null}
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          variant="primary"
          pending={isSubmitting}
          pendingLabel="Saving…"
          disabled={!isDirty}
        >
          Save the edit
        </Button>
        <Button variant="quiet" onClick={onDone}>
          Leave it as it was
        </Button>
      </div>
    </form>
  )
}
