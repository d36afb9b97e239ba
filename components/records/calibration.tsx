'use client'

import dynamic from 'next/dynamic'
import type { CalibrationChartProps } from '@/components/records/calibration-chart'
import { percentOf, scoreInWords } from '@/components/records/record-words'
import { Skeleton } from '@/components/ui/feedback'
import { Table, TBody, TD, TH, THead, TR } from '@/components/ui/table'
import type { CalibrationView } from '@/server/contract/records'

/** The library that draws is loaded where a chart is, and by no other page. */
const CalibrationChart = dynamic<CalibrationChartProps>(
  () => import('@/components/records/calibration-chart').then((module) => module.CalibrationChart),
  { ssr: false, loading: () => <Skeleton className="h-65" /> },
)

/** How probabilities kept their word: two scores with what they mean, a picture, and the same as a table. */
export function Calibration({ record, of }: { record: CalibrationView; of: string }) {
  const { n, brier, logScore, bands } = record
  if (n === 0 || brier === null || logScore === null) return null
  return (
    <div className="space-y-4">
      <dl className="grid grid-cols-2 gap-x-8 gap-y-3 sm:max-w-xl sm:grid-cols-3">
        <Score label="Told and resolved" value={String(n)} note={n === 1 ? 'probability' : 'probabilities'} />
        <Score label="Brier score" value={brier.toFixed(3)} note="0 is best; 0.25 for always 50 %" />
        <Score
          label="Log score"
          value={scoreInWords(logScore)}
          note="bits each; 0 is best, −1 for always 50 %"
        />
      </dl>
      <div className="grid gap-6 lg:grid-cols-2">
        <figure>
          <div aria-hidden className="max-w-md">
            <CalibrationChart bands={bands} />
          </div>
          <figcaption className="text-muted text-sm">
            Across: what was told. Up: how much of it came. On the dashed line every probability kept its
            word; a larger dot is more of them.
          </figcaption>
        </figure>
        <div>
          <Table label={`Calibration of ${of}`}>
            <THead>
              <tr>
                <TH>Told</TH>
                <TH numeric>How often</TH>
                <TH numeric>Mean told</TH>
                <TH numeric>Came</TH>
              </tr>
            </THead>
            <TBody>
              {bands
                .filter((band) => band.n > 0)
                .map((band) => (
                  <TR key={band.from}>
                    <TD className="nums whitespace-nowrap">
                      {percentOf(band.from)} to {percentOf(band.to)}
                    </TD>
                    <TD numeric>
                      {band.n}
                      <span className="sr-only"> of {n}</span>
                    </TD>
                    <TD numeric>{percentOf(band.told)}</TD>
                    <TD numeric>{percentOf(band.came)}</TD>
                  </TR>
                ))}
            </TBody>
          </Table>
        </div>
      </div>
    </div>
  )
}

function Score({ label, value, note }: { label: string; value: string; note: string }) {
  return (
    <div>
      <dt className="eyebrow">{label}</dt>
      <dd>
        <span className="nums block font-medium text-2xl">{value}</span>
        <span className="block text-muted text-sm">{note}</span>
      </dd>
    </div>
  )
}
