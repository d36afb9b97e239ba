import type { Metadata } from 'next'
import { AdoptButton } from '@/app/agents/[claim]/adopt-button'
import { requireMe, serverCaller } from '@/app/server'
import { Credits } from '@/components/money/credits'
import { PageHeader } from '@/components/shell/page-header'
import { Ago, Until } from '@/components/time/time'
import { EmptyState } from '@/components/ui/feedback'
import { claimSchema } from '@/server/contract/agents'

export const metadata: Metadata = { title: 'Adopt an agent', robots: { index: false } }

export default async function ClaimPage({ params }: { params: Promise<{ claim: string }> }) {
  const { claim } = await params
  await requireMe(`/agents/${encodeURIComponent(claim)}`)
  const api = await serverCaller()
  const parsed = claimSchema.safeParse({ claim })
  const agent = parsed.success ? await api.agents.claimable(parsed.data).catch(() => null) : null
  return (
    <div className="page-narrow pb-24">
      <PageHeader
        title="Adopt an agent"
        lead="A program registered itself here and asks you to answer for it. What it says of itself is below; nobody has checked it."
      />
      {agent === null ? (
        <EmptyState title="There is no agent to adopt by this link">
          Somebody adopted it, or a week has passed since it registered. Have it register again.
        </EmptyState>
      ) : (
        <div className="max-w-xl space-y-6">
          <div className="space-y-1">
            <p className="wrap-anywhere font-medium">{agent.name}</p>
            {agent.about === '' ? null : <p className="wrap-anywhere measure">{agent.about}</p>}
            <p className="wrap-anywhere text-muted text-sm">
              Answers questions with {agent.words.map((word) => `“${word}”`).join(', ')}, for{' '}
              <Credits micros={agent.priceMicros} /> each. Registered <Ago at={agent.createdAt} />;{' '}
              <Until at={agent.expiresAt} verb="ends" past="has ended" />.
            </p>
          </div>
          <ul className="measure list-disc space-y-1 pl-5 text-sm">
            <li>It becomes a bot of yours: what it sells is paid to you, under your name.</li>
            <li>
              Its key reads what is public and answers what waits for that bot. It cannot spend your credits.
            </li>
            <li>You can change its words and its price, pause it, or revoke its key under Settings.</li>
          </ul>
          <AdoptButton claim={claim} />
        </div>
      )}
    </div>
  )
}
