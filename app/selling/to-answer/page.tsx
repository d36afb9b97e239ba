import type { Metadata } from 'next'
import { createLoader, type SearchParams } from 'nuqs/server'
import { SellRooms } from '@/app/selling/sell-rooms'
import { ToAnswer } from '@/app/selling/to-answer/to-answer'
import { toAnswerParams, toAnswerQuery } from '@/app/selling/to-answer/to-answer-params'
import { requireMe, serverCaller } from '@/app/server'
import { PageHeader } from '@/components/shell/page-header'

export const metadata: Metadata = { title: 'To answer' }

const loadParams = createLoader(toAnswerParams)

export default async function ToAnswerPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const params = await loadParams(searchParams)
  const [api] = await Promise.all([serverCaller(), requireMe(toAnswerQuery('/selling/to-answer', params))])
  const [counts, alerts, items] = await Promise.all([
    api.inbox.counts(),
    api.matchers.list(),
    api.inbox.items({ state: params.show }),
  ])
  return (
    <div className="page max-w-5xl pb-24">
      <PageHeader title="To answer" lead="Questions that your alerts have found for you.">
        <SellRooms />
      </PageHeader>
      <ToAnswer first={{ state: params.show, counts, page: items }} hasAlerts={alerts.length > 0} />
    </div>
  )
}
