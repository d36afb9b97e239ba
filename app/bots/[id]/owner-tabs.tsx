'use client'

import { parseAsStringLiteral, useQueryState } from 'nuqs'
import type { ReactNode } from 'react'
import { DocumentsPanel } from '@/app/bots/[id]/documents-panel'
import { OverviewTab } from '@/app/bots/[id]/overview-tab'
import { RehearseTab } from '@/app/bots/[id]/rehearse-tab'
import { RunsTab } from '@/app/bots/[id]/runs-tab'
import { SettingsTab } from '@/app/bots/[id]/settings-tab'
import { TABS, type TabName } from '@/app/bots/[id]/tabs'
import { useRehearsal } from '@/app/bots/[id]/use-rehearsal'
import { WebhookPanel } from '@/app/bots/[id]/webhook-panel'
import { Tab, TabList, TabPanel, Tabs } from '@/components/ui/tabs'
import type { BotView } from '@/server/contract/bots'
import type { BotKind } from '@/server/words/sellers'

const LABELS: Record<TabName, string> = {
  overview: 'Overview',
  runs: 'Runs',
  rehearse: 'Rehearse',
  documents: 'Documents',
  deliveries: 'Deliveries',
  settings: 'Settings',
}

/** Tabs that only one kind of bot has. */
const KIND_OF_TAB: Partial<Record<TabName, BotKind>> = { documents: 'corpus', deliveries: 'webhook' }

export type OwnerTabsProps = {
  bot: BotView
  own: NonNullable<BotView['own']>
  publicPart: ReactNode
  hasModel: boolean
}

/** Those of a bot that was removed: there is nothing to change or try. */
const HISTORY_TABS: readonly TabName[] = ['overview', 'runs']

/** The owner's part of a bot's page; the tab stands in the address. */
export function OwnerTabs({ bot, own, publicPart, hasModel }: OwnerTabsProps) {
  const [chosen, setChosen] = useQueryState(
    'tab',
    parseAsStringLiteral(TABS).withDefault('overview').withOptions({ history: 'push' }),
  )
  const tabs = bot.removedAt
    ? HISTORY_TABS
    : TABS.filter((tab) => (KIND_OF_TAB[tab] ?? bot.kind) === bot.kind)
  const tab = tabs.includes(chosen) ? chosen : 'overview'
  // Held here, so that looking at another tab neither stops a rehearsal nor loses what it showed.
  const rehearsal = useRehearsal(bot.id, tab === 'rehearse')
  const goTo = (next: TabName) => void setChosen(next)

  return (
    <Tabs
      value={tab}
      onValueChange={(next) => {
        const known = tabs.find((one) => one === next)
        if (known) goTo(known)
      }}
    >
      <TabList aria-label={`About ${bot.name}`}>
        {tabs.map((one) => (
          <Tab key={one} value={one}>
            {LABELS[one]}
          </Tab>
        ))}
      </TabList>
      <TabPanel value="overview">
        <OverviewTab bot={bot} own={own} goTo={goTo} publicPart={publicPart} />
      </TabPanel>
      <TabPanel value="runs">
        <RunsTab bot={bot} />
      </TabPanel>
      <TabPanel value="rehearse">
        <RehearseTab bot={bot} rehearsal={rehearsal} goTo={goTo} />
      </TabPanel>
      {bot.kind === 'corpus' ? (
        <TabPanel value="documents">
          <DocumentsPanel botId={bot.id} />
        </TabPanel>
      ) : null}
      {bot.kind === 'webhook' ? (
        <TabPanel value="deliveries">
          <WebhookPanel botId={bot.id} />
        </TabPanel>
      ) : null}
      <TabPanel value="settings">
        <SettingsTab bot={bot} own={own} hasModel={hasModel} />
      </TabPanel>
    </Tabs>
  )
}
