'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { RemoveBot } from '@/app/bots/[id]/remove-bot'
import { MatcherPreview } from '@/app/bots/matcher-preview'
import { useBotForm } from '@/app/bots/use-bot-form'
import { useTRPC } from '@/app/trpc'
import { draftOfBot } from '@/components/bots/bot-draft'
import { BotFields } from '@/components/bots/bot-fields'
import { useLeaveGuard } from '@/components/form/use-draft'
import { useIsLive } from '@/components/form/use-is-live'
import { Button } from '@/components/ui/button'
import { ErrorNote } from '@/components/ui/feedback'
import { toast } from '@/components/ui/toast'
import type { BotView } from '@/server/contract/bots'

export type SettingsTabProps = { bot: BotView; own: NonNullable<BotView['own']>; hasModel: boolean }

/** Changes everything about a bot but its kind. What it has offered already stays as it is. */
export function SettingsTab({ bot, own, hasModel }: SettingsTabProps) {
  const isReady = useIsLive()
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const { form, element, submit } = useBotForm(draftOfBot(bot, own))
  const update = useMutation(trpc.bots.update.mutationOptions())
  const terms = useQuery(trpc.market.terms.queryOptions())
  const { isDirty, errors } = form.formState
  useLeaveGuard(update.isPending || isDirty)

  const save = submit(async (input) => {
    await update.mutateAsync({ botId: bot.id, bot: input })
    // What was typed is what stands now; the key is gone from the page.
    form.reset({ ...form.getValues(), modelKey: '', removesKey: false })
    await Promise.all([
      queryClient.invalidateQueries(trpc.bots.view.queryFilter({ botId: bot.id })),
      queryClient.invalidateQueries(trpc.bots.list.queryFilter()),
      queryClient.invalidateQueries(trpc.bots.rehearsable.queryFilter({ botId: bot.id })),
    ])
    toast.success('Saved.')
  })

  return (
    <div className="space-y-14">
      <form ref={element} noValidate inert={!isReady} onSubmit={save} className="space-y-14">
        <BotFields
          form={form}
          isEdit
          hasModel={hasModel}
          terms={terms.data ?? null}
          hasKey={own.ownModel?.hasKey}
          preview={<MatcherPreview form={form} />}
        />
        <footer className="max-w-2xl space-y-4 border-line border-t pt-6">
          {errors.root?.message ? <ErrorNote>{errors.root.message}</ErrorNote> : null}
          <div className="flex flex-wrap items-center gap-3">
            <Button type="submit" variant="primary" pending={update.isPending} pendingLabel="Saving…">
              Save
            </Button>
            {isDirty ? (
              <Button onClick={() => form.reset()} disabled={update.isPending}>
                Undo the changes
              </Button>
            ) : null}
            <p className="text-muted text-sm">What it has offered already stays as it is.</p>
          </div>
        </footer>
      </form>
      <RemoveBot bot={bot} />
    </div>
  )
}
