'use client'

import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Credits } from '@/components/money/credits'
import type { ChartView, SellingChartProps } from '@/components/selling/selling-chart'
import { periodInWords } from '@/components/selling/selling-words'
import { cn } from '@/components/ui/cn'
import { Disclosure } from '@/components/ui/disclosure'
import { Skeleton } from '@/components/ui/feedback'
import { Segmented } from '@/components/ui/segmented'
import { Table, TBody, TD, TH, THead, TR } from '@/components/ui/table'
import type { SellingFigures } from '@/server/contract/selling'

/** The library that draws is loaded where a chart is, and by no other page. */
const SellingChart = dynamic<SellingChartProps>(
  () => import('@/components/selling/selling-chart').then((module) => module.SellingChart),
  { ssr: false, loading: () => <Skeleton className="h-60" /> },
)

const VIEWS = [
  { value: 'offers', label: 'Offers' },
  { value: 'earned', label: 'Earned' },
] as const satisfies { value: ChartView; label: string }[]

const UNIT_WORDS = { day: 'day', week: 'week', month: 'month' } as const

export type OverTimeProps = { figures: Pick<SellingFigures, 'periods' | 'unit' | 'made'>; titleId: string }

/** Offers by the day, week or month they were made in: a picture, and the same numbers as a table. */
export function OverTime({ figures, titleId }: OverTimeProps) {
  const [view, setView] = useState<ChartView>('offers')
  const { periods, unit, made } = figures
  if (made === 0) return null
  return (
    <section aria-labelledby={titleId} className="space-y-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={titleId} className="display text-xl">
          By {UNIT_WORDS[unit]}
        </h2>
        <Segmented
          aria-label="What the bars stand for"
          size="sm"
          value={view}
          onValueChange={setView}
          options={VIEWS}
        />
      </div>
      <figure>
        <div aria-hidden>
          <SellingChart periods={periods} unit={unit} view={view} />
        </div>
        <figcaption className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-muted text-sm">
          {view === 'offers' ? (
            <>
              <Key className="bg-bought">bought</Key>
              <Key className="border border-passed bg-[repeating-linear-gradient(45deg,var(--passed)_0_1.5px,var(--passed-wash)_1.5px_3.5px)]">
                not bought
              </Key>
              <Key className="border border-edge bg-surface">still open</Key>
            </>
          ) : (
            <span>Credits after fees, by when the offer was made.</span>
          )}
        </figcaption>
      </figure>
      <Disclosure summary="The same as a table">
        <Table label={`Offers by ${UNIT_WORDS[unit]}`}>
          <THead>
            <tr>
              <TH>{UNIT_WORDS[unit]}</TH>
              <TH numeric>Offers</TH>
              <TH numeric>Bought</TH>
              <TH numeric>Not bought</TH>
              <TH numeric>Open</TH>
              <TH numeric>Earned</TH>
            </tr>
          </THead>
          <TBody>
            {periods.toReversed().map(({ start, open, bought, passed, earnedMicros }) => (
              <TR key={start}>
                <TD className="whitespace-nowrap">{periodInWords(start, unit)}</TD>
                <TD numeric>{open + bought + passed}</TD>
                <TD numeric>{bought}</TD>
                <TD numeric>{passed}</TD>
                <TD numeric>{open}</TD>
                <TD numeric>
                  <Credits micros={earnedMicros} unit={false} />
                </TD>
              </TR>
            ))}
          </TBody>
        </Table>
      </Disclosure>
    </section>
  )
}

function Key({ className, children }: { className: string; children: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span aria-hidden className={cn('size-3 rounded-[2px]', className)} />
      {children}
    </span>
  )
}
