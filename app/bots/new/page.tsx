import type { Metadata } from 'next'
import { NewBot } from '@/app/bots/new/new-bot'
import { marketSetUp, requireMe } from '@/app/server'
import { Breadcrumb, PageHeader } from '@/components/shell/page-header'

export const metadata: Metadata = { title: 'Make a bot' }

/** `?all` opens every kind and setting. */
export default async function NewBotPage({
  searchParams,
}: {
  searchParams: Promise<{ all?: string | string[] }>
}) {
  const [me, { all }] = await Promise.all([requireMe('/bots/new'), searchParams])
  const { hasModel } = await marketSetUp()
  return (
    <div className="page pb-24">
      <PageHeader
        eyebrow={<Breadcrumb items={[{ label: 'Bots', href: '/bots' }, { label: 'Make a bot' }]} />}
        title="Make a bot"
        lead="It answers new questions by itself, never your own. You are paid when what it offers is bought."
      />
      <NewBot handle={me.handle} hasModel={hasModel} isAll={all !== undefined} />
    </div>
  )
}
