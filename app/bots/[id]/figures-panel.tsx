'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useQueryStates } from 'nuqs'
import { dayParams, groupHref, scopeOf } from '@/app/selling/selling-params'
import { useTRPC } from '@/app/trpc'
import { readServerError } from '@/components/form/server-error'
import { BotUse } from '@/components/selling/bot-use'
import { DayRange } from '@/components/selling/day-range'
import { OverTime } from '@/components/selling/over-time'
import { OwnOfferList } from '@/components/selling/own-offer-list'
import { ReasonList, SellingSummary } from '@/components/selling/selling-summary'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { ErrorNote, SkeletonText } from '@/components/ui/feedback'
import { Section } from '@/components/ui/section'
import type { BotSelling, OfferGroup, SellingFigures } from '@/server/contract/selling'

/** The questions on which it did best and worst; nothing before any was decided. */
function PostMortem({ best, worst }: BotSelling['postMortem']) {
  if (best.length === 0 && worst.length === 0) return null
  return (
    <Section id="bot-post-mortem" title="Post-mortem" className="max-w-3xl space-y-6">
      <p className="measure text-muted text-sm">
        Of the newest 200 offers that are decided, one of each question. Best: bought, kept and not called
        wrong; useful ones first, then by what you earned. Worst: refunded, called wrong, a teaser that
        misled, or read and left.
      </p>
      {best.length > 0 ? (
        <div>
          <h3 className="eyebrow mb-2">Best questions</h3>
          <OwnOfferList offers={best} />
        </div>
      ) : null}
      {worst.length > 0 ? (
        <div>
          <h3 className="eyebrow mb-2">Worst questions</h3>
          <OwnOfferList offers={worst} />
        </div>
      ) : null}
    </Section>
  )
}

/** What one's own bot offered, sold and used, over days that live in the address. For its owner only. */
export function FiguresPanel({ botId }: { botId: string }) {
  const trpc = useTRPC()
  const [days, setDays] = useQueryStates(dayParams, { history: 'push', clearOnDefault: true })
  const { from, to } = scopeOf({ ...days, by: botId })
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...trpc.selling.bot.queryOptions({ botId, from, to }),
    placeholderData: keepPreviousData,
  })
  const hrefOf = (show: OfferGroup, reason: SellingFigures['reasons'][number]['reason'] | null = null) =>
    groupHref({ ...days, by: botId }, show, reason)
  return (
    <div className="space-y-10">
      <DayRange days={days} onChange={(next) => void setDays(next)} />
      {data ? (
        <div
          className={cn('space-y-10 transition-opacity', isPlaceholderData && 'opacity-60')}
          aria-busy={isPlaceholderData}
        >
          <SellingSummary figures={data.figures} hrefOf={hrefOf} />
          <BotUse selling={data} />
          <OverTime figures={data.figures} titleId="bot-over-time" />
          <PostMortem {...data.postMortem} />
          <Section id="bot-reasons" title="Why not bought" className="max-w-2xl">
            <ReasonList figures={data.figures} hrefOf={hrefOf} />
          </Section>
        </div>
      ) : error ? (
        <ErrorNote
          title="The figures could not be loaded."
          action={
            <Button size="sm" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          {readServerError(error).message}
        </ErrorNote>
      ) : (
        <SkeletonText lines={6} />
      )}
    </div>
  )
}
