import type { Metadata } from 'next'
import { NewGame } from '@/app/games/new/new-game'
import { marketSetUp, requireMe, serverCaller } from '@/app/server'
import { Breadcrumb, PageHeader } from '@/components/shell/page-header'

export const metadata: Metadata = { title: 'Open a game', robots: { index: false } }

export default async function NewGamePage() {
  const me = await requireMe('/games/new')
  const [{ hasModel }, wallet] = await Promise.all([marketSetUp(), (await serverCaller()).wallet.summary()])
  return (
    <div className="page-narrow pb-24">
      <PageHeader
        eyebrow={<Breadcrumb items={[{ label: 'Games', href: '/games' }, { label: 'Open a game' }]} />}
        title="Open an oversight game"
        lead="Players add information in turn until one passes. You pay, out of the pot, for how much better the last recommendation is than the first; who misled pays out of the stake."
      />
      <NewGame handle={me.handle} hasModel={hasModel} availableMicros={wallet.availableMicros} />
    </div>
  )
}
