'use client'

import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { Credits } from '@/components/money/credits'
import { periodInWords, periodLabel } from '@/components/selling/selling-words'
import type { SellingFigures } from '@/server/contract/selling'
import { MICROS_PER_CREDIT } from '@/server/shared/money'
import { counted } from '@/server/words/amounts'

/** What the bars stand for. */
export const CHART_VIEWS = ['offers', 'earned'] as const
export type ChartView = (typeof CHART_VIEWS)[number]

export type SellingChartProps = Pick<SellingFigures, 'periods' | 'unit'> & { view: ChartView }

const HEIGHT_PX = 240
const HATCH_ID = 'selling-chart-passed'
const TICK = { fill: 'var(--muted)', fontSize: 12 }

/**
 * Bars over time, drawn for the eye alone: the table beside it says the same. Bought is solid, passed hatched, open an
 * outline, so that nothing hangs on colour.
 */
export function SellingChart({ periods, unit, view }: SellingChartProps) {
  const bars = periods.map((period) => ({ ...period, earned: inCredits(period.earnedMicros) }))
  return (
    <ResponsiveContainer width="100%" height={HEIGHT_PX}>
      <BarChart data={bars} margin={{ top: 8, right: 0, bottom: 0, left: 0 }} accessibilityLayer={false}>
        <defs>
          <pattern
            id={HATCH_ID}
            width="5"
            height="5"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width="5" height="5" fill="var(--passed-wash)" />
            <line x1="0" y1="0" x2="0" y2="5" stroke="var(--passed)" strokeWidth="2.5" />
          </pattern>
        </defs>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="start"
          tickFormatter={(start: string) => periodLabel(start, unit)}
          tick={TICK}
          tickLine={false}
          axisLine={{ stroke: 'var(--edge)' }}
          minTickGap={28}
        />
        <YAxis
          width={view === 'earned' ? 44 : 30}
          allowDecimals={view === 'earned'}
          tick={TICK}
          tickLine={false}
          axisLine={false}
        />
        <Tooltip
          cursor={{ fill: 'var(--well)' }}
          isAnimationActive={false}
          content={({ active, label }) => {
            const period = active ? periods.find(({ start }) => start === label) : undefined
            return period ? <PeriodNote period={period} unit={unit} /> : null
          }}
        />
        {view === 'earned' ? (
          <Bar dataKey="earned" fill="var(--bought)" maxBarSize={36} isAnimationActive={false} />
        ) : (
          <>
            <Bar
              dataKey="bought"
              stackId="offers"
              fill="var(--bought)"
              maxBarSize={36}
              isAnimationActive={false}
            />
            <Bar
              dataKey="passed"
              stackId="offers"
              fill={`url(#${HATCH_ID})`}
              stroke="var(--passed)"
              maxBarSize={36}
              isAnimationActive={false}
            />
            <Bar
              dataKey="open"
              stackId="offers"
              fill="var(--surface)"
              stroke="var(--edge)"
              maxBarSize={36}
              isAnimationActive={false}
            />
          </>
        )}
      </BarChart>
    </ResponsiveContainer>
  )
}

/** Heights of bars are pixels; the amount itself stays an integer everywhere else. */
function inCredits(micros: bigint): number {
  return Number(micros) / Number(MICROS_PER_CREDIT)
}

type PeriodNoteProps = { period: SellingFigures['periods'][number]; unit: SellingFigures['unit'] }

function PeriodNote({ period, unit }: PeriodNoteProps) {
  const { open, bought, passed, earnedMicros, start } = period
  return (
    <div className="rounded-md border border-line bg-surface px-3 py-2 text-sm shadow-lift">
      <p className="font-medium">{periodInWords(start, unit)}</p>
      <p className="nums text-muted">
        {counted(open + bought + passed, 'offer')}: {bought} bought, {passed} not bought, {open} open
      </p>
      <p className="text-muted">
        earned <Credits micros={earnedMicros} />
      </p>
    </div>
  )
}
