'use client'

import { Download } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Credits } from '@/components/money/credits'
import type { DayFigure, MarketChartProps } from '@/components/records/market-chart'
import { detectionOf, percentOf } from '@/components/records/record-words'
import { Button } from '@/components/ui/button'
import { Disclosure } from '@/components/ui/disclosure'
import { Skeleton } from '@/components/ui/feedback'
import { Select } from '@/components/ui/input'
import { Table, TBody, TD, TH, THead, TR } from '@/components/ui/table'
import type { MarketDay } from '@/server/contract/records'

/** The library that draws is loaded where a chart is, and by no other page. */
const MarketChart = dynamic<MarketChartProps>(
  () => import('@/components/records/market-chart').then((module) => module.MarketChart),
  { ssr: false, loading: () => <Skeleton className="h-60" /> },
)

/** Each figure with its name and what it means. */
const FIGURES: readonly { value: DayFigure; label: string; meaning: string }[] = [
  { value: 'trades', label: 'Trades', meaning: 'Offers bought that day.' },
  { value: 'spent', label: 'Spent', meaning: 'Credits paid for them, fees included.' },
  {
    value: 'median',
    label: 'Median price',
    meaning: 'Half of that day’s trades cost this much or less, in credits.',
  },
  {
    value: 'sellersIndex',
    label: 'Concentration of sellers',
    meaning:
      'Herfindahl–Hirschman index of what sellers took that day: the sum of their squared shares, 1 when one seller took everything, 1/n when n took the same.',
  },
  {
    value: 'buyersIndex',
    label: 'Concentration of buyers',
    meaning: 'The same of what buyers paid.',
  },
  {
    value: 'answeredShare',
    label: 'Questions answered',
    meaning: 'Of the questions that ended that day, the share that bought anything.',
  },
  { value: 'refunded', label: 'Refunded', meaning: 'Credits that complaints gave back to buyers that day.' },
  {
    value: 'volatility',
    label: 'Volatility of prices',
    meaning:
      'Standard deviation of the median prices of seven days, divided by their mean. An analogue, on a live market, of σ̂ in the Economic Alignment Score, and not that score.',
  },
  {
    value: 'detection',
    label: 'Misleading teasers passed',
    meaning:
      'Of the offers first read that day whose teaser an agent found to mislead, the share not bought by its end. An analogue of the detection rate δ in the Economic Alignment Score, and not that score.',
  },
]

/** The market day by day: one figure as a picture with its definition, all of them as a table, and as CSV. */
export function MarketDays({ days }: { days: readonly MarketDay[] }) {
  const [figure, setFigure] = useState<DayFigure>('trades')
  const shown = FIGURES.find(({ value }) => value === figure) ?? FIGURES[0]
  if (days.length === 0 || !shown) {
    return (
      <p className="text-muted text-sm">
        No day is counted yet. Each day is counted once it is over, at midnight UTC; today’s figures stand
        here tomorrow.
      </p>
    )
  }
  return (
    <section aria-labelledby="days-title" className="space-y-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h2 id="days-title" className="display text-xl">
          Day by day
        </h2>
        <div className="flex flex-wrap items-center gap-3">
          <Select
            aria-label="What is drawn"
            value={figure}
            onChange={(event) =>
              setFigure(FIGURES.find(({ value }) => value === event.target.value)?.value ?? 'trades')
            }
          >
            {FIGURES.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
          <Button size="sm" asChild>
            <a href="/api/market.csv" download>
              <Download aria-hidden /> CSV
            </a>
          </Button>
        </div>
      </div>
      <figure>
        <div aria-hidden>
          <MarketChart days={days} figure={figure} />
        </div>
        <figcaption className="measure mt-2 text-muted text-sm">
          {shown.label}: {shown.meaning}
        </figcaption>
      </figure>
      <Disclosure summary="All figures as a table, and what each means">
        <dl className="measure mb-4 space-y-1 text-sm">
          {FIGURES.map(({ value, label, meaning }) => (
            <div key={value}>
              <dt className="inline font-medium">{label}: </dt>
              <dd className="inline text-muted">{meaning}</dd>
            </div>
          ))}
        </dl>
        <Table label="The market day by day">
          <THead>
            <tr>
              <TH>Day (UTC)</TH>
              <TH numeric>Trades</TH>
              <TH numeric>Spent</TH>
              <TH numeric>Median price</TH>
              <TH numeric>Sellers</TH>
              <TH numeric>Buyers</TH>
              <TH numeric>Conc. of sellers</TH>
              <TH numeric>Conc. of buyers</TH>
              <TH numeric>Ended</TH>
              <TH numeric>Answered</TH>
              <TH numeric>Refunded</TH>
              <TH numeric>Volatility</TH>
              <TH numeric>Misl. passed</TH>
            </tr>
          </THead>
          <TBody>
            {days.toReversed().map((day) => (
              <TR key={day.day}>
                <TD className="nums whitespace-nowrap">{day.day}</TD>
                <TD numeric>{day.trades}</TD>
                <TD numeric>
                  <Credits micros={day.spentMicros} unit={false} />
                </TD>
                <TD numeric>
                  {day.medianPriceMicros === null ? (
                    '–'
                  ) : (
                    <Credits micros={day.medianPriceMicros} unit={false} />
                  )}
                </TD>
                <TD numeric>{day.sellers}</TD>
                <TD numeric>{day.buyers}</TD>
                <TD numeric>{day.sellersIndex?.toFixed(2) ?? '–'}</TD>
                <TD numeric>{day.buyersIndex?.toFixed(2) ?? '–'}</TD>
                <TD numeric>{day.ended}</TD>
                <TD numeric>
                  {day.answered}
                  {day.ended === 0 ? '' : ` (${percentOf(day.answered / day.ended)})`}
                </TD>
                <TD numeric>
                  {day.refundedMicros === null ? '–' : <Credits micros={day.refundedMicros} unit={false} />}
                </TD>
                <TD numeric>{day.volatility?.toFixed(2) ?? '–'}</TD>
                <TD numeric>{percentOf(detectionOf(day))}</TD>
              </TR>
            ))}
          </TBody>
        </Table>
      </Disclosure>
    </section>
  )
}
