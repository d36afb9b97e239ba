import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { AlertForm } from '@/app/inbox/alerts/alert-form'
import { requireMe, serverCaller } from '@/app/server'
import { Breadcrumb, PageHeader } from '@/components/shell/page-header'

export const metadata: Metadata = { title: 'Alert' }

export default async function AlertPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  const [me, api] = await Promise.all([requireMe(`/inbox/alerts/${id}`), serverCaller()])
  const alert = (await api.matchers.list()).find((one) => one.id === id)
  if (!alert) notFound()
  return (
    <div className="page pb-24">
      <PageHeader
        eyebrow={
          <Breadcrumb
            items={[
              { label: 'Inbox', href: '/inbox' },
              { label: 'Alerts', href: '/inbox/alerts' },
              { label: alert.name },
            ]}
          />
        }
        title={alert.name}
        lead="A change is tried on open questions too; what was found before stays in your inbox."
      />
      <AlertForm key={alert.id} handle={me.handle} alert={alert} />
    </div>
  )
}
