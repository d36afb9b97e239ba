import { Bell } from 'lucide-react'
import type { Metadata } from 'next'
import Link from 'next/link'
import { createLoader, type SearchParams } from 'nuqs/server'
import { inboxParams, inboxQuery } from '@/app/inbox/inbox-params'
import { InboxRoom } from '@/app/inbox/inbox-room'
import { requireMe, serverCaller } from '@/app/server'
import { PageHeader } from '@/components/shell/page-header'
import { Button } from '@/components/ui/button'

export const metadata: Metadata = { title: 'Inbox' }

const loadParams = createLoader(inboxParams)

export default async function InboxPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const params = await loadParams(searchParams)
  const [api] = await Promise.all([serverCaller(), requireMe(inboxQuery('/inbox', params))])
  const [counts, alerts, items, notices] = await Promise.all([
    api.inbox.counts(),
    api.matchers.list(),
    params.tab === 'to-answer' ? api.inbox.items({ state: params.show }) : null,
    params.tab === 'for-you' ? api.notices.list({}) : null,
  ])
  return (
    <div className="page max-w-5xl pb-24">
      <PageHeader
        title="Inbox"
        actions={
          <Button asChild>
            <Link href="/inbox/alerts">
              <Bell aria-hidden />
              {alerts.length === 0 ? 'Alerts' : `Alerts (${alerts.length})`}
            </Link>
          </Button>
        }
      />
      <InboxRoom first={{ params, counts, items, notices }} hasAlerts={alerts.length > 0} />
    </div>
  )
}
