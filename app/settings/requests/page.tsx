import type { Metadata } from 'next'
import { requireMe, serverCaller } from '@/app/server'
import { RequestList } from '@/app/settings/requests/request-list'
import { Breadcrumb, PageHeader } from '@/components/shell/page-header'
import { EmptyState } from '@/components/ui/feedback'
import { SPEND_REQUESTS_PATH } from '@/server/contract/notice-line'

export const metadata: Metadata = { title: 'What programs ask for' }

export default async function RequestsPage() {
  const [api] = await Promise.all([serverCaller(), requireMe(SPEND_REQUESTS_PATH)])
  const requests = await api.requests.list()
  return (
    <div className="page-narrow pb-24">
      <PageHeader
        eyebrow={<Breadcrumb items={[{ label: 'Settings', href: '/settings' }, { label: 'Requests' }]} />}
        title="What programs ask for"
        lead="A key that asks you above an amount spends more than that only when you say yes, once for each yes."
      />
      {requests.length === 0 ? (
        <EmptyState title="No program has asked">
          Give a key an amount to ask you above, under Settings, Keys. What it would spend beyond it waits
          here for a day.
        </EmptyState>
      ) : (
        <RequestList requests={requests} />
      )}
    </div>
  )
}
