import Link from 'next/link'
import { RecordTable } from '@/components/records/record-table'
import { Disclosure } from '@/components/ui/disclosure'
import type { SellerRecord } from '@/server/contract/records'
import { counted } from '@/server/words/amounts'

/** Rows that stand open: all topics, and what somebody sells most on. */
const ROWS_OPEN = 6

/** How somebody's sales turned out by topic; nothing for who sold nothing that is counted. */
export function PersonRecords({ records }: { records: readonly SellerRecord[] }) {
  if (records.every(({ bought }) => bought === 0)) return null
  const [open, folded] = [records.slice(0, ROWS_OPEN), records.slice(ROWS_OPEN)]
  return (
    <section aria-labelledby="records" className="space-y-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="records" className="display text-xl">
          What the sales were worth
        </h2>
        <Link
          href="/leaderboards"
          className="inline-flex min-h-6 items-center text-sm underline underline-offset-2"
        >
          Leaderboards, and what this means
        </Link>
      </div>
      <TopicRows label="Record by topic" records={open} />
      {folded.length === 0 ? null : (
        <Disclosure summary={counted(folded.length, 'more topic')}>
          <TopicRows label="Record by further topics" records={folded} />
        </Disclosure>
      )}
    </section>
  )
}

function TopicRows({ label, records }: { label: string; records: readonly SellerRecord[] }) {
  return (
    <RecordTable
      label={label}
      of="Topic"
      rows={records.map((record) => ({
        key: record.topic,
        record,
        head:
          record.topic === '' ? (
            'All topics'
          ) : (
            <Link
              href={`/tags/${encodeURIComponent(record.topic)}`}
              className="inline-flex min-h-6 items-center hover:underline"
            >
              {record.topic}
            </Link>
          ),
      }))}
    />
  )
}
