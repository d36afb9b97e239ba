'use client'

import dynamic from 'next/dynamic'
import { type ReactNode, useState } from 'react'
import type { Facts } from '@/app/lab/[experiment]/facts'
import { lineLook } from '@/app/lab/[experiment]/line-looks'
import type { ResultChartProps } from '@/app/lab/[experiment]/result-chart'
import { type Axis, axesOf, pointsAt, publishedAt } from '@/app/lab/axes'
import {
  besideText,
  figureText,
  intervalText,
  nameText,
  originText,
  publishedText,
  valueText,
} from '@/app/lab/lab-words'
import { Skeleton } from '@/components/ui/feedback'
import { Field } from '@/components/ui/field'
import { Select } from '@/components/ui/input'
import { Table, TBody, TD, TH, THead, TR } from '@/components/ui/table'
import type { Metric, Values } from '@/server/lab/experiment'
import type { Summary } from '@/server/lab/statistics'
import type { SummaryPoint } from '@/server/lab/summarise'
import { counted } from '@/server/words/amounts'

/** The library that draws is loaded where a chart is, and by no other page. */
const ResultChart = dynamic<ResultChartProps>(
  () => import('@/app/lab/[experiment]/result-chart').then((module) => module.ResultChart),
  { ssr: false, loading: () => <Skeleton className="h-[300px]" /> },
)

type ResultViewProps = {
  facts: Pick<Facts, 'metrics' | 'published'>
  points: readonly SummaryPoint[]
  /** Names the tables. */
  label: string
}

/** Ours beside figures from elsewhere: a chart over two of the swept parameters, and a table of every point. */
export function ResultView({ facts, points, label }: ResultViewProps) {
  const axes = axesOf(points)
  return axes.length === 0 ? (
    <MetricTable facts={facts} points={points} label={label} />
  ) : (
    <SweepView facts={facts} points={points} label={label} axes={axes} />
  )
}

function SweepView({ facts, points, label, axes }: ResultViewProps & { axes: readonly Axis[] }) {
  const names = Object.keys(facts.metrics).filter((name) => points.some((point) => point.metrics[name]))
  const withPublished = names.find((name) => facts.published.some(({ metric }) => metric === name))
  const [metric, setMetric] = useState(withPublished ?? names[0] ?? '')
  const [xName, setXName] = useState(axes[0]?.name ?? '')
  const [chosen, setChosen] = useState<Values>({})

  const x = axes.find(({ name }) => name === xName) ?? axes[0]
  const [lines = null, ...others] = axes.filter(({ name }) => name !== x?.name)
  const unit = facts.metrics[metric]?.unit ?? 'count'
  if (!x) return null
  const fixed = Object.fromEntries(others.map(({ name, values }) => [name, chosen[name] ?? values[0] ?? '']))
  return (
    <div className="space-y-5">
      <div className="grid gap-4 noscript:hidden sm:grid-cols-2 lg:grid-cols-4">
        <Field label="Figure">
          <Select value={metric} onChange={(event) => setMetric(event.target.value)}>
            {names.map((name) => (
              <option key={name} value={name}>
                {facts.metrics[name]?.label}
              </option>
            ))}
          </Select>
        </Field>
        {axes.length > 1 ? (
          <Field label="Along the axis">
            <Select value={x.name} onChange={(event) => setXName(event.target.value)}>
              {axes.map(({ name }) => (
                <option key={name} value={name}>
                  {nameText(name)}
                </option>
              ))}
            </Select>
          </Field>
        ) : null}
        {others.map(({ name, values }) => (
          <Field key={name} label={`Drawn for ${nameText(name)}`}>
            <Select
              value={values.indexOf(fixed[name] ?? '')}
              onChange={(event) => setChosen({ ...chosen, [name]: values[Number(event.target.value)] ?? '' })}
            >
              {values.map((value, i) => (
                <option key={valueText(value)} value={i}>
                  {valueText(value)}
                </option>
              ))}
            </Select>
          </Field>
        ))}
      </div>
      <p className="measure text-muted text-sm">{facts.metrics[metric]?.words}</p>
      <figure className="noscript:hidden">
        <div aria-hidden>
          <ResultChart
            points={pointsAt(points, fixed)}
            published={facts.published}
            metric={metric}
            unit={unit}
            x={x}
            lines={lines}
          />
        </div>
        <figcaption className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-muted text-sm">
          {lines ? <LineKeys lines={lines} /> : null}
          <span>
            Bars: 95 % interval of the mean.
            {facts.published.some(({ isOfModel }) => !isOfModel) ? ' Rings: figures from elsewhere.' : null}
            {facts.published.some(({ isOfModel }) => isOfModel)
              ? ' Diamonds: language models, in the middle of their range.'
              : null}
          </span>
        </figcaption>
      </figure>
      <PointTable facts={facts} points={points} label={label} axes={axes} metric={metric} />
      <Fold summary={`All ${names.length} figures at ${counted(points.length, 'point')}`}>
        <AllFigures facts={facts} points={points} label={label} axes={axes} names={names} />
      </Fold>
      {facts.published.length > 0 ? (
        <Fold summary={`Every figure that is ${besideText(facts.published)}`}>
          <PublishedTable facts={facts} label={label} />
        </Fold>
      ) : null}
    </div>
  )
}

/** A piece of each line as the chart draws it. */
function LineKeys({ lines }: { lines: Axis }) {
  return lines.values.map((value, i) => {
    const { stroke, dash } = lineLook(i)
    return (
      <span key={valueText(value)} className="inline-flex items-center gap-1.5">
        <svg aria-hidden width="28" height="8" className="shrink-0">
          <line x1="0" x2="28" y1="4" y2="4" stroke={stroke} strokeWidth="2" strokeDasharray={dash} />
        </svg>
        {nameText(lines.name)} {valueText(value)}
      </span>
    )
  })
}

function intervalOf({ low, high, n }: Summary, unit: Metric['unit'] | undefined): string {
  return n === 1 ? 'one run' : intervalText(low, high, unit)
}

function PointTable({
  facts,
  points,
  label,
  axes,
  metric,
}: ResultViewProps & { axes: readonly Axis[]; metric: string }) {
  const unit = facts.metrics[metric]?.unit
  return (
    <Table label={`${label}: ${facts.metrics[metric]?.label ?? metric}`} isTall>
      <THead>
        <tr>
          {axes.map(({ name }) => (
            <TH key={name}>{nameText(name)}</TH>
          ))}
          <TH numeric>Ours</TH>
          <TH numeric>95 % interval</TH>
          <TH numeric>Runs</TH>
          <TH>Elsewhere</TH>
        </tr>
      </THead>
      <TBody>
        {points.map((point) => {
          const summary = point.metrics[metric]
          return (
            <TR key={JSON.stringify(point.values)}>
              {axes.map(({ name }) => (
                <TD key={name}>{valueText(point.values[name])}</TD>
              ))}
              <TD numeric>{summary ? figureText(summary.mean, unit) : 'does not apply'}</TD>
              <TD numeric className="whitespace-nowrap">
                {summary ? intervalOf(summary, unit) : null}
              </TD>
              <TD numeric>{summary?.n}</TD>
              <TD className="min-w-128">
                <PublishedCell facts={facts} metric={metric} values={point.values} />
              </TD>
            </TR>
          )
        })}
      </TBody>
    </Table>
  )
}

/** Opens without JavaScript too: every chart's numbers are in the page as they are in the table. */
function Fold({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    <details>
      <summary className="min-h-11 cursor-pointer py-2.5 font-medium text-sm hover:text-accent">
        {summary}
      </summary>
      {children}
    </details>
  )
}

/** A column for each figure: its mean with the interval below. */
function AllFigures({
  facts,
  points,
  label,
  axes,
  names,
}: ResultViewProps & { axes: readonly Axis[]; names: readonly string[] }) {
  return (
    <Table label={`${label}: all figures`} isTall>
      <THead>
        <tr>
          {axes.map(({ name }) => (
            <TH key={name}>{nameText(name)}</TH>
          ))}
          <TH numeric>Runs</TH>
          {names.map((name) => (
            <TH key={name} numeric>
              {facts.metrics[name]?.label}
            </TH>
          ))}
        </tr>
      </THead>
      <TBody>
        {points.map((point) => {
          const runs = Math.max(...Object.values(point.metrics).map(({ n }) => n))
          return (
            <TR key={JSON.stringify(point.values)}>
              {axes.map(({ name }) => (
                <TD key={name}>{valueText(point.values[name])}</TD>
              ))}
              <TD numeric>{runs}</TD>
              {names.map((name) => (
                <TD key={name} numeric className="whitespace-nowrap">
                  <FigureCell summary={point.metrics[name]} unit={facts.metrics[name]?.unit} runs={runs} />
                </TD>
              ))}
            </TR>
          )
        })}
      </TBody>
    </Table>
  )
}

/** `runs` of the point; how many have the figure is said where they are fewer. */
function FigureCell({
  summary,
  unit,
  runs,
}: {
  summary: Summary | undefined
  unit: Metric['unit'] | undefined
  runs: number
}) {
  if (!summary) return 'does not apply'
  return (
    <>
      {figureText(summary.mean, unit)}
      <span className="block text-muted text-xs">
        {intervalOf(summary, unit)}
        {summary.n < runs ? `, ${counted(summary.n, 'run')}` : null}
      </span>
    </>
  )
}

function MetricTable({ facts, points, label }: ResultViewProps) {
  const [point] = points
  return (
    <Table label={label}>
      <THead>
        <tr>
          <TH>Figure</TH>
          <TH numeric>Ours</TH>
          <TH numeric>95 % interval</TH>
          <TH numeric>Runs</TH>
          <TH>Elsewhere</TH>
        </tr>
      </THead>
      <TBody>
        {Object.entries(facts.metrics).flatMap(([name, { label: head, unit, words }]) => {
          const summary = point?.metrics[name]
          if (!point || !summary) return []
          return [
            <TR key={name}>
              <TD>
                {head}
                <span className="block text-muted text-xs">{words}</span>
              </TD>
              <TD numeric>{figureText(summary.mean, unit)}</TD>
              <TD numeric className="whitespace-nowrap">
                {intervalOf(summary, unit)}
              </TD>
              <TD numeric>{summary.n}</TD>
              <TD className="min-w-128">
                <PublishedCell facts={facts} metric={name} values={point.values} />
              </TD>
            </TR>,
          ]
        })}
      </TBody>
    </Table>
  )
}

function PublishedCell({
  facts,
  metric,
  values,
}: {
  facts: Pick<Facts, 'metrics' | 'published'>
  metric: string
  values: Values
}) {
  const unit = facts.metrics[metric]?.unit
  const found = publishedAt(facts.published, metric, values)
  // Several models of one figure are one line: a row is a few lines, on a phone too.
  return [...Map.groupBy(found, originText)].map(([origin, of]) => (
    <span key={origin} className="block">
      {of.map(({ value, by }, i) => (
        <span key={by}>
          {i > 0 ? '; ' : null}
          <span className="nums">{publishedText(value, unit)}</span>{' '}
          <span className="text-muted text-xs">{by}</span>
        </span>
      ))}
      <span className="text-muted text-xs">, {origin}</span>
    </span>
  ))
}

/** Figures from elsewhere alone, where no run of ours is kept to stand beside them. */
export function PublishedTable({ facts, label }: Omit<ResultViewProps, 'points'>) {
  const names = [...new Set(facts.published.flatMap(({ at }) => Object.keys(at)))]
  return (
    <Table label={`${label}: ${besideText(facts.published)}`} isTall>
      <THead>
        <tr>
          <TH>Figure</TH>
          {names.map((name) => (
            <TH key={name}>{nameText(name)}</TH>
          ))}
          <TH numeric className="capitalize">
            {besideText(facts.published)}
          </TH>
          <TH>By</TH>
          <TH>Source</TH>
        </tr>
      </THead>
      <TBody>
        {facts.published.map(({ at, metric, value, by, source, isOfModel }) => (
          <TR key={`${metric} ${by} ${source} ${JSON.stringify(at)}`}>
            <TD className="min-w-36">{facts.metrics[metric]?.label ?? metric}</TD>
            {names.map((name) => (
              <TD key={name}>{valueText(at[name])}</TD>
            ))}
            <TD numeric className="whitespace-nowrap">
              {publishedText(value, facts.metrics[metric]?.unit)}
            </TD>
            <TD className="min-w-36">
              {by}
              {isOfModel ? ', with a language model' : null}
            </TD>
            <TD className="min-w-44 text-muted">{source}</TD>
          </TR>
        ))}
      </TBody>
    </Table>
  )
}
