'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useForm } from 'react-hook-form'
import { toast } from 'sonner'
import { useTRPC } from '@/app/trpc'
import {
  type BotDraft,
  botDraftSchema,
  botErrors,
  botFormSchema,
  emptyBotDraft,
  isEmptyBotDraft,
} from '@/components/bots/bot-draft'
import { BotFields } from '@/components/bots/bot-fields'
import { DraftNote } from '@/components/form/draft-note'
import { readServerError } from '@/components/form/server-error'
import { useDraft, useLeaveGuard } from '@/components/form/use-draft'
import { useIsLive } from '@/components/form/use-is-live'
import { Button } from '@/components/ui/button'
import { ErrorNote } from '@/components/ui/feedback'
import type { CreateBotInput } from '@/server/sellers/contract'

export function BotForm({ handle }: { handle: string }) {
  const isLive = useIsLive()
  const trpc = useTRPC()
  const router = useRouter()
  const queryClient = useQueryClient()
  const form = useForm<BotDraft, unknown, CreateBotInput>({
    resolver: zodResolver(botFormSchema),
    defaultValues: emptyBotDraft(),
  })
  const draft = useDraft({
    form,
    what: 'bot',
    owner: handle,
    schema: botDraftSchema,
    empty: emptyBotDraft,
    isEmpty: isEmptyBotDraft,
  })
  const create = useMutation(trpc.bots.create.mutationOptions())
  useLeaveGuard(create.isPending || (!draft.isKept && form.formState.isDirty))

  const submit = form.handleSubmit(async (input) => {
    try {
      const { botId } = await create.mutateAsync(input)
      draft.discard()
      await queryClient.invalidateQueries(trpc.bots.list.queryFilter())
      toast.success(`${input.bot.name} is at work.`)
      router.push(`/bots#${botId}`)
      router.refresh()
    } catch (error) {
      const [first, ...rest] = botErrors(readServerError(error))
      for (const { place, message } of rest) form.setError(place, { type: 'server', message })
      if (first) form.setError(first.place, { type: 'server', message: first.message }, { shouldFocus: true })
    }
  })

  const rootError = form.formState.errors.root?.message
  return (
    <form noValidate inert={!isLive} onSubmit={submit} className="space-y-10">
      <DraftNote isRestored={draft.isRestored} isKept={draft.isKept} onDiscard={draft.discard} />
      <BotFields form={form} />
      <footer className="space-y-4 border-line border-t pt-6">
        {rootError ? <ErrorNote>{rootError}</ErrorNote> : null}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            type="submit"
            variant="primary"
            size="lg"
            pending={create.isPending || create.isSuccess}
            pendingLabel="Putting it to work…"
          >
            Put it to work
          </Button>
          <p className="text-muted text-sm">You can pause it at any time.</p>
        </div>
      </footer>
    </form>
  )
}
