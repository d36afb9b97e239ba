import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { AlertForm } from '@/app/selling/alerts/alert-form'
import { requireMe, serverCaller } from '@/app/server'
import { Breadcrumb, PageHeader } from '@/components/shell/page-header'

type Params = { params: Promise<{ id: string }> }

const loadAlert = cache(async (id: string) => {
  const [me, api] = await Promise.all([requireMe(`/selling/alerts/${id}`), serverCaller()])
  return { me, alert: (await api.matchers.list()).find((one) => one.id === id) ?? notFound() }
})

export async function generateMetadata({ params }: Params): Promise<Metadata> {
  const { alert } = await loadAlert((await params).id)
  return { title: alert.name }
}

export default async function AlertPage({ params }: Params) {
  const { me, alert } = await loadAlert((await params).id)
  return (
    <div className="page pb-24">
      <PageHeader
        eyebrow={
          <Breadcrumb
            items={[
              { label: 'Sell', href: '/selling/to-answer' },
              { label: 'Alerts', href: '/selling/alerts' },
              { label: alert.name },
            ]}
          />
        }
        title={alert.name}
        lead="A change is tried on open questions too; what was found before stays under “To answer”."
      />
      <AlertForm key={alert.id} handle={me.handle} alert={alert} />
    </div>
  )
}
