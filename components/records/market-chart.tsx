'use client'

import { CartesianGrid, Line, LineChart, ResponsiveContainer, XAxis, YAxis } from 'recharts'
import { detectionOf } from '@/components/records/record-words'
import type { MarketDay } from '@/server/contract/records'
import { MICROS_PER_CREDIT } from '@/server/shared/money'

export type DayFigure =
  | 'trades'
  | 'spent'
  | 'median'
  | 'sellersIndex'
  | 'buyersIndex'
  | 'answeredShare'
  | 'refunded'
  | 'volatility'
  | 'detection'

export type MarketChartProps = { days: readonly MarketDay[]; figure: DayFigure }

const HEIGHT_PX = 240
const TICK = { fill: 'var(--muted)', fontSize: 12 }
/** With more days dots run into each other. */
const DOTS_MAX = 40

/** One figure over the days; a gap where it has none. For the eye alone: the table beside it says the same. */
export function MarketChart({ days, figure }: MarketChartProps) {
  const data = days.map((day) => ({ day: day.day, value: figureOf(day, figure) }))
  return (
    <ResponsiveContainer width="100%" height={HEIGHT_PX}>
      <LineChart data={data} margin={{ top: 8, right: 8, bottom: 0, left: 0 }} accessibilityLayer={false}>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="day"
          tick={TICK}
          tickLine={false}
          axisLine={{ stroke: 'var(--edge)' }}
          minTickGap={32}
        />
        <YAxis
          width={48}
          tick={TICK}
          tickLine={false}
          axisLine={false}
          allowDecimals={figure !== 'trades'}
          domain={[0, IS_SHARE[figure] ? 1 : 'auto']}
        />
        <Line
          dataKey="value"
          stroke="var(--bought)"
          strokeWidth={2}
          dot={days.length <= DOTS_MAX}
          isAnimationActive={false}
        />
      </LineChart>
    </ResponsiveContainer>
  )
}

const IS_SHARE: Record<DayFigure, boolean> = {
  trades: false,
  spent: false,
  median: false,
  sellersIndex: true,
  buyersIndex: true,
  answeredShare: true,
  refunded: false,
  volatility: false,
  detection: true,
}

/** Heights are pixels; the amounts themselves stay integers everywhere else. */
const inCredits = (micros: bigint) => Number(micros) / Number(MICROS_PER_CREDIT)

function figureOf(day: MarketDay, figure: DayFigure): number | null {
  switch (figure) {
    case 'trades':
      return day.trades
    case 'spent':
      return inCredits(day.spentMicros)
    case 'median':
      return day.medianPriceMicros === null ? null : inCredits(day.medianPriceMicros)
    case 'sellersIndex':
      return day.sellersIndex
    case 'buyersIndex':
      return day.buyersIndex
    case 'answeredShare':
      return day.ended === 0 ? null : day.answered / day.ended
    case 'refunded':
      return day.refundedMicros === null ? null : inCredits(day.refundedMicros)
    case 'volatility':
      return day.volatility
    case 'detection':
      return detectionOf(day)
  }
}
