import type { Metadata } from 'next'
import Link from 'next/link'
import { createLoader, createSerializer, parseAsString, type SearchParams } from 'nuqs/server'
import { LiftButton } from '@/app/moderation/log/lift-button'
import { getMe, serverCaller } from '@/app/server'
import { LogRow } from '@/components/moderation/log-row'
import { PageHeader } from '@/components/shell/page-header'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/feedback'

export const metadata: Metadata = {
  title: 'Log of moderation',
  description: 'What moderators of this market hid, kept and suspended, and why.',
}

const logParams = { cursor: parseAsString }
const loadParams = createLoader(logParams)
const logQuery = createSerializer(logParams)
const PATH = '/moderation/log'

export default async function ModerationLogPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { cursor } = await loadParams(searchParams)
  const [api, me] = await Promise.all([serverCaller(), getMe()])
  const { lines, nextCursor } = await api.moderation.log({ cursor })
  const isModerator = me !== null && me.role !== 'person'
  const now = new Date()
  return (
    <div className="page-narrow pb-24">
      <PageHeader
        title="Log of moderation"
        lead="What moderators hid, kept and suspended here, and which rule it was. Who flagged something is told to nobody."
      />
      {lines.length === 0 ? (
        <EmptyState title={cursor === null ? 'Nothing was decided yet' : 'Nothing older'}>
          Whatever is flagged and decided stands here.
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line border-line border-y" aria-label="What was decided">
          {lines.map((line) => (
            <LogRow
              key={line.id}
              line={line}
              action={
                isModerator && line.kind === 'suspended' && line.liftedAt === null && line.until > now ? (
                  <LiftButton id={line.id} />
                ) : null
              }
            />
          ))}
        </ul>
      )}
      <div className="flex justify-center gap-2 pt-6">
        {cursor === null ? null : (
          <Button asChild>
            <Link href={PATH}>Newest</Link>
          </Button>
        )}
        {nextCursor === null ? null : (
          <Button asChild>
            <Link href={logQuery(PATH, { cursor: nextCursor })}>Older</Link>
          </Button>
        )}
      </div>
    </div>
  )
}
