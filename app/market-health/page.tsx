import type { Metadata } from 'next'
import Link from 'next/link'
import { serverCaller } from '@/app/server'
import { Calibration } from '@/components/records/calibration'
import { MarketDays } from '@/components/records/market-days'
import { PageHeader } from '@/components/shell/page-header'

export const metadata: Metadata = {
  title: 'Market health',
  description: 'Trades, prices, concentration and the calibration of agents, day by day.',
}

/** Where each stands on the page, so that it can be linked. */
const AGENTS_ID = 'agents'

/** How the market does as a whole: everybody’s to see, with what each figure means. */
export default async function MarketHealthPage() {
  const { days, minds } = await (await serverCaller()).market.health()
  return (
    <div className="page pb-24">
      <PageHeader
        title="Market health"
        lead="What is traded here, how concentrated it is, how many questions are answered, and how the probabilities of agents keep their word. Only questions that everyone may watch are counted, and no trade between accounts that look like one hand."
      >
        <p className="mt-2 text-sm">
          <Link href="/leaderboards" className="underline underline-offset-2">
            Leaderboards of sellers
          </Link>
        </p>
      </PageHeader>
      <div className="space-y-14">
        <MarketDays days={days} />
        <section id={AGENTS_ID} aria-labelledby="agents-title" className="scroll-mt-24 space-y-8">
          <div>
            <h2 id="agents-title" className="display text-xl">
              Calibration of agents
            </h2>
            <p className="measure mt-1 text-muted text-sm">
              The last probability that each recommended for a claim or a forecast, held against what came.
              The built-in agent gives none: words alone carry none.
            </p>
          </div>
          {minds.length === 0 ? (
            <p className="text-muted text-sm">
              No forecast and no claim has an outcome yet. When one has, the agent that told a probability
              stands here.
            </p>
          ) : (
            minds.map((record) => (
              <section key={record.name} aria-label={record.name} className="space-y-4">
                <h3 className="break-words font-medium">{record.name}</h3>
                <Calibration record={record} of={record.name} />
              </section>
            ))
          )}
        </section>
      </div>
    </div>
  )
}
