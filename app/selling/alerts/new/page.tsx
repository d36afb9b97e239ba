import type { Metadata } from 'next'
import { AlertForm } from '@/app/selling/alerts/alert-form'
import { requireMe } from '@/app/server'
import { Breadcrumb, PageHeader } from '@/components/shell/page-header'

export const metadata: Metadata = { title: 'New alert' }

export default async function NewAlertPage() {
  const me = await requireMe('/selling/alerts/new')
  return (
    <div className="page pb-24">
      <PageHeader
        eyebrow={
          <Breadcrumb
            items={[
              { label: 'Sell', href: '/selling/to-answer' },
              { label: 'Alerts', href: '/selling/alerts' },
              { label: 'New' },
            ]}
          />
        }
        title="Make an alert"
        lead="A question must meet every condition that you set. One is enough to begin."
      />
      <AlertForm handle={me.handle} alert={null} />
    </div>
  )
}
