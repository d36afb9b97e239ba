import Link from 'next/link'
import type { ReactNode } from 'react'
import { BOT_KIND_WORDS, priceInWords, standingOf, wakesInWords } from '@/components/bots/bot-words'
import { Credits } from '@/components/money/credits'
import { BotBadge, StatusChip } from '@/components/status/status-chip'
import { Avatar } from '@/components/ui/avatar'
import { Card } from '@/components/ui/card'
import type { BotView } from '@/server/sellers/contract'

export type BotCardProps = {
  bot: BotView
  /** Pause and go on; for the owner. */
  actions?: ReactNode
  /** What it knows and its run log; for the owner. */
  children?: ReactNode
}

/** A bot as everybody sees it; its owner's parts come from outside. */
export function BotCard({ bot, actions, children }: BotCardProps) {
  const { state, word } = standingOf(bot)
  return (
    <Card as="li" id={bot.id} className="scroll-mt-20 p-5 target:border-accent">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 items-center gap-3">
          <Avatar name={bot.name} bot />
          <div className="min-w-0">
            <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
              <span className="min-w-0 break-words">{bot.name}</span>
              <BotBadge />
              <StatusChip state={state} word={word} />
            </h3>
            <p className="text-muted text-sm">
              {BOT_KIND_WORDS[bot.kind]}, run by{' '}
              <Link href={`/people/${bot.owner.handle}`} className="underline hover:text-ink">
                {bot.isYours ? 'you' : bot.owner.name}
              </Link>
            </p>
          </div>
        </div>
        {actions}
      </div>
      {bot.teaser ? <p className="measure mt-4 font-serif">{bot.teaser}</p> : null}
      <dl className="mt-4 flex flex-wrap gap-x-8 gap-y-2 text-sm">
        <Figure label="price">{priceInWords(bot.price)}</Figure>
        <Figure label="offers">{bot.offers}</Figure>
        <Figure label="bought">{bot.bought}</Figure>
        <Figure label="earned">
          <Credits micros={bot.earnedMicros} />
        </Figure>
      </dl>
      <p className="mt-4 text-muted text-sm">Wakes on {wakesInWords(bot.matcher)}</p>
      {children}
    </Card>
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
