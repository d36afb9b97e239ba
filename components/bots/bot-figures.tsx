import type { ReactNode } from 'react'
import { Credits } from '@/components/money/credits'
import type { BotView } from '@/server/contract/bots'

/** What a bot has done since it was made, in three figures. */
export function BotFigures({ bot }: { bot: Pick<BotView, 'offers' | 'bought' | 'earnedMicros'> }) {
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2 text-sm">
      <Figure label={bot.offers === 1 ? 'offer' : 'offers'}>{bot.offers}</Figure>
      <Figure label="bought">{bot.bought}</Figure>
      <Figure label="credits earned">
        <Credits micros={bot.earnedMicros} unit={false} />
      </Figure>
    </dl>
  )
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-row-reverse items-baseline justify-end gap-1.5">
      <dt className="text-muted">{label}</dt>
      <dd className="nums font-medium">{children}</dd>
    </div>
  )
}
