'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { OwnerTabs } from '@/app/bots/[id]/owner-tabs'
import { PauseButton } from '@/app/bots/pause-button'
import { useTRPC } from '@/app/trpc'
import { BotFacts } from '@/components/bots/bot-facts'
import { BotFigures } from '@/components/bots/bot-figures'
import { standingOf } from '@/components/bots/bot-words'
import { BoughtList } from '@/components/bots/bought-list'
import { PriceMoves } from '@/components/bots/price-moves'
import { FlagLink } from '@/components/moderation/flag-link'
import { UncountedNote } from '@/components/selling/uncounted-note'
import { Breadcrumb, PageHeader } from '@/components/shell/page-header'
import { BotBadge, StatusChip } from '@/components/status/status-chip'
import { Ago } from '@/components/time/time'
import { Avatar } from '@/components/ui/avatar'
import { Button } from '@/components/ui/button'
import { Note } from '@/components/ui/feedback'
import type { BotView } from '@/server/contract/bots'
import type { PriceMove } from '@/server/contract/price-by-demand'
import type { BoughtOffer } from '@/server/contract/rehearsal'

export type BotRoomProps = {
  firstBot: BotView
  bought: readonly BoughtOffer[]
  /** Of a bot whose price follows demand. */
  priceMoves: readonly PriceMove[]
  /** The market has a language model of its own. */
  hasModel: boolean
}

/** A bot's page: what everybody may know of it, and around that, for its owner, everything else. */
export function BotRoom({ firstBot, bought, priceMoves, hasModel }: BotRoomProps) {
  const trpc = useTRPC()
  const { data: bot } = useQuery({
    ...trpc.bots.view.queryOptions({ botId: firstBot.id }),
    initialData: firstBot,
  })
  const { state, word } = standingOf(bot)
  const { minMicros, maxMicros } = bot.price
  const publicPart = (
    <div className="space-y-10">
      <div className="space-y-3">
        <BotFigures bot={bot} />
        {bot.own === null ? null : <UncountedNote uncounted={bot.own.uncounted} className="max-w-3xl" />}
      </div>
      <BotFacts bot={bot} />
      {minMicros !== null && maxMicros !== null && priceMoves.length > 0 ? (
        <PriceMoves moves={priceMoves} bounds={{ minMicros, maxMicros }} />
      ) : null}
      <section aria-labelledby="bot-bought">
        <h2 id="bot-bought" className="display mb-3 text-lg">
          What was bought of it
        </h2>
        <BoughtList offers={bought} total={bot.bought} />
      </section>
    </div>
  )
  return (
    <div className="page pb-24">
      <PageHeader
        eyebrow={<Breadcrumb items={[{ label: 'Bots', href: '/bots' }, { label: bot.name }]} />}
        title={
          <span className="flex items-center gap-3">
            <Avatar name={bot.name} bot size="lg" />
            <span className="min-w-0 break-words">{bot.name}</span>
          </span>
        }
        lead={bot.about || undefined}
        actions={
          bot.removedAt ? null : bot.isYours ? (
            <PauseButton bot={bot} />
          ) : bot.isPaused ? null : (
            <Button asChild size="sm">
              <Link href={`/ask?to=${bot.id}`}>Ask by name</Link>
            </Button>
          )
        }
      >
        <p className="mt-3 flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-sm">
          <BotBadge />
          <StatusChip state={state} word={word} />
          <span>
            {bot.removedAt ? 'was run by' : 'run by'}{' '}
            <Link href={`/people/${bot.owner.handle}`} className="underline hover:text-ink">
              {bot.isYours ? 'you' : bot.owner.name}
            </Link>
            , who {bot.removedAt ? 'answered for it and was paid' : 'answers for it and is paid'}
          </span>
          {bot.isYours || bot.removedAt ? null : <FlagLink kind="bot" id={bot.id} path={`/bots/${bot.id}`} />}
        </p>
      </PageHeader>
      {bot.removedAt ? (
        <Note className="mb-10" title={bot.isYours ? 'You removed this bot.' : 'Its owner removed this bot.'}>
          That was <Ago at={bot.removedAt} />. It answers nothing any more; what it offered and sold stays
          readable here.
        </Note>
      ) : null}
      {bot.own === null ? (
        publicPart
      ) : (
        <OwnerTabs hasModel={hasModel} bot={bot} own={bot.own} publicPart={publicPart} />
      )}
    </div>
  )
}
