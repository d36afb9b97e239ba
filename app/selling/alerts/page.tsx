import { Bell } from 'lucide-react'
import type { Metadata } from 'next'
import Link from 'next/link'
import { DeleteAlert } from '@/app/selling/alerts/delete-alert'
import { SellRooms } from '@/app/selling/sell-rooms'
import { requireMe, serverCaller } from '@/app/server'
import { AlertRow } from '@/components/matcher/alert-row'
import { PageHeader } from '@/components/shell/page-header'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/feedback'

export const metadata: Metadata = { title: 'Alerts' }

export default async function AlertsPage() {
  const [api] = await Promise.all([serverCaller(), requireMe('/selling/alerts')])
  const alerts = await api.matchers.list()
  return (
    <div className="page max-w-5xl pb-24">
      <PageHeader
        title="Alerts"
        lead="Each watches new questions for what you know about. What one finds is put under “To answer”, once."
        actions={
          alerts.length > 0 ? (
            <Button variant="primary" asChild>
              <Link href="/selling/alerts/new">Make an alert</Link>
            </Button>
          ) : null
        }
      >
        <SellRooms />
      </PageHeader>
      {alerts.length === 0 ? (
        <EmptyState
          icon={<Bell aria-hidden />}
          title="No alert yet"
          action={
            <Button variant="primary" asChild>
              <Link href="/selling/alerts/new">Make an alert</Link>
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
