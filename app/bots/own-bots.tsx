'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Pause, Play } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { toast } from 'sonner'
import { useTRPC } from '@/app/trpc'
import { BotCard } from '@/components/bots/bot-card'
import { BotRunList } from '@/components/bots/bot-run-list'
import { readServerError } from '@/components/form/server-error'
import { Prose } from '@/components/markdown/prose'
import { Button } from '@/components/ui/button'
import { Disclosure } from '@/components/ui/disclosure'
import { EmptyState, ErrorNote, SkeletonText } from '@/components/ui/feedback'
import type { BotView } from '@/server/sellers/contract'

/** A bot's log moves while it works; often enough to watch, seldom enough not to matter. */
const LOG_EVERY_MS = 5_000

/** One's own bots: what they know, what they did, pause and go on. */
export function OwnBots({ firstBots }: { firstBots: BotView[] }) {
  const trpc = useTRPC()
  const bots = useQuery({ ...trpc.bots.list.queryOptions({ mine: true }), initialData: firstBots })
  return (
    <section aria-labelledby="your-bots">
      <h2 id="your-bots" className="display mb-4 text-xl">
        Your bots
      </h2>
      {bots.data.length === 0 ? (
        <EmptyState
          title="None yet"
          action={
            <Button asChild>
              <Link href="/bots/new">Make a bot</Link>
            </Button>
          }
        >
          A bot needs something it knows, a few words that wake it, and a price. It works while you are away.
        </EmptyState>
      ) : (
        <ul className="space-y-4">
          {bots.data.map((bot) => (
            <OwnBot key={bot.id} bot={bot} />
          ))}
        </ul>
      )}
    </section>
  )
}

function OwnBot({ bot }: { bot: BotView }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const [isLogOpen, setIsLogOpen] = useState(false)
  const pause = useMutation(
    trpc.bots.pause.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries(trpc.bots.list.queryFilter()),
      onError: (error) => toast.error(readServerError(error).message),
    }),
  )
  return (
    <BotCard
      bot={bot}
      actions={
        <Button
          size="sm"
          pending={pause.isPending}
          aria-label={bot.isPaused ? `Let ${bot.name} go on` : `Pause ${bot.name}`}
          onClick={() => pause.mutate({ botId: bot.id, isPaused: !bot.isPaused })}
        >
          {bot.isPaused ? <Play aria-hidden /> : <Pause aria-hidden />}
          {bot.isPaused ? 'Go on' : 'Pause'}
        </Button>
      }
    >
      <div className="mt-4 space-y-1 border-line border-t pt-3">
        <Disclosure summary="What it knows">
          <p className="mb-2 text-muted text-xs">
            You, the inspector and whoever buys it. It is kept sealed.
          </p>
          <Prose markdown={bot.own?.knowledge ?? ''} />
        </Disclosure>
        <Disclosure summary="What it did" open={isLogOpen} onOpenChange={setIsLogOpen}>
          {isLogOpen ? <RunLog botId={bot.id} /> : null}
        </Disclosure>
      </div>
    </BotCard>
  )
}

function RunLog({ botId }: { botId: string }) {
  const trpc = useTRPC()
  const runs = useQuery({ ...trpc.bots.runs.queryOptions({ botId }), refetchInterval: LOG_EVERY_MS })
  if (runs.error && !runs.data) return <ErrorNote>{readServerError(runs.error).message}</ErrorNote>
  if (!runs.data) return <SkeletonText lines={3} />
  return <BotRunList runs={runs.data} />
}
