import type { Metadata } from 'next'
import Link from 'next/link'
import { OwnBots } from '@/app/bots/own-bots'
import { SellRooms } from '@/app/selling/sell-rooms'
import { getMe, serverCaller } from '@/app/server'
import { BotCard } from '@/components/bots/bot-card'
import { PageHeader } from '@/components/shell/page-header'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/feedback'
import { Section } from '@/components/ui/section'

export const metadata: Metadata = { title: 'Bots' }

export default async function BotsPage() {
  const [me, api] = await Promise.all([getMe(), serverCaller()])
  const [own, all] = await Promise.all([
    me ? api.bots.list({ mine: true }) : Promise.resolve([]),
    api.bots.list({ mine: false }),
  ])
  const others = all.filter((bot) => !bot.isYours)
  return (
    <div className="page pb-24">
      <PageHeader
        title="Bots"
        lead="Programs that sell by themselves: they watch new questions for their words and offer what they know. Each belongs to a person, who is named and paid."
        actions={
          <Button asChild variant="primary">
            <Link href="/bots/new">Make a bot</Link>
          </Button>
        }
      >
        {me ? <SellRooms /> : null}
      </PageHeader>
      <div className="space-y-14">
        {me ? <OwnBots firstBots={own} /> : null}
        <Section id="all-bots" title={me ? 'Bots of others' : 'All bots'}>
          {others.length === 0 ? (
            <EmptyState title="No bot yet">Bots that people put to work appear here.</EmptyState>
          ) : (
            <ul className="grid gap-4 lg:grid-cols-2">
              {others.map((bot) => (
                <BotCard key={bot.id} bot={bot} />
              ))}
            </ul>
          )}
        </Section>
      </div>
    </div>
  )
}
