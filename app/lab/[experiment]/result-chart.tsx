'use client'

import {
  CartesianGrid,
  ComposedChart,
  type DotItemDotProps,
  ErrorBar,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import type { Beside } from '@/app/lab/[experiment]/facts'
import { lineLook } from '@/app/lab/[experiment]/line-looks'
import type { Axis } from '@/app/lab/axes'
import { publishedAt } from '@/app/lab/axes'
import { besideText, figureText, nameText, valueText } from '@/app/lab/lab-words'
import type { Metric } from '@/server/lab/experiment'
import type { SummaryPoint } from '@/server/lab/summarise'

export type ResultChartProps = {
  points: readonly SummaryPoint[]
  published: readonly Beside[]
  metric: string
  unit: Metric['unit']
  x: Axis
  /** Null when one line is all there is. */
  lines: Axis | null
}

const HEIGHT_PX = 300
const TICK = { fill: 'var(--muted)', fontSize: 12 }

type Datum = Record<string, string | number | readonly [number, number] | null>

/**
 * Means with their intervals; figures from elsewhere as rings, those of language models as diamonds in the middle of their range.
 * For the eye alone: the table beside it says the same.
 */
export function ResultChart({ points, published, metric, unit, x, lines }: ResultChartProps) {
  const keys = lines?.values ?? [null]
  // Between names there is nothing that a line could go through.
  const isConnected = x.values.every((value) => typeof value === 'number')
  const data = x.values.map((value) => {
    const datum: Datum = { x: valueText(value) }
    keys.forEach((key, i) => {
      const point = points.find(
        (one) => one.values[x.name] === value && (lines === null || one.values[lines.name] === key),
      )
      const summary = point?.metrics[metric]
      if (!point || !summary) return
      datum[`ours${i}`] = summary.mean
      datum[`error${i}`] = [
        summary.mean - (summary.low ?? summary.mean),
        (summary.high ?? summary.mean) - summary.mean,
      ]
      const found = publishedAt(published, metric, point.values)
      const place = (name: 'published' | 'models', some: readonly Beside[]) => {
        const ends = some.flatMap(({ value }) => value)
        if (ends.length === 0) return
        const [low, high] = [Math.min(...ends), Math.max(...ends)]
        datum[`${name}${i}`] = (low + high) / 2
        datum[`${name}Band${i}`] = [(high - low) / 2, (high - low) / 2]
      }
      place('published', found.filter(({ isOfModel }) => !isOfModel).slice(0, 1))
      place(
        'models',
        found.filter(({ isOfModel }) => isOfModel),
      )
    })
    return datum
  })
  return (
    <ResponsiveContainer width="100%" height={HEIGHT_PX}>
      <ComposedChart
        data={data}
        margin={{ top: 12, right: 12, bottom: 20, left: 0 }}
        accessibilityLayer={false}
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="x"
          tick={TICK}
          tickLine={false}
          axisLine={{ stroke: 'var(--edge)' }}
          padding={{ left: 24, right: 24 }}
          label={{ value: nameText(x.name), position: 'bottom', offset: 2, ...TICK }}
        />
        <YAxis
          width={58}
          tick={TICK}
          tickLine={false}
          axisLine={false}
          domain={['auto', 'auto']}
          tickFormatter={(value: number) => figureText(value, unit)}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ stroke: 'var(--edge)' }}
          content={({ active, label }) =>
            active ? (
              <ChartNote
                datum={data.find((one) => one.x === label)}
                keys={keys}
                unit={unit}
                word={besideText(published.filter((one) => one.metric === metric && !one.isOfModel))}
              />
            ) : null
          }
        />
        {keys.map((key, i) => {
          const look = lineLook(i)
          return [
            <Line
              key={`ours ${key}`}
              dataKey={`ours${i}`}
              stroke={isConnected ? look.stroke : 'none'}
              strokeDasharray={look.dash}
              strokeWidth={2}
              dot={{ r: 3, fill: look.stroke, stroke: look.stroke, strokeDasharray: '0' }}
              isAnimationActive={false}
              connectNulls
            >
              <ErrorBar dataKey={`error${i}`} stroke={look.stroke} width={6} strokeWidth={1.5} />
            </Line>,
            <Line
              key={`published ${key}`}
              dataKey={`published${i}`}
              stroke="none"
              dot={{ r: 5.5, fill: 'none', stroke: look.stroke, strokeWidth: 1.5 }}
              isAnimationActive={false}
            >
              <ErrorBar
                dataKey={`publishedBand${i}`}
                stroke={look.stroke}
                width={0}
                strokeWidth={1}
                strokeDasharray="2 2"
              />
            </Line>,
            <Line
              key={`models ${key}`}
              dataKey={`models${i}`}
              stroke="none"
              dot={({ key: dot, cx, cy }: DotItemDotProps) => (
                <path key={dot} d={diamond(cx, cy)} fill="none" stroke={look.stroke} strokeWidth={1.5} />
              )}
              isAnimationActive={false}
            >
              <ErrorBar
                dataKey={`modelsBand${i}`}
                stroke={look.stroke}
                width={0}
                strokeWidth={1}
                strokeDasharray="2 2"
              />
            </Line>,
          ]
        })}
      </ComposedChart>
    </ResponsiveContainer>
  )
}

const DIAMOND_PX = 6

/** Nothing where there is no figure. */
function diamond(x: number | undefined, y: number | undefined): string {
  if (typeof x !== 'number' || typeof y !== 'number') return ''
  return `M${x} ${y - DIAMOND_PX}l${DIAMOND_PX} ${DIAMOND_PX}l${-DIAMOND_PX} ${DIAMOND_PX}l${-DIAMOND_PX} ${-DIAMOND_PX}z`
}

function ChartNote({
  datum,
  keys,
  unit,
  word,
}: {
  datum: Datum | undefined
  word: string
  keys: readonly (string | number | boolean | null)[]
  unit: Metric['unit']
}) {
  if (!datum) return null
  return (
    <dl className="rounded-md border border-line bg-surface px-3 py-2 text-sm shadow-(--lift)">
      {keys.flatMap((key, i) => {
        const [ours, published, models] = [datum[`ours${i}`], datum[`published${i}`], datum[`models${i}`]]
        if (typeof ours !== 'number') return []
        return [
          <div key={String(key)} className="flex gap-2">
            <dt className="text-muted">{key === null ? 'ours' : valueText(key)}</dt>
            <dd className="nums">
              {figureText(ours, unit)}
              {typeof published === 'number' ? ` (${word} ${figureText(published, unit)})` : null}
              {typeof models === 'number' ? ` (models ${figureText(models, unit)})` : null}
            </dd>
          </div>,
        ]
      })}
    </dl>
  )
}
