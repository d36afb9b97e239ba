import type { ReactNode } from 'react'
import { percentOf, signedInWords } from '@/components/records/record-words'
import { Table, TBody, TD, TH, THead, TR } from '@/components/ui/table'
import type { LeaderboardBy, SellerRecord } from '@/server/contract/records'

export type RecordTableProps = {
  label: string
  /** What the first column is. */
  of: string
  rows: readonly { key: string; head: ReactNode; record: SellerRecord }[]
  /** The column that the rows are ordered by. */
  by?: LeaderboardBy
}

/** How sales turned out, a row for each seller or topic: each figure with how many it is of. */
export function RecordTable({ label, of, rows, by }: RecordTableProps) {
  const sort = (column: LeaderboardBy) => (by === column ? 'descending' : undefined)
  return (
    <Table label={label}>
      <THead>
        <tr>
          <TH>{of}</TH>
          <TH numeric aria-sort={sort('standing')}>
            Standing
          </TH>
          <TH numeric>Read</TH>
          <TH numeric>Bought</TH>
          <TH numeric>Buyers</TH>
          <TH numeric>Useful</TH>
          <TH numeric>Refunded</TH>
          <TH numeric aria-sort={sort('value')}>
            Value
          </TH>
          <TH numeric aria-sort={sort('bits')}>
            Bits
          </TH>
        </tr>
      </THead>
      <TBody>
        {rows.map(({ key, head, record }) => (
          <TR key={key}>
            <TD className="min-w-36 break-words">{head}</TD>
            <TD numeric className="font-medium">
              {record.standing.toFixed(2)}
            </TD>
            <TD numeric>{record.read}</TD>
            <TD numeric>{record.bought}</TD>
            <TD numeric>{record.buyers}</TD>
            <TD numeric>
              {record.rated === 0 ? '–' : percentOf(record.useful / record.rated)}
              <Of n={record.rated} />
            </TD>
            <TD numeric>{record.refundShare === 0 ? '0 %' : `≤ ${record.refundShare} %`}</TD>
            <TD numeric>
              {record.valued === 0 ? '–' : signedInWords(record.value)}
              <Of n={record.valued} />
            </TD>
            <TD numeric>
              {record.scored === 0 ? '–' : signedInWords(record.bits)}
              <Of n={record.scored} />
            </TD>
          </TR>
        ))}
      </TBody>
    </Table>
  )
}

function Of({ n }: { n: number }) {
  return n === 0 ? null : <span className="ml-1 whitespace-nowrap text-muted text-xs">of {n}</span>
}
