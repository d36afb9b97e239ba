import Link from 'next/link'
import { Credits } from '@/components/money/credits'
import { ExactMoment } from '@/components/wallet/exact-moment'
import type { AuditRow } from '@/server/contract/audit'
import { actInWords, actorInWords, actPath } from '@/server/contract/audit-line'

/** Rows of an audit log, newest first. */
export function AuditRows({
  rows,
  isOfEverybody = false,
}: {
  rows: readonly AuditRow[]
  isOfEverybody?: boolean
}) {
  return (
    <ul className="divide-y divide-line border-line border-y" aria-label="What was done">
      {rows.map((row) => (
        <li key={row.id} className="space-y-1 py-3">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-muted text-sm">
            <span>
              <ExactMoment at={row.at} />
              {isOfEverybody && row.person ? <>, concerning @{row.person.handle}</> : null}
            </span>
            <span>
              {actorInWords(row.actor)}
              {row.network === null ? null : `, from ${row.network}`}
            </span>
          </div>
          <Deed row={row} />
        </li>
      ))}
    </ul>
  )
}

function Deed({ row: { deed } }: { row: AuditRow }) {
  const page = actPath(deed)
  const amount = 'amountMicros' in deed ? deed.amountMicros : undefined
  return (
    <p>
      {actInWords(deed)}
      {amount === undefined ? null : (
        <>
          {': '}
          <Credits micros={amount} />
        </>
      )}
      {page === null ? null : (
        <>
          {', '}
          <Link href={page.href} className="underline underline-offset-2">
            {page.label}
          </Link>
        </>
      )}
    </p>
  )
}
