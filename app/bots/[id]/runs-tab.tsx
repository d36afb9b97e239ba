'use client'

import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useTRPC } from '@/app/trpc'
import { BotRunList } from '@/components/bots/bot-run-list'
import { readServerError } from '@/components/form/server-error'
import { EmptyState, ErrorNote, SkeletonText } from '@/components/ui/feedback'
import type { BotView } from '@/server/contract/bots'

/** A bot's log moves while it works; often enough to watch, seldom enough not to matter. */
const LOG_EVERY_MS = 5_000

/** What a bot was asked and what became of it. */
export function RunsTab({ bot }: { bot: BotView }) {
  const trpc = useTRPC()
  const runs = useQuery({
    ...trpc.bots.runs.queryOptions({ botId: bot.id }),
    refetchInterval: LOG_EVERY_MS,
  })
  if (runs.error && !runs.data) return <ErrorNote>{readServerError(runs.error).message}</ErrorNote>
  if (!runs.data) return <SkeletonText lines={6} />
  if (runs.data.length === 0) {
    return (
      <EmptyState icon={<History aria-hidden />} title="Not asked yet">
        {bot.isPaused
          ? 'Once it is at work, each question that it is asked appears here with what it said and what became of that.'
          : 'The next question that it is asked appears here, with what it said and what became of that.'}
      </EmptyState>
    )
  }
  return <BotRunList runs={runs.data} />
}
