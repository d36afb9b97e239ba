'use client'

import type { ReactNode } from 'react'
import { CartesianGrid, Line, LineChart, ResponsiveContainer, XAxis, YAxis, type YAxisProps } from 'recharts'
import { MICROS_PER_CREDIT } from '@/server/shared/money'

export type DayChartProps = {
  /** A gap where there is no value. */
  points: readonly { day: string; value: number | null }[]
  axis?: Pick<YAxisProps, 'domain' | 'allowDecimals'>
  line?: { type?: 'stepAfter' }
  /** Lines at a height of their own. */
  children?: ReactNode
}

const HEIGHT_PX = 240
const TICK = { fill: 'var(--muted)', fontSize: 12 }
/** With more points dots run into each other. */
const DOTS_MAX = 40

/** One figure over the days. For the eye alone: a table beside it says the same. */
export function DayChart({ points, axis, line, children }: DayChartProps) {
  return (
    <ResponsiveContainer width="100%" height={HEIGHT_PX}>
      <LineChart
        data={[...points]}
        margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="day"
          tick={TICK}
          tickLine={false}
          axisLine={{ stroke: 'var(--edge)' }}
          minTickGap={32}
        />
        <YAxis width={48} tick={TICK} tickLine={false} axisLine={false} {...axis} />
        {children}
        <Line
          dataKey="value"
          stroke="var(--bought)"
          strokeWidth={2}
          dot={points.length <= DOTS_MAX}
          isAnimationActive={false}
          {...line}
        />
      </LineChart>
    </ResponsiveContainer>
  )
}

/** Heights are pixels; the amounts themselves stay integers everywhere else. */
export const inCredits = (micros: bigint) => Number(micros) / Number(MICROS_PER_CREDIT)
