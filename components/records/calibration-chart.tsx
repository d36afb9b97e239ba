'use client'

import {
  CartesianGrid,
  ReferenceLine,
  ResponsiveContainer,
  Scatter,
  ScatterChart,
  XAxis,
  YAxis,
  ZAxis,
} from 'recharts'
import type { CalibrationView } from '@/server/contract/records'

export type CalibrationChartProps = { bands: CalibrationView['bands'] }

const HEIGHT_PX = 260
const TICK = { fill: 'var(--muted)', fontSize: 12 }
const PERCENTS = [0, 20, 40, 60, 80, 100]
/** Areas of the dots in square pixels: one probability, and the most of a band. */
const DOTS: [number, number] = [60, 500]

/** What was told against what came; on the line every probability kept its word. For the eye alone: the table beside it says the same. */
export function CalibrationChart({ bands }: CalibrationChartProps) {
  const dots = bands.flatMap(({ told, came, n }) =>
    told === null || came === null ? [] : [{ told: 100 * told, came: 100 * came, n }],
  )
  const axis = {
    type: 'number',
    domain: [0, 100],
    ticks: PERCENTS,
    tick: TICK,
    tickLine: false,
    unit: ' %',
  } as const
  return (
    <ResponsiveContainer width="100%" height={HEIGHT_PX}>
      <ScatterChart margin={{ top: 12, right: 12, bottom: 8, left: 0 }} accessibilityLayer={false}>
        <CartesianGrid stroke="var(--line)" />
        <XAxis {...axis} dataKey="told" axisLine={{ stroke: 'var(--edge)' }} />
        <YAxis {...axis} dataKey="came" axisLine={false} width={48} />
        <ZAxis dataKey="n" range={DOTS} />
        <ReferenceLine
          segment={[
            { x: 0, y: 0 },
            { x: 100, y: 100 },
          ]}
          stroke="var(--edge)"
          strokeDasharray="4 4"
        />
        <Scatter data={dots} fill="var(--bought)" fillOpacity={0.8} isAnimationActive={false} />
      </ScatterChart>
    </ResponsiveContainer>
  )
}
