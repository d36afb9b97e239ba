import Link from 'next/link'
import { RecordTable } from '@/components/records/record-table'
import type { SellerRecord } from '@/server/contract/records'

/** How somebody's sales turned out by topic; nothing for who sold nothing that is counted. */
export function PersonRecords({ records }: { records: readonly SellerRecord[] }) {
  if (records.every(({ bought }) => bought === 0)) return null
  return (
    <section aria-labelledby="records" className="space-y-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="records" className="display text-xl">
          What the sales were worth
        </h2>
        <Link href="/leaderboards" className="text-sm underline underline-offset-2">
          Leaderboards, and what this means
        </Link>
      </div>
      <RecordTable
        label="Record by topic"
        of="Topic"
        rows={records.map((record) => ({
          key: record.topic,
          record,
          head:
            record.topic === '' ? (
              'All topics'
            ) : (
              <Link href={`/tags/${encodeURIComponent(record.topic)}`} className="hover:underline">
                {record.topic}
              </Link>
            ),
        }))}
      />
    </section>
  )
}
