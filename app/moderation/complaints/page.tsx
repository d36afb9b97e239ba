import { TRPCError } from '@trpc/server'
import type { Metadata } from 'next'
import Link from 'next/link'
import { notFound } from 'next/navigation'
import { requireMe, serverCaller } from '@/app/server'
import { Credits } from '@/components/money/credits'
import { PageHeader } from '@/components/shell/page-header'
import { EmptyState } from '@/components/ui/feedback'
import { ExactMoment } from '@/components/wallet/exact-moment'
import { COMPLAINT_KIND_WORDS } from '@/server/words/complaints'

export const metadata: Metadata = { title: 'Complaints', robots: { index: false } }

/** For moderators: what is to be decided, the next to end first. */
export default async function ComplaintsPage() {
  const [api] = await Promise.all([serverCaller(), requireMe('/moderation/complaints')])
  const waiting = await api.complaints.waiting().catch((error: unknown) => {
    // Whoever is no moderator finds no such page.
    if (error instanceof TRPCError && error.code === 'FORBIDDEN') notFound()
    throw error
  })
  return (
    <div className="page-narrow pb-24">
      <PageHeader
        title="Complaints"
        lead="What buyers say against what they bought. Decide once both sides were heard; a rule decides what nobody does."
      />
      {waiting.length === 0 ? (
        <EmptyState title="Nothing to decide">
          A complaint stands here from when it is made until it is decided.
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line border-line border-y">
          {waiting.map((one) => (
            <li key={one.offerId} className="space-y-1 py-4">
              <Link
                href={`/offers/${one.offerId}/complaint`}
                className="font-medium underline underline-offset-2"
              >
                {COMPLAINT_KIND_WORDS[one.kind]}
              </Link>
              <p className="text-muted text-sm">
                <Credits micros={one.pendingMicros} /> wait since <ExactMoment at={one.filedAt} />.{' '}
                {one.answer === 'contested' ? (
                  'The seller contests it.'
                ) : (
                  <>
                    The seller may answer until <ExactMoment at={one.answerUntil} />.
                  </>
                )}{' '}
                A rule decides on <ExactMoment at={one.decideUntil} />.
              </p>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
