'use client'

import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import Link from 'next/link'
import { debounce, useQueryStates } from 'nuqs'
import { useDebounce } from 'use-debounce'
import { useTRPC } from '@/app/trpc'
import { isFiltered, walletInput, walletParams, walletQuery } from '@/app/wallet/wallet-params'
import { readServerError } from '@/components/form/server-error'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { ErrorNote } from '@/components/ui/feedback'
import { NoWalletRows } from '@/components/wallet/no-wallet-rows'
import { PendingSales } from '@/components/wallet/pending-sales'
import { WalletFigures } from '@/components/wallet/wallet-figures'
import { WalletFilters } from '@/components/wallet/wallet-filters'
import { WalletRows, WalletRowsSkeleton } from '@/components/wallet/wallet-rows'
import type { PendingSale } from '@/server/contract/complaints'
import type { WalletPage, WalletSummary } from '@/server/contract/ledger'

/** A pause between words, not between letters. */
const SEARCH_AFTER_MS = 300

export type WalletBookProps = {
  summary: WalletSummary
  /** What the server drew the first page for. */
  firstInput: ReturnType<typeof walletInput>
  firstPage: WalletPage
  /** What is earned and waits. */
  pending: readonly PendingSale[]
}

/** The three figures and every row behind them; the filters live in the address. */
export function WalletBook({ summary, firstInput, firstPage, pending }: WalletBookProps) {
  const trpc = useTRPC()
  const [params, setParams] = useQueryStates(walletParams, { history: 'push', clearOnDefault: true })
  const [text] = useDebounce(params.text, SEARCH_AFTER_MS)
  const input = walletInput({ ...params, text })
  const isFirst = JSON.stringify(input) === JSON.stringify(firstInput)
  const figures = useQuery({ ...trpc.wallet.summary.queryOptions(), initialData: summary })
  const waiting = useQuery({ ...trpc.wallet.pending.queryOptions(), initialData: [...pending] })
  const book = useInfiniteQuery({
    ...trpc.wallet.rows.infiniteQueryOptions(input, { getNextPageParam: (page) => page.nextCursor }),
    initialData: isFirst ? { pages: [firstPage], pageParams: [null] } : undefined,
    placeholderData: keepPreviousData,
  })
  const rows = book.data?.pages.flatMap((page) => page.rows) ?? []
  const filtered = isFiltered(params)
  const clear = () => void setParams({ kinds: null, from: null, to: null, text: null })

  return (
    <div className="space-y-10">
      <WalletFigures summary={figures.data} />
      <PendingSales sales={waiting.data} />
      <section aria-labelledby="wallet-rows" className="space-y-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id="wallet-rows" className="display text-xl">
            All transactions
          </h2>
          <div className="flex flex-wrap gap-2">
            <Button asChild size="sm" variant="quiet">
              <Link href="/wallet/bought">Bought at resale</Link>
            </Button>
            <Button asChild size="sm">
              <a href={walletQuery('/api/wallet.csv', params)} download>
                <Download aria-hidden />
                {filtered ? 'These rows as CSV' : 'All rows as CSV'}
              </a>
            </Button>
          </div>
        </div>
        <WalletFilters
          params={params}
          isFiltered={filtered}
          onChange={(next) => void setParams(next)}
          onSearch={(next) =>
            void setParams({ text: next }, { history: 'replace', limitUrlUpdates: debounce(SEARCH_AFTER_MS) })
          }
          onClear={clear}
        />
        {book.error && rows.length === 0 ? (
          <ErrorNote
            title="The rows could not be loaded."
            action={
              <Button size="sm" onClick={() => void book.refetch()}>
                Try again
              </Button>
            }
          >
            {readServerError(book.error).message}
          </ErrorNote>
        ) : book.isPending ? (
          <WalletRowsSkeleton />
        ) : rows.length === 0 ? (
          <NoWalletRows isFiltered={filtered} onClear={clear} />
        ) : (
          <div
            className={cn('transition-opacity', book.isPlaceholderData && 'opacity-60')}
            aria-busy={book.isPlaceholderData}
          >
            <WalletRows rows={rows} hasBalance={!filtered} />
          </div>
        )}
        {book.hasNextPage ? (
          <div className="flex justify-center pt-2">
            <Button pending={book.isFetchingNextPage} onClick={() => void book.fetchNextPage()}>
              Load older rows
            </Button>
          </div>
        ) : null}
        <p className="sr-only" aria-live="polite">
          {book.isPending ? '' : `${rows.length} ${rows.length === 1 ? 'row' : 'rows'} shown`}
        </p>
      </section>
    </div>
  )
}
