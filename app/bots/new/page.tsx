import type { Metadata } from 'next'
import { BotForm } from '@/app/bots/new/bot-form'
import { marketSetUp, requireMe } from '@/app/server'
import { Breadcrumb, PageHeader } from '@/components/shell/page-header'

export const metadata: Metadata = { title: 'Make a bot' }

export default async function NewBotPage() {
  const me = await requireMe('/bots/new')
  const { hasModel } = await marketSetUp()
  return (
    <div className="page pb-24">
      <PageHeader
        eyebrow={<Breadcrumb items={[{ label: 'Bots', href: '/bots' }, { label: 'Make a bot' }]} />}
        title="Make a bot"
        lead="It answers new questions by itself, never your own. You are paid when what it offers is bought."
      />
      <BotForm handle={me.handle} hasModel={hasModel} />
    </div>
  )
}
