import type { Metadata } from 'next'
import { createLoader, type SearchParams } from 'nuqs/server'
import { SellRooms } from '@/app/selling/sell-rooms'
import { SellingBook } from '@/app/selling/selling-book'
import { listOf, scopeOf, sellingParams, sellingQuery } from '@/app/selling/selling-params'
import { requireMe, serverCaller } from '@/app/server'
import { PageHeader } from '@/components/shell/page-header'

export const metadata: Metadata = { title: 'Offers and earnings' }

const loadParams = createLoader(sellingParams)

export default async function SellingPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const params = await loadParams(searchParams)
  const [api] = await Promise.all([serverCaller(), requireMe(sellingQuery('/selling', params))])
  const [figures, asking, writers, firstPage] = await Promise.all([
    api.selling.figures(scopeOf(params)),
    api.selling.asking(scopeOf(params)),
    api.selling.writers(),
    api.selling.offers(listOf(params)),
  ])
  return (
    <div className="page pb-24">
      <PageHeader
        title="Offers and earnings"
        lead="What became of the offers that you and your bots made: what was read, what was bought, what was not, and why."
      >
        <SellRooms />
      </PageHeader>
      <SellingBook first={{ params, figures, asking, page: firstPage }} writers={writers} />
    </div>
  )
}
