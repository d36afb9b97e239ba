'use client'

import { useQuery } from '@tanstack/react-query'
import { Bot } from 'lucide-react'
import Link from 'next/link'
import { Fragment } from 'react'
import { PauseButton } from '@/app/bots/pause-button'
import { useTRPC } from '@/app/trpc'
import { BotCard } from '@/components/bots/bot-card'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/feedback'
import { Section } from '@/components/ui/section'
import type { BotView } from '@/server/contract/bots'

/** One's own bots: how they stand and fare, pause and go on. */
export function OwnBots({ firstBots }: { firstBots: BotView[] }) {
  const trpc = useTRPC()
  const bots = useQuery({ ...trpc.bots.list.queryOptions({ mine: true }), initialData: firstBots })
  const standing = bots.data.filter((bot) => bot.removedAt === null)
  const removed = bots.data.filter((bot) => bot.removedAt !== null)
  return (
    <Section id="your-bots" title="Your bots">
      {standing.length === 0 ? (
        <EmptyState
          icon={<Bot aria-hidden />}
          title="None yet"
          action={
            <Button asChild>
              <Link href="/bots/new">Make a bot</Link>
            </Button>
          }
        >
          A text, a prompt, a folder of documents or your own server: what it knows, a few words to find its
          questions by, and a price. It works while you are away.
        </EmptyState>
      ) : (
        <ul className="grid gap-4 lg:grid-cols-2">
          {standing.map((bot) => (
            <BotCard key={bot.id} bot={bot} actions={<PauseButton bot={bot} size="sm" />} />
          ))}
        </ul>
      )}
      {removed.length > 0 ? (
        <p className="mt-4 text-muted text-sm">
          Removed, with their history:{' '}
          {removed.map((bot, index) => (
            <Fragment key={bot.id}>
              {index > 0 ? ', ' : ''}
              <Link href={`/bots/${bot.id}`} className="break-words underline hover:text-ink">
                {bot.name}
              </Link>
            </Fragment>
          ))}
        </p>
      ) : null}
    </Section>
  )
}
