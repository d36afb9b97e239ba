import { Bell } from 'lucide-react'
import type { Metadata } from 'next'
import Link from 'next/link'
import { DeleteAlert } from '@/app/inbox/alerts/delete-alert'
import { requireMe, serverCaller } from '@/app/server'
import { AlertRow } from '@/components/matcher/alert-row'
import { Breadcrumb, PageHeader } from '@/components/shell/page-header'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/feedback'

export const metadata: Metadata = { title: 'Alerts' }

export default async function AlertsPage() {
  const [api] = await Promise.all([serverCaller(), requireMe('/inbox/alerts')])
  const alerts = await api.matchers.list()
  return (
    <div className="page max-w-5xl pb-24">
      <PageHeader
        eyebrow={<Breadcrumb items={[{ label: 'Inbox', href: '/inbox' }, { label: 'Alerts' }]} />}
        title="Alerts"
        lead="Each watches new questions for what you know about. What one finds comes into your inbox, once."
        actions={
          alerts.length > 0 ? (
            <Button variant="primary" asChild>
              <Link href="/inbox/alerts/new">Make an alert</Link>
            </Button>
          ) : null
        }
      />
      {alerts.length === 0 ? (
        <EmptyState
          icon={<Bell aria-hidden />}
          title="No alert yet"
          action={
            <Button variant="primary" asChild>
              <Link href="/inbox/alerts/new">Make an alert</Link>
            </Button>
          }
        >
          Name words, tags or pages that you know something about. While you do, you see which past questions
          it would have found.
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line border-line border-y">
          {alerts.map((alert) => (
            <AlertRow key={alert.id} alert={alert} actions={<DeleteAlert alert={alert} />} />
          ))}
        </ul>
      )}
    </div>
  )
}
