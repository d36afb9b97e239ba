'use client'

import { useQuery } from '@tanstack/react-query'
import { useQueryStates } from 'nuqs'
import { ForYou } from '@/app/inbox/for-you'
import { type InboxTab, inboxParams } from '@/app/inbox/inbox-params'
import { ToAnswer } from '@/app/inbox/to-answer'
import { useTRPC } from '@/app/trpc'
import { Tab, TabList, TabPanel, Tabs } from '@/components/ui/tabs'
import type { InboxCounts, InboxState, ItemPage, NoticePage } from '@/server/contract/inbox'

export type InboxRoomProps = {
  /** What the server drew the page with. */
  first: {
    params: { tab: InboxTab; show: InboxState }
    counts: InboxCounts
    items: ItemPage | null
    notices: NoticePage | null
  }
  hasAlerts: boolean
}

/** Two lists, each with its badge: what is to answer, and what concerns this person. */
export function InboxRoom({ first, hasAlerts }: InboxRoomProps) {
  const trpc = useTRPC()
  const [{ tab, show }, setParams] = useQueryStates(inboxParams, { history: 'push' })
  const counts = useQuery({ ...trpc.inbox.counts.queryOptions(), initialData: first.counts }).data
  return (
    <Tabs
      value={tab}
      onValueChange={(next) => void setParams({ tab: next === 'for-you' ? next : 'to-answer' })}
    >
      <TabList aria-label="Parts of the inbox">
        <Tab value="to-answer" count={counts.toAnswer}>
          To answer
        </Tab>
        <Tab value="for-you" count={counts.forYou}>
          For you
        </Tab>
      </TabList>
      <TabPanel value="to-answer">
        <ToAnswer
          key={show}
          state={show}
          counts={counts}
          hasAlerts={hasAlerts}
          firstPage={first.params.show === show ? first.items : null}
          onState={(next) => void setParams({ show: next })}
        />
      </TabPanel>
      <TabPanel value="for-you">
        <ForYou unread={counts.forYou} firstPage={first.notices} />
      </TabPanel>
    </Tabs>
  )
}
