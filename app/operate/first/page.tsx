import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ClaimForm } from '@/app/operate/first/claim-form'
import { requireMe, serverCaller } from '@/app/server'
import { PageHeader } from '@/components/shell/page-header'
import { Note } from '@/components/ui/feedback'

export const metadata: Metadata = { title: 'Run this market', robots: { index: false } }

export default async function FirstOperatorPage() {
  const me = await requireMe('/operate/first')
  const api = await serverCaller()
  if (!(await api.operate.isNew())) notFound()
  return (
    <div className="page-narrow pb-24">
      <PageHeader
        title="Run this market"
        lead="Nobody does yet. Whoever has the code from the market’s own log becomes its operator: once, and nobody after that."
      />
      {me.isDemo ? (
        <Note>
          You are a demo person, whom anybody may step in as. Sign out, register with a name of your own, and
          come back.
        </Note>
      ) : (
        <>
          <ol className="measure mb-8 list-decimal space-y-2 pl-5">
            <li>
              Look into the log of the process that serves the market for the line “NO OPERATOR YET”, or run{' '}
              <code>npm run operator -- code</code> at its machine.
            </li>
            <li>Type the code here. It is good for a day, and once.</li>
            <li>
              Then look at <strong>Settings of the market</strong>: who may register, daily credits, models.
            </li>
          </ol>
          <ClaimForm asksPassword={!(await api.account.view()).isFresh} />
        </>
      )}
    </div>
  )
}
