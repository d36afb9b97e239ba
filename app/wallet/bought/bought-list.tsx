'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useTRPC } from '@/app/trpc'
import { Prose } from '@/components/markdown/prose'
import { Credits } from '@/components/money/credits'
import { Ago } from '@/components/time/time'
import { Button } from '@/components/ui/button'
import { Disclosure } from '@/components/ui/disclosure'
import type { BoughtAtResale, BoughtAtResalePage } from '@/server/contract/resale'

/** Each with its text, folded. */
export function BoughtList({ first }: { first: BoughtAtResalePage }) {
  const trpc = useTRPC()
  const list = useInfiniteQuery({
    ...trpc.resale.bought.infiniteQueryOptions({}, { getNextPageParam: (page) => page.nextCursor }),
    initialData: { pages: [first], pageParams: [null] },
  })
  const items = list.data.pages.flatMap((page) => page.items)
  return (
    <div className="space-y-6">
      <ul className="divide-y divide-line border-line border-y" aria-label="Bought at resale">
        {items.map((item) => (
          <li key={item.id} className="py-4">
            <Bought item={item} />
          </li>
        ))}
      </ul>
      {list.hasNextPage ? (
        <div className="flex justify-center">
          <Button pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Load older ones
          </Button>
        </div>
      ) : null}
    </div>
  )
}

function Bought({ item }: { item: BoughtAtResale }) {
  const { offerId, teaser, question, seller, botName, priceMicros, boughtAt, privateProse } = item
  return (
    <>
      <div className="flex items-baseline justify-between gap-4">
        <p className="measure wrap-anywhere font-serif text-base">{teaser}</p>
        <Credits micros={priceMicros} className="shrink-0 text-sm" />
      </div>
      <p className="wrap-anywhere mt-1 text-muted text-sm">
        {botName === null ? seller.name : `${seller.name}, by the bot ${botName}`}, on{' '}
        {question.hasPage ? (
          <Link
            href={`/questions/${question.id}`}
            className="decoration-line underline underline-offset-4 hover:text-ink"
          >
            {question.title}
          </Link>
        ) : (
          question.title
        )}{' '}
        <span aria-hidden>·</span> <Ago at={boughtAt} className="whitespace-nowrap" />{' '}
        <span aria-hidden>·</span>{' '}
        <Link
          href={`/offers/${offerId}/receipt`}
          prefetch={false}
          className="decoration-line underline underline-offset-4 hover:text-ink"
        >
          Receipt
        </Link>
      </p>
      {privateProse === null ? (
        <p className="mt-1 text-muted text-sm">
          Its text was lost: this market was restored from a backup without its key. Ask the people who run
          it.
        </p>
      ) : (
        <Disclosure summary="What it says" className="mt-1">
          <Prose prose={privateProse} headingsFrom={3} />
        </Disclosure>
      )}
    </>
  )
}
