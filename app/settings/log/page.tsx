import type { Metadata } from 'next'
import Link from 'next/link'
import {
  createLoader,
  createSerializer,
  parseAsString,
  parseAsStringLiteral,
  type SearchParams,
} from 'nuqs/server'
import { requireMe, serverCaller } from '@/app/server'
import { AuditRows } from '@/components/people/audit-rows'
import { Breadcrumb, PageHeader } from '@/components/shell/page-header'
import { Chip } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/feedback'
import { AUDIT_KINDS } from '@/server/contract/audit'
import { KIND_WORDS } from '@/server/contract/audit-line'

export const metadata: Metadata = { title: 'Log of your account' }

const logParams = { kind: parseAsStringLiteral(AUDIT_KINDS), cursor: parseAsString }
const loadParams = createLoader(logParams)
const logQuery = createSerializer(logParams)
const PATH = '/settings/log'

export default async function LogPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { kind, cursor } = await loadParams(searchParams)
  const [api] = await Promise.all([serverCaller(), requireMe(logQuery(PATH, { kind, cursor }))])
  const { rows, nextCursor } = await api.audit.own({ kind, cursor })
  return (
    <div className="page-narrow pb-24">
      <PageHeader
        eyebrow={<Breadcrumb items={[{ label: 'Settings', href: '/settings' }, { label: 'Log' }]} />}
        title="Log of your account"
        lead="What was done to your money, your ways in and your settings, by you or anybody else. Nothing in it can be changed or removed."
      />
      <nav aria-label="Kinds" className="mb-6 flex flex-wrap gap-2">
        <Chip href={PATH} active={kind === null}>
          All
        </Chip>
        {AUDIT_KINDS.map((one) => (
          <Chip key={one} href={logQuery(PATH, { kind: one })} active={kind === one}>
            {KIND_WORDS[one]}
          </Chip>
        ))}
      </nav>
      {rows.length === 0 ? (
        <EmptyState title={cursor === null ? 'Nothing of this kind yet' : 'Nothing older'}>
          What you ask, buy unseen, change or set is written here as you do it.
        </EmptyState>
      ) : (
        <AuditRows rows={rows} />
      )}
      <div className="flex justify-center gap-2 pt-6">
        {cursor === null ? null : (
          <Button asChild>
            <Link href={logQuery(PATH, { kind })}>Newest</Link>
          </Button>
        )}
        {nextCursor === null ? null : (
          <Button asChild>
            <Link href={logQuery(PATH, { kind, cursor: nextCursor })}>Older</Link>
          </Button>
        )}
      </div>
    </div>
  )
}
