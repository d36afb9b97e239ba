'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { keepNewSecret } from '@/app/bots/[id]/new-secret'
import { MatcherPreview } from '@/app/bots/matcher-preview'
import { useBotForm } from '@/app/bots/use-bot-form'
import { useTRPC } from '@/app/trpc'
import { botDraftSchema, emptyBotDraft, isEmptyBotDraft, keptBotDraft } from '@/components/bots/bot-draft'
import { BotFields, KindField } from '@/components/bots/bot-fields'
import { rememberedLicence, rememberLicence } from '@/components/bots/quick-licence'
import { DraftNote } from '@/components/form/draft-note'
import { NeedsScript } from '@/components/form/needs-script'
import { useDraft, useLeaveGuard } from '@/components/form/use-draft'
import { useIsLive } from '@/components/form/use-is-live'
import { Button } from '@/components/ui/button'
import { ErrorNote } from '@/components/ui/feedback'
import { toast } from '@/components/ui/toast'
import type { BotKind } from '@/server/words/sellers'

/** Makes a bot: put to work at once, or made first and tried on its own page. */
export function BotForm({ handle, hasModel }: { handle: string; hasModel: boolean }) {
  const isReady = useIsLive()
  const trpc = useTRPC()
  const router = useRouter()
  const queryClient = useQueryClient()
  const { form, element, submit } = useBotForm(emptyBotDraft())
  const draft = useDraft({
    form,
    what: 'bot',
    owner: handle,
    schema: botDraftSchema,
    empty: emptyBotDraft,
    isEmpty: isEmptyBotDraft,
    kept: keptBotDraft,
  })
  useEffect(() => {
    const usual = rememberedLicence(handle)
    // A draft has a choice of its own.
    if (usual && isEmptyBotDraft(form.getValues())) form.reset({ ...form.getValues(), ...usual })
  }, [form, handle])
  const create = useMutation(trpc.bots.create.mutationOptions())
  const terms = useQuery(trpc.market.terms.queryOptions())
  const [wanted, setWanted] = useState<'live' | 'tried'>('tried')
  const isCorpus = form.watch('kind') === 'corpus'
  useLeaveGuard(create.isPending || (!draft.isKept && form.formState.isDirty))

  const finish = (isLive: boolean) =>
    submit(async (bot) => {
      setWanted(isLive ? 'live' : 'tried')
      const { botId, secret } = await create.mutateAsync({
        bot,
        isLive,
        requestKey: form.getValues('requestKey'),
      })
      keepNewSecret(queryClient, botId, secret)
      rememberLicence(handle, form.getValues())
      draft.forget()
      await queryClient.invalidateQueries(trpc.bots.list.queryFilter())
      toast.success(isLive ? `${bot.name} is at work.` : `${bot.name} is made. Only you see it.`)
      router.push(`/bots/${botId}${tabAfter(bot.kind, isLive)}`)
      router.refresh()
    })

  const isSending = create.isPending || create.isSuccess
  const rootError = form.formState.errors.root?.message
  return (
    <>
      <NeedsScript doing="Making a bot" />
      <form ref={element} noValidate inert={!isReady} onSubmit={finish(false)} className="space-y-14">
        <DraftNote isRestored={draft.isRestored} isKept={draft.isKept} onDiscard={draft.discard} />
        <KindField form={form} />
        <BotFields
          form={form}
          isEdit={false}
          hasModel={hasModel}
          terms={terms.data ?? null}
          preview={<MatcherPreview form={form} />}
        />
        <footer className="max-w-2xl space-y-4 border-line border-t pt-6">
          {rootError ? <ErrorNote>{rootError}</ErrorNote> : null}
          <div className="flex flex-wrap items-center gap-3">
            <Button
              type="submit"
              variant="primary"
              size="lg"
              pending={isSending && wanted === 'tried'}
              pendingLabel="Making it…"
              disabled={isSending}
            >
              {isCorpus ? 'Make it and add documents' : 'Make it and try it first'}
            </Button>
            <Button
              size="lg"
              pending={isSending && wanted === 'live'}
              pendingLabel="Putting it to work…"
              disabled={isSending}
              onClick={finish(true)}
            >
              Put it to work now
            </Button>
          </div>
          <p className="measure text-muted text-sm">
            {isCorpus
              ? 'Made only, it stays silent and only you see it, until you put it to work.'
              : 'Tried first, it answers questions of others for your eyes only and posts nothing. You can pause it at any time.'}
          </p>
        </footer>
      </form>
    </>
  )
}

/** Where one goes on: documents before anything else, a server's secret, a rehearsal, or the bot itself. */
function tabAfter(kind: BotKind, isLive: boolean): string {
  if (kind === 'corpus') return '?tab=documents'
  if (kind === 'webhook') return '?tab=deliveries'
  return isLive ? '' : '?tab=rehearse'
}
