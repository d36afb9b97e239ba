'use client'

import type { ReactNode } from 'react'
import { FiguresPanel } from '@/app/bots/[id]/figures-panel'
import type { GoTo } from '@/app/bots/[id]/tabs'
import { BotToday } from '@/components/bots/bot-today'
import { pauseInWords } from '@/components/bots/bot-words'
import { Button } from '@/components/ui/button'
import { Note } from '@/components/ui/feedback'
import type { BotView } from '@/server/contract/bots'
import type { PauseReason } from '@/server/words/sellers'

export type OverviewTabProps = {
  bot: BotView
  own: NonNullable<BotView['own']>
  goTo: GoTo
  publicPart: ReactNode
}

/** How a bot stands, what it has used today, and what everybody sees of it. */
export function OverviewTab({ bot, own, goTo, publicPart }: OverviewTabProps) {
  const pause = pauseInWords(bot)
  return (
    <div className="space-y-10">
      {pause ? (
        <Note
          tone={bot.pausedFor === 'failures' || bot.pausedFor === 'dead-address' ? 'bad' : 'warn'}
          title={pause.title}
          action={<WayOut reason={bot.pausedFor ?? 'owner'} bot={bot} goTo={goTo} />}
        >
          {pause.wayOut}
        </Note>
      ) : own.failures > 0 ? (
        <Note
          tone="warn"
          title={own.failures === 1 ? 'The last run failed.' : `The last ${own.failures} runs failed.`}
          action={
            <Button size="sm" onClick={() => goTo('runs')}>
              See the runs
            </Button>
          }
        >
          After three in a row it is paused, so that a broken bot tells you and not the market.
        </Note>
      ) : null}
      {bot.removedAt ? null : <BotToday bot={bot} own={own} />}
      <FiguresPanel botId={bot.id} />
      <section aria-labelledby="bot-public" className="space-y-4 border-line border-t pt-10">
        <h2 id="bot-public" className="eyebrow">
          What everybody sees
        </h2>
        {publicPart}
      </section>
    </div>
  )
}

/** Where to go to put right what stopped it; going on itself is the page's main button. */
function WayOut({ reason, bot, goTo }: { reason: PauseReason; bot: BotView; goTo: GoTo }) {
  if (reason === 'owner') return null
  const [tab, label] =
    reason === 'failures'
      ? (['runs', 'See the runs'] as const)
      : reason === 'dead-address'
        ? (['deliveries', 'See the deliveries'] as const)
        : bot.kind === 'corpus'
          ? (['documents', 'Add documents'] as const)
          : (['rehearse', 'Try it first'] as const)
  return (
    <Button size="sm" onClick={() => goTo(tab)}>
      {label}
    </Button>
  )
}
