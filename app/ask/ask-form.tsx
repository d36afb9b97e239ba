'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { AddresseeField } from '@/app/ask/addressee-field'
import { AskExamples } from '@/app/ask/ask-examples'
import { SimilarWhileTyping } from '@/app/ask/similar-while-typing'
import { useTRPC } from '@/app/trpc'
import { DraftNote } from '@/components/form/draft-note'
import { draftKey, readDraft, writeDraft } from '@/components/form/draft-store'
import { NeedsScript } from '@/components/form/needs-script'
import { zodResolver } from '@/components/form/resolver'
import { readServerError } from '@/components/form/server-error'
import { useDraft, useLeaveGuard } from '@/components/form/use-draft'
import { useIsLive } from '@/components/form/use-is-live'
import { AskConfirm, type Asking } from '@/components/question/ask-confirm'
import {
  type AskDraft,
  askChoicesSchema,
  askDraftSchema,
  askErrors,
  askFormSchema,
  emptyAskDraft,
  isEmptyAskDraft,
} from '@/components/question/ask-draft'
import { AskFields, MoreFields } from '@/components/question/ask-fields'
import { type AskLink, askHref, draftOfLink } from '@/components/question/ask-link'
import { tooLittleFor } from '@/components/question/budget-words'
import { useGuessedKind } from '@/components/question/use-guessed-kind'
import { Button } from '@/components/ui/button'
import { ErrorNote } from '@/components/ui/feedback'
import { askableMicros } from '@/server/contract/ledger'
import type { AskInput, Quote } from '@/server/contract/market'
import type { AddresseeView } from '@/server/contract/market-view'

export type AskFormProps = {
  /** Null while signed out: everything works but the last step. */
  handle: string | null
  /** As the page was drawn; kept up to date from there. */
  availableMicros: bigint | null
  /** The market's models by name, the usual one first. */
  models: readonly string[]
  /** What the market's bots know, with questions that they answer; empty where nobody says. */
  known: readonly { subject: string; question: string }[]
  /** What the address fills in. */
  link: AskLink | null
  /** Whom the address names. */
  named: AddresseeView | null
}

/** The form of asking: kept as it is typed, judged by the contract, its cost shown before anything is held. */
export function AskForm({ handle, availableMicros: drawnMicros, models, known, link, named }: AskFormProps) {
  const here = askHref(link)
  const trpc = useTRPC()
  const router = useRouter()
  const queryClient = useQueryClient()
  const form = useForm<AskDraft, unknown, AskInput>({
    resolver: zodResolver(askFormSchema),
    defaultValues: link ? draftOfLink(link, named) : emptyAskDraft(),
  })
  const draft = useDraft({
    form,
    // What was begun without the link stays as it was.
    what: link ? `ask.${here}` : 'ask',
    owner: handle,
    schema: askDraftSchema,
    empty: emptyAskDraft,
    isEmpty: isEmptyAskDraft,
  })
  useGuessedKind(form)
  const choicesKey = draftKey('ask-choices', handle)
  useEffect(() => {
    const choices = readDraft(choicesKey, askChoicesSchema)
    // A draft has choices of its own.
    if (choices && isEmptyAskDraft(form.getValues())) form.reset({ ...form.getValues(), ...choices })
  }, [choicesKey, form])
  const isLive = useIsLive()
  const now = useNow()
  const [confirming, setConfirming] = useState<{ input: AskInput; asking: Asking } | null>(null)
  const ask = useMutation(trpc.contexts.ask.mutationOptions())
  const wallet = useQuery({ ...trpc.wallet.summary.queryOptions(), enabled: handle !== null }).data
  useLeaveGuard(ask.isPending || (!draft.isKept && form.formState.isDirty))

  const submit = form.handleSubmit(async (input) => {
    const { budgetMicros } = input
    try {
      // Money moves elsewhere too; what is shown before confirming is asked for each time.
      const quote = await queryClient.fetchQuery({
        ...trpc.contexts.quote.queryOptions({ budgetMicros }),
        staleTime: 0,
      })
      const tooLittle = tooLittleFor(quote)
      if (tooLittle === null) setConfirming({ input, asking: askingOf(input, quote) })
      else form.setError('budget', { type: 'server', message: tooLittle }, { shouldFocus: true })
    } catch (error) {
      form.setError('root', { type: 'server', message: readServerError(error).message })
    }
  })

  async function confirm() {
    if (confirming === null) return
    try {
      const { contextId } = await ask.mutateAsync(confirming.input)
      writeDraft(choicesKey, askChoicesSchema.parse(form.getValues()))
      draft.forget()
      // What the question holds is no longer available: the header says so at once.
      void queryClient.invalidateQueries(trpc.wallet.pathFilter())
      router.push(`/questions/${contextId}`)
    } catch (error) {
      setConfirming(null)
      const [first, ...rest] = askErrors(readServerError(error), form.getValues())
      for (const { place, message } of rest) form.setError(place, { type: 'server', message })
      if (first) form.setError(first.place, { type: 'server', message: first.message }, { shouldFocus: true })
    }
  }

  const rootError = form.formState.errors.root?.message
  return (
    <>
      <NeedsScript doing="Asking" />
      <form
        noValidate
        inert={!isLive}
        onSubmit={submit}
        className="grid grid-cols-1 gap-x-20 gap-y-6 lg:grid-cols-[minmax(0,42rem)_18rem] lg:grid-rows-[auto_1fr]"
      >
        <div className="min-w-0 space-y-6">
          <DraftNote isRestored={draft.isRestored} isKept={draft.isKept} onDiscard={draft.discard} />
          <AskFields form={form} availableMicros={wallet ? askableMicros(wallet) : drawnMicros} now={now} />
          <MoreFields form={form} now={now} models={models} addressees={<AddresseeField form={form} />} />
        </div>
        {/* On a phone between the fields and the button: what is answered already is seen before it is asked again. */}
        <aside className="empty:hidden lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <div className="space-y-8 lg:sticky lg:top-20">
            <SimilarWhileTyping form={form} />
            <HowItGoes />
          </div>
        </aside>
        <div className="min-w-0 space-y-6">
          <footer className="space-y-4">
            {rootError ? <ErrorNote>{rootError}</ErrorNote> : null}
            {handle === null ? (
              <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
                <Button variant="primary" size="lg" asChild>
                  <Link href={`/sign-in?callbackUrl=${encodeURIComponent(here)}`} onClick={draft.save}>
                    Sign in to ask
                  </Link>
                </Button>
                <p className="text-muted text-sm">Your draft is kept.</p>
              </div>
            ) : (
              <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
                <Button
                  type="submit"
                  variant="primary"
                  size="lg"
                  pending={form.formState.isSubmitting}
                  pendingLabel="Adding up the cost…"
                >
                  Ask
                </Button>
                <p className="text-muted text-sm">Nothing is held before you confirm.</p>
              </div>
            )}
          </footer>
          <AskExamples
            known={known}
            onChoose={(question) => {
              form.setValue('title', question, { shouldDirty: true, shouldValidate: true })
              form.setFocus('title')
            }}
          />
        </div>
      </form>
      <AskConfirm
        asking={confirming?.asking ?? null}
        pending={ask.isPending || ask.isSuccess}
        onConfirm={confirm}
        onClose={() => setConfirming(null)}
      />
    </>
  )
}

/** What is shown before it is asked: the deadline runs from then on. */
function askingOf({ title, deadlineMinutes, start, policy }: AskInput, quote: Quote): Asking {
  return {
    title,
    quote,
    deadlineAt: new Date(Date.now() + deadlineMinutes * 60_000),
    isAnsweredOnce: start.rule === 'deadline' || policy.maxSittings === 1,
  }
}

/** The browser's time, once a minute; null until the page is live. */
function useNow(): number | null {
  const [now, setNow] = useState<number | null>(null)
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

const STEPS = [
  'Your budget is held, not spent.',
  'People and bots post offers: a public teaser, the full text, a price.',
  'The agent reads the full texts, asks the market back where it doubts, and buys what is worth it.',
  'What it did not buy is forgotten. The answer cites what it bought.',
  'Until the deadline, or until you say “enough”, better offers are read and the answer is revised. The rest of the budget returns.',
]

function HowItGoes() {
  return (
    <section aria-labelledby="how-it-goes" className="hidden lg:block">
      <h2 id="how-it-goes" className="eyebrow">
        What happens then
      </h2>
      <ol className="mt-2 list-decimal space-y-2 pl-4 text-muted text-sm marker:text-muted">
        {STEPS.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  )
}
