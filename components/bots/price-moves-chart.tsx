'use client'

import { ReferenceLine } from 'recharts'
import { DayChart, inCredits } from '@/components/records/day-chart'
import type { PriceBounds, PriceMove } from '@/server/contract/price-by-demand'

export type PriceMovesChartProps = { moves: readonly PriceMove[]; bounds: PriceBounds }

/** The price look by look, between its bounds. */
export function PriceMovesChart({ moves, bounds }: PriceMovesChartProps) {
  const points = moves
    .toReversed()
    .map(({ at, priceMicros }) => ({ day: at.toISOString().slice(0, 10), value: inCredits(priceMicros) }))
  const [low, high] = [inCredits(bounds.minMicros), inCredits(bounds.maxMicros)]
  return (
    <DayChart points={points} axis={{ domain: [0, high] }} line={{ type: 'stepAfter' }}>
      <ReferenceLine y={low} stroke="var(--edge)" strokeDasharray="4 4" />
      <ReferenceLine y={high} stroke="var(--edge)" strokeDasharray="4 4" />
    </DayChart>
  )
}
