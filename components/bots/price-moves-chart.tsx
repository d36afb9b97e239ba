'use client'

import { CartesianGrid, Line, LineChart, ReferenceLine, ResponsiveContainer, XAxis, YAxis } from 'recharts'
import type { PriceBounds, PriceMove } from '@/server/contract/price-by-demand'
import { MICROS_PER_CREDIT } from '@/server/shared/money'

export type PriceMovesChartProps = { moves: readonly PriceMove[]; bounds: PriceBounds }

const HEIGHT_PX = 220
const TICK = { fill: 'var(--muted)', fontSize: 12 }
/** With more looks dots run into each other. */
const DOTS_MAX = 40

/** Heights are pixels; the amounts themselves stay integers everywhere else. */
const inCredits = (micros: bigint) => Number(micros) / Number(MICROS_PER_CREDIT)

/** The price look by look, between its bounds. For the eye alone: the table beside it says the same. */
export function PriceMovesChart({ moves, bounds }: PriceMovesChartProps) {
  const data = moves
    .toReversed()
    .map(({ at, priceMicros }) => ({ day: at.toISOString().slice(0, 10), price: inCredits(priceMicros) }))
  const [low, high] = [inCredits(bounds.minMicros), inCredits(bounds.maxMicros)]
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
        <YAxis width={48} tick={TICK} tickLine={false} axisLine={false} domain={[0, high]} />
        <ReferenceLine y={low} stroke="var(--edge)" strokeDasharray="4 4" />
        <ReferenceLine y={high} stroke="var(--edge)" strokeDasharray="4 4" />
        <Line
          type="stepAfter"
          dataKey="price"
          stroke="var(--bought)"
          strokeWidth={2}
          dot={data.length <= DOTS_MAX}
          isAnimationActive={false}
        />
      </LineChart>
    </ResponsiveContainer>
  )
}
