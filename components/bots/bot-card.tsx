import Link from 'next/link'
import type { ReactNode } from 'react'
import { BotFigures } from '@/components/bots/bot-figures'
import {
  BOT_KIND_WORDS,
  dollarsInWords,
  pauseInWords,
  priceInWords,
  standingOf,
  wakesInWords,
} from '@/components/bots/bot-words'
import { BotBadge, StatusChip } from '@/components/status/status-chip'
import { Avatar } from '@/components/ui/avatar'
import { Card } from '@/components/ui/card'
import type { BotView } from '@/server/contract/bots'

export type BotCardProps = {
  bot: BotView
  /** Pause and go on; for the owner. */
  actions?: ReactNode
}

/** A bot in a list: who answers for it, what it sells, for how much, what wakes it and how it fares. */
export function BotCard({ bot, actions }: BotCardProps) {
  const { state, word } = standingOf(bot)
  return (
    <Card as="li" id={bot.id} className="flex scroll-mt-20 flex-col gap-4 p-5 target:border-accent sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 items-center gap-3">
          <Avatar name={bot.name} bot />
          <div className="min-w-0">
            <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
              <Link href={`/bots/${bot.id}`} className="min-w-0 break-words hover:underline">
                {bot.name}
              </Link>
              <BotBadge />
              {bot.isYours ? <StatusChip state={state} word={word} /> : null}
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
      {bot.about || bot.teaser ? (
        <p className="measure break-words font-serif">{bot.about || bot.teaser}</p>
      ) : null}
      <OwnLine bot={bot} />
      <dl className="grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[5rem_minmax(0,1fr)]">
        <dt className="text-muted">Price</dt>
        <dd className="tabular-nums">{priceInWords(bot.price)}</dd>
        <dt className="text-muted">Answers</dt>
        <dd className="min-w-0 break-words">{wakesInWords(bot.matcher)}</dd>
      </dl>
      <BotFigures bot={bot} />
    </Card>
  )
}

/** What its owner should know at a glance: why it stands still, or what it has used today. */
function OwnLine({ bot }: { bot: BotView }) {
  if (bot.own === null) return null
  const pause = pauseInWords(bot)
  if (pause) {
    // The chip has said the ordinary ones.
    const isFault = bot.pausedFor === 'failures' || bot.pausedFor === 'dead-address'
    return isFault ? <p className="text-failed text-sm">{pause.title}</p> : null
  }
  const { offers, tokens, costMicroUsd } = bot.own.today
  return (
    <p className="tabular-nums text-muted text-sm">
      Today {offers} of {bot.own.caps.offersPerDay} offers
      {tokens > 0 ? `, ${tokens.toLocaleString('en')} tokens` : ''}
      {costMicroUsd > 0n ? `, ${dollarsInWords(costMicroUsd)}` : ''}
      {bot.own.failures > 0
        ? `; the last ${bot.own.failures === 1 ? 'run' : `${bot.own.failures} runs`} failed`
        : ''}
    </p>
  )
}
