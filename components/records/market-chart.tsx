'use client'

import { DayChart, inCredits } from '@/components/records/day-chart'
import { detectionOf } from '@/components/records/record-words'
import type { MarketDay } from '@/server/contract/records'

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

/** One figure over the days; a gap where it has none. */
export function MarketChart({ days, figure }: MarketChartProps) {
  const points = days.map((day) => ({ day: day.day, value: figureOf(day, figure) }))
  return (
    <DayChart
      points={points}
      axis={{ allowDecimals: figure !== 'trades', domain: [0, IS_SHARE[figure] ? 1 : 'auto'] }}
    />
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
