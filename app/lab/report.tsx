import {
  besideText,
  exactText,
  figureText,
  intervalText,
  KIND_WORDS,
  VERDICT_TONES,
} from '@/app/lab/lab-words'
import { Badge } from '@/components/ui/badge'
import { Disclosure } from '@/components/ui/disclosure'
import { Table, TBody, TD, TH, THead, TR } from '@/components/ui/table'
import type { Report } from '@/server/lab/recorded'

/** Every published figure with what came of it, a line each; its numbers open below. */
export function ReportList({ report }: { report: Report }) {
  return (
    <ul className="divide-y divide-line border-line border-y">
      {report.map((row) => (
        <li key={`${row.id} ${row.kind}`} className="space-y-2 py-4">
          <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <span className="nums w-9 font-medium">{row.id}</span>
            <h3 className="min-w-0 flex-1 basis-56 font-medium">{row.what}</h3>
            <span className="text-muted text-sm">{KIND_WORDS[row.kind]}</span>
            <Badge tone={VERDICT_TONES[row.verdict]}>{row.verdict}</Badge>
          </div>
          <p className="measure text-sm">{row.why}</p>
          <Disclosure
            summary={row.ours.length > 0 ? `What is ${row.beside}, and ours` : `What is ${row.beside}`}
          >
            <p className="measure text-muted text-sm">
              <span className="capitalize">{row.beside}</span>: {row.published}{' '}
              <span className="whitespace-nowrap">({row.source})</span>
            </p>
            {row.ours.length > 0 ? <Figures row={row} /> : null}
          </Disclosure>
        </li>
      ))}
    </ul>
  )
}

function Figures({ row }: { row: Report[number] }) {
  // What is exact is compared digit by digit.
  const text = row.kind === 'det' ? exactText : figureText
  const besides = besideText(row.ours.map(({ beside = row.beside }) => ({ beside })))
  return (
    <Table label={`${row.id}: ${besides}, and ours`} className="mt-3">
      <THead>
        <tr>
          <TH>Figure</TH>
          <TH numeric className="capitalize">
            {besides}
          </TH>
          <TH numeric>Ours</TH>
          <TH numeric>95 % interval</TH>
          <TH numeric>n</TH>
        </tr>
      </THead>
      <TBody>
        {row.ours.map(({ name, published, beside = row.beside, ours, interval, n }) => (
          <TR key={name}>
            <TD>{name}</TD>
            <TD numeric>
              {typeof published === 'number' ? text(published) : published}
              {published !== null && besides !== beside ? ` (${beside})` : null}
            </TD>
            <TD numeric>{text(ours)}</TD>
            <TD numeric className="whitespace-nowrap">
              {interval ? intervalText(interval[0], interval[1]) : row.kind === 'det' ? 'exact' : 'none'}
            </TD>
            <TD numeric>{n}</TD>
          </TR>
        ))}
      </TBody>
    </Table>
  )
}
