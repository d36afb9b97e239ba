import { Library } from 'lucide-react'
import type { Metadata } from 'next'
import { requireMe, serverCaller } from '@/app/server'
import { BoughtList } from '@/app/wallet/bought/bought-list'
import { Breadcrumb, PageHeader } from '@/components/shell/page-header'
import { EmptyState } from '@/components/ui/feedback'

export const metadata: Metadata = { title: 'Bought at resale' }

export default async function BoughtPage() {
  const [api] = await Promise.all([serverCaller(), requireMe('/wallet/bought')])
  const first = await api.resale.bought({ cursor: null })
  return (
    <div className="page-narrow pb-24">
      <PageHeader
        eyebrow={<Breadcrumb items={[{ label: 'Wallet', href: '/wallet' }, { label: 'Bought at resale' }]} />}
        title="Bought at resale"
        lead="Sources of published answers that you bought. They are yours to read for good, also if their answer is taken back."
      />
      {first.items.length === 0 ? (
        <EmptyState icon={<Library aria-hidden />} title="Nothing yet">
          Under a published answer stands what was bought for it. Where its seller lets it be sold on you can
          buy it there, and read it at once.
        </EmptyState>
      ) : (
        <BoughtList first={first} />
      )}
    </div>
  )
}
