'use client'

import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { HandCoins } from 'lucide-react'
import Link from 'next/link'
import { useQueryStates } from 'nuqs'
import { OfferFilters } from '@/app/selling/offer-filters'
import { groupHref, listOf, type SellingParams, scopeOf, sellingParams } from '@/app/selling/selling-params'
import { useTRPC } from '@/app/trpc'
import { readServerError } from '@/components/form/server-error'
import { AskingList } from '@/components/selling/asking-list'
import { DayRange } from '@/components/selling/day-range'
import { OverTime } from '@/components/selling/over-time'
import { OwnOfferList } from '@/components/selling/own-offer-list'
import { ReasonList, SellingSummary } from '@/components/selling/selling-summary'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { EmptyState, ErrorNote, SkeletonText } from '@/components/ui/feedback'
import { Field } from '@/components/ui/field'
import { Select } from '@/components/ui/input'
import { Section } from '@/components/ui/section'
import {
  type Asking,
  BY_ANYONE,
  BY_HAND,
  type OwnOffersPage,
  type SellingFigures,
} from '@/server/contract/selling'

export type SellingBookProps = {
  /** What the server drew, and for which choices. */
  first: { params: SellingParams; figures: SellingFigures; asking: Asking[]; page: OwnOffersPage }
  writers: readonly { botId: string; name: string }[]
}

const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other)

/** A seller's figures and the offers behind them; what is looked at lives in the address. */
export function SellingBook({ first, writers }: SellingBookProps) {
  const trpc = useTRPC()
  const [params, setParams] = useQueryStates(sellingParams, { history: 'push', clearOnDefault: true })
  const scope = scopeOf(params)
  const isFirstScope = isSame(scope, scopeOf(first.params))
  const { data: figures, isPlaceholderData } = useQuery({
    ...trpc.selling.figures.queryOptions(scope),
    initialData: isFirstScope ? first.figures : undefined,
    placeholderData: keepPreviousData,
  })
  const { data: asking } = useQuery({
    ...trpc.selling.asking.queryOptions(scope),
    initialData: isFirstScope ? first.asking : undefined,
    placeholderData: keepPreviousData,
  })
  const hrefOf = (show: SellingParams['show'], reason?: SellingParams['reason']) =>
    groupHref(params, show, reason)
  const isNew = figures?.made === 0 && figures.withdrawn === 0 && isSame(scope, scopeOf(NO_CHOICE))
  if (isNew) return <NothingSold />
  return (
    <div className="space-y-12">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <DayRange days={params} onChange={(days) => void setParams(days)} />
        {writers.length > 0 ? (
          <Field label="Written by" className="w-56 max-sm:w-full">
            <Select value={params.by} onChange={(event) => void setParams({ by: event.target.value })}>
              <option value={BY_ANYONE}>You and your bots</option>
              <option value={BY_HAND}>You, by hand</option>
              {writers.map((writer) => (
                <option key={writer.botId} value={writer.botId}>
                  {writer.name}
                </option>
              ))}
            </Select>
          </Field>
        ) : null}
      </div>
      {figures ? (
        <div
          className={cn('space-y-12 transition-opacity', isPlaceholderData && 'opacity-60')}
          aria-busy={isPlaceholderData}
        >
          <div>
            <SellingSummary figures={figures} hrefOf={hrefOf} />
            <p className="mt-2 text-muted text-sm">
              Offers made in these days, and what has become of them since. Every number leads to its offers.
            </p>
          </div>
          <OverTime figures={figures} titleId="over-time" />
          <div className="grid grid-cols-1 gap-12 lg:grid-cols-2">
            <Section id="reasons" title="Why not bought" className="min-w-0">
              <ReasonList figures={figures} hrefOf={hrefOf} />
            </Section>
            <Section id="asking" title="What to ask for" className="min-w-0">
              <p className="mb-4 text-muted text-sm">
                From questions that have ended. What others were paid is told over many offers, never of one.
              </p>
              {asking && asking.length > 0 ? (
                <AskingList asking={asking} />
              ) : (
                <p className="text-sm">
                  Nothing to compare: no ended question left an offer of these unbought.
                </p>
              )}
            </Section>
          </div>
        </div>
      ) : (
        <SkeletonText lines={6} />
      )}
      <OfferBook params={params} first={first} onChange={(next) => void setParams(next)} />
    </div>
  )
}

const NO_CHOICE = { from: null, to: null, by: BY_ANYONE }

type OfferBookProps = Pick<SellingBookProps, 'first'> & {
  params: SellingParams
  onChange: (next: Partial<SellingParams>) => void
}

function OfferBook({ params, first, onChange }: OfferBookProps) {
  const trpc = useTRPC()
  const input = listOf(params)
  const list = useInfiniteQuery({
    ...trpc.selling.offers.infiniteQueryOptions(input, { getNextPageParam: (page) => page.nextCursor }),
    initialData: isSame(input, listOf(first.params))
      ? { pages: [first.page], pageParams: [null] }
      : undefined,
    placeholderData: keepPreviousData,
  })
  const offers = list.data?.pages.flatMap((page) => page.offers) ?? []
  return (
    <section aria-labelledby="offers" className="space-y-4">
      <h2 id="offers" className="display scroll-mt-20 text-xl">
        The offers
      </h2>
      <OfferFilters show={params.show} reason={params.reason} onChange={onChange} />
      {list.error && offers.length === 0 ? (
        <ErrorNote
          title="The offers could not be loaded."
          action={
            <Button size="sm" onClick={() => void list.refetch()}>
              Try again
            </Button>
          }
        >
          {readServerError(list.error).message}
        </ErrorNote>
      ) : list.isPending ? (
        <SkeletonText lines={8} />
      ) : offers.length === 0 ? (
        <EmptyState
          icon={<HandCoins aria-hidden />}
          title="No offer like that"
          action={
            <Button
              onClick={() => onChange({ show: 'made', reason: null, from: null, to: null, by: BY_ANYONE })}
            >
              Show all offers
            </Button>
          }
        >
          None of your offers in these days became this.
        </EmptyState>
      ) : (
        <div
          className={cn('transition-opacity', list.isPlaceholderData && 'opacity-60')}
          aria-busy={list.isPlaceholderData}
        >
          <OwnOfferList offers={offers} />
        </div>
      )}
      {list.hasNextPage ? (
        <div className="flex justify-center pt-2">
          <Button pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Load older offers
          </Button>
        </div>
      ) : null}
      <p className="sr-only" aria-live="polite">
        {list.isPending ? '' : `${offers.length} ${offers.length === 1 ? 'offer' : 'offers'} shown`}
      </p>
    </section>
  )
}

function NothingSold() {
  return (
    <EmptyState
      icon={<HandCoins aria-hidden />}
      title="You have not offered anything yet"
      action={
        <>
          <Button asChild variant="primary">
            <Link href="/questions">Find a question to answer</Link>
          </Button>
          <Button asChild>
            <Link href="/bots/new">Put a bot to work</Link>
          </Button>
        </>
      }
    >
      What you know about an open question can be sold here. How your offers fare, and what to ask for,
      appears on this page.
    </EmptyState>
  )
}
