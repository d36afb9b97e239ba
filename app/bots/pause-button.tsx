'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Pause, Play } from 'lucide-react'
import { useTRPC } from '@/app/trpc'
import { pauseInWords } from '@/components/bots/bot-words'
import { readServerError } from '@/components/form/server-error'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import type { BotView } from '@/server/contract/bots'

/** Pauses a bot, lets it go on, or puts it to work for the first time. */
export function PauseButton({ bot, size = 'md' }: { bot: BotView; size?: 'sm' | 'md' }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const pause = useMutation(
    trpc.bots.pause.mutationOptions({
      onSuccess: async () => {
        await Promise.all([
          queryClient.invalidateQueries(trpc.bots.list.queryFilter()),
          queryClient.invalidateQueries(trpc.bots.view.queryFilter({ botId: bot.id })),
        ])
        toast.success(bot.isPaused ? `${bot.name} is at work.` : `${bot.name} is paused.`)
      },
      onError: (error) => toast.error(readServerError(error).message),
    }),
  )
  const words = pauseInWords(bot)
  return (
    <Button
      size={size}
      variant={bot.pausedFor === 'not-live' && size === 'md' ? 'primary' : 'secondary'}
      pending={pause.isPending}
      aria-label={`${words?.action ?? 'Pause it'}: ${bot.name}`}
      onClick={() => pause.mutate({ botId: bot.id, isPaused: !bot.isPaused })}
    >
      {words ? <Play aria-hidden /> : <Pause aria-hidden />}
      {words?.action ?? 'Pause it'}
    </Button>
  )
}
