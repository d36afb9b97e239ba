'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { type FormEvent, useRef, useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { DeleteAlert } from '@/app/selling/alerts/delete-alert'
import { useMatcherPreview } from '@/app/selling/alerts/use-matcher-preview'
import { useTRPC } from '@/app/trpc'
import { DraftNote } from '@/components/form/draft-note'
import { NeedsScript } from '@/components/form/needs-script'
import { readServerError } from '@/components/form/server-error'
import { useDraft, useLeaveGuard } from '@/components/form/use-draft'
import { useIsLive } from '@/components/form/use-is-live'
import {
  type AlertDraft,
  type AlertErrors,
  alertDraftSchema,
  alertErrors,
  draftOfAlert,
  emptyAlertDraft,
  isEmptyAlertDraft,
  isSameAlert,
  readAlertDraft,
} from '@/components/matcher/alert-draft'
import { MatcherFields } from '@/components/matcher/matcher-fields'
import { MatcherPreviewPanel } from '@/components/matcher/matcher-preview'
import { Button } from '@/components/ui/button'
import { ErrorNote } from '@/components/ui/feedback'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { toast } from '@/components/ui/toast'
import type { MatcherView } from '@/server/contract/matching'

export type AlertFormProps = {
  handle: string
  /** The one to change; null makes a new one. */
  alert: MatcherView | null
}

/** An alert, new or changed: kept as it is typed, judged by the contract, with what it would have found beside it. */
export function AlertForm({ handle, alert }: AlertFormProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const router = useRouter()
  const isLive = useIsLive()
  const [begin] = useState(() => beginOf(alert))
  const form = useForm<AlertDraft>({ defaultValues: begin.empty() })
  const draft = useDraft({
    form,
    what: alert ? `alert.${alert.id}` : 'alert',
    owner: handle,
    schema: alertDraftSchema,
    ...begin,
  })
  const matcher = useWatch({ control: form.control, name: 'matcher' })
  const name = useWatch({ control: form.control, name: 'name' })
  const preview = useMatcherPreview(matcher)
  const element = useRef<HTMLFormElement>(null)
  const [isJudged, setIsJudged] = useState(false)
  const [refused, setRefused] = useState<AlertErrors | null>(null)
  const create = useMutation(trpc.matchers.create.mutationOptions())
  const update = useMutation(trpc.matchers.update.mutationOptions())
  const isPending = create.isPending || update.isPending
  useLeaveGuard(isPending || (!draft.isKept && form.formState.isDirty))

  const read = readAlertDraft({ name, matcher, requestKey: '' })
  const errors = refused ?? (isJudged && !read.ok ? read.errors : { matcher: {} })

  async function save(event: FormEvent) {
    event.preventDefault()
    setIsJudged(true)
    setRefused(null)
    const values = form.getValues()
    const judged = readAlertDraft(values)
    if (!judged.ok) {
      // Once the complaints are drawn.
      requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
      return
    }
    const input = { name: judged.name, query: judged.query }
    try {
      if (alert) await update.mutateAsync({ matcherId: alert.id, ...input })
      else await create.mutateAsync({ ...input, requestKey: values.requestKey })
    } catch (error) {
      setRefused(alertErrors(readServerError(error)))
      return
    }
    draft.forget()
    await Promise.all([
      client.invalidateQueries(trpc.matchers.pathFilter()),
      client.invalidateQueries(trpc.inbox.pathFilter()),
    ])
    toast.success('The alert is saved. Open questions that it finds come into your inbox now.')
    router.push('/selling/alerts')
    router.refresh()
  }

  return (
    <>
      <NeedsScript doing="An alert" />
      <form
        ref={element}
        noValidate
        inert={!isLive}
        onSubmit={(event) => void save(event)}
        onChange={() => setRefused(null)}
        className="grid grid-cols-1 gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,42rem)_20rem]"
      >
        <div className="min-w-0 space-y-8">
          <DraftNote isRestored={draft.isRestored} isKept={draft.isKept} onDiscard={draft.discard} />
          <Field
            label="Name"
            hint="The inbox says by it which alert found a question."
            audience="You alone, as all of an alert."
            error={errors.name}
            className="max-w-sm"
            required
          >
            <Input autoComplete="off" placeholder="Legumes and cooking" {...form.register('name')} />
          </Field>
          <Controller
            control={form.control}
            name="matcher"
            render={({ field }) => (
              <MatcherFields
                value={field.value}
                onChange={(next) => {
                  setRefused(null)
                  field.onChange(next)
                }}
                errors={errors.matcher}
              />
            )}
          />
        </div>
        <aside className="lg:col-start-2 lg:row-start-1">
          <MatcherPreviewPanel {...preview} className="lg:sticky lg:top-20" />
        </aside>
        <footer className="space-y-4 border-line border-t pt-6 lg:col-start-1">
          {errors.other ? <ErrorNote>{errors.other}</ErrorNote> : null}
          <div className="flex flex-wrap items-center gap-3">
            <Button type="submit" variant="primary" size="lg" pending={isPending}>
              {alert ? 'Save the alert' : 'Make the alert'}
            </Button>
            <Button asChild variant="quiet" size="lg">
              <Link href="/selling/alerts">Go back</Link>
            </Button>
            {alert ? (
              <span className="ml-auto">
                <DeleteAlert alert={alert} onDeleted={draft.discard} />
              </span>
            ) : null}
          </div>
        </footer>
      </form>
    </>
  )
}

/** What the form begins with, and what counts as nothing typed. */
function beginOf(alert: MatcherView | null): {
  empty: () => AlertDraft
  isEmpty: (draft: AlertDraft) => boolean
} {
  if (alert === null) return { empty: emptyAlertDraft, isEmpty: isEmptyAlertDraft }
  const saved = draftOfAlert(alert)
  return { empty: () => saved, isEmpty: (draft) => isSameAlert(draft, saved) }
}
