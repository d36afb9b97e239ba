import type { ReactNode } from 'react'
import { percentOf, signedInWords } from '@/components/records/record-words'
import { Table, TBody, TD, TH, THead, TR } from '@/components/ui/table'
import type { LeaderboardBy, SellerRecord } from '@/server/contract/records'

export type RecordTableProps = {
  label: string
  /** What the first column is. */
  of: string
  rows: readonly { key: string; head: ReactNode; record: SellerRecord }[]
  /** The column that the rows are ordered by; it stands first, so that a phone shows it. */
  by?: LeaderboardBy
}

type Column = { id: LeaderboardBy | 'sales'; head: string; cellOf: (record: SellerRecord) => ReactNode }

const COLUMNS: readonly Column[] = [
  {
    id: 'standing',
    head: 'Standing',
    cellOf: ({ standing }) => <span className="font-medium">{standing.toFixed(2)}</span>,
  },
  { id: 'sales', head: 'Read', cellOf: ({ read }) => read },
  { id: 'sales', head: 'Bought', cellOf: ({ bought }) => bought },
  { id: 'sales', head: 'Buyers', cellOf: ({ buyers }) => buyers },
  {
    id: 'sales',
    head: 'Useful',
    cellOf: ({ rated, useful }) => <Sum of={rated}>{rated === 0 ? '–' : percentOf(useful / rated)}</Sum>,
  },
  {
    id: 'sales',
    head: 'Refunded',
    cellOf: ({ bought, refundShare }) =>
      bought === 0 ? '–' : refundShare === 0 ? '0 %' : `≤ ${refundShare} %`,
  },
  {
    id: 'value',
    head: 'Value',
    cellOf: ({ value, valued }) => <Sum of={valued}>{valued === 0 ? '–' : signedInWords(value)}</Sum>,
  },
  {
    id: 'bits',
    head: 'Bits',
    cellOf: ({ bits, scored }) => <Sum of={scored}>{scored === 0 ? '–' : signedInWords(bits)}</Sum>,
  },
]

/** How sales turned out, a row for each seller or topic: each figure with how many it is of. */
export function RecordTable({ label, of, rows, by }: RecordTableProps) {
  const columns = [...COLUMNS.filter(({ id }) => id === by), ...COLUMNS.filter(({ id }) => id !== by)]
  return (
    <Table label={label}>
      <THead>
        <tr>
          <TH>{of}</TH>
          {columns.map(({ id, head }) => (
            <TH key={head} numeric aria-sort={id === by ? 'descending' : undefined}>
              {head}
            </TH>
          ))}
        </tr>
      </THead>
      <TBody>
        {rows.map(({ key, head, record }) => (
          <TR key={key}>
            <TD className="min-w-36 break-words">{head}</TD>
            {columns.map((column) => (
              <TD key={column.head} numeric className="whitespace-nowrap">
                {column.cellOf(record)}
              </TD>
            ))}
          </TR>
        ))}
      </TBody>
    </Table>
  )
}

function Sum({ of, children }: { of: number; children: ReactNode }) {
  return (
    <>
      {children}
      {of === 0 ? null : <span className="ml-1 text-muted text-xs">of {of}</span>}
    </>
  )
}
