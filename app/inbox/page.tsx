import type { Metadata } from 'next'
import { ForYou } from '@/app/inbox/for-you'
import { requireMe, serverCaller } from '@/app/server'
import { PageHeader } from '@/components/shell/page-header'

export const metadata: Metadata = { title: 'Inbox' }

export default async function InboxPage() {
  const [api] = await Promise.all([serverCaller(), requireMe('/inbox')])
  const [counts, firstPage] = await Promise.all([api.inbox.counts(), api.notices.list({})])
  return (
    <div className="page max-w-5xl pb-24">
      <PageHeader title="Inbox" lead="What happened to your questions, your offers and your bots." />
      <ForYou firstCounts={counts} firstPage={firstPage} />
    </div>
  )
}
