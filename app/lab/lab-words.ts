import type { BadgeTone } from '@/components/ui/badge'
import { BESIDES, type Beside, type Experiment, type Metric, type Value } from '@/server/lab/experiment'
import type { Report } from '@/server/lab/recorded'

/** What the lab's pages say. */

export const PART_TITLES: Readonly<Record<Experiment['part'], string>> = {
  theory: 'Theory of recursive information markets',
  'information-bazaar': 'The Information Bazaar',
  'agent-bazaar': 'The Agent Bazaar',
  market: 'The live market',
}

export const VERDICT_TONES = {
  reproduced: 'good',
  'not reproduced': 'bad',
  'not determined': 'warn',
} as const satisfies Record<Report[number]['verdict'], BadgeTone>

export const KIND_WORDS: Readonly<Record<Report[number]['kind'], string>> = {
  det: 'exact',
  stat: 'over seeds',
  llm: 'needs a model',
  cited: 'cited',
}

/** A figure as the page prints it: three digits that count, shares as percentages. */
export function figureText(value: number, unit?: Metric['unit']): string {
  if (unit === 'share') return `${short(value * 100)} %`
  if (unit === 'dollars') return value < 0 ? `−$${short(-value)}` : `$${short(value)}`
  return short(value)
}

/** A figure to the seven digits of the longest published vector. */
export function exactText(value: number): string {
  return String(Number(value.toPrecision(Math.abs(value) >= 1000 ? 8 : 6))).replace('-', '−')
}

function short(value: number): string {
  const size = Math.abs(value)
  const digits = size >= 1000 ? 0 : size >= 100 ? 1 : size >= 1 ? 2 : 3
  const text = value.toLocaleString('en', { maximumFractionDigits: digits })
  return (text === '-0' ? '0' : text).replace('-', '−')
}

export function intervalText(low: number | null, high: number | null, unit?: Metric['unit']): string {
  return low === null || high === null ? '' : `${figureText(low, unit)} to ${figureText(high, unit)}`
}

/** What stands beside ours, in a heading: only what a paper has is published. */
export function besideText(found: readonly { beside?: Beside }[]): string {
  const kinds = BESIDES.filter((kind) => found.some(({ beside = 'published' }) => beside === kind))
  return kinds.length > 0 ? kinds.join(' or ') : 'published'
}

export function publishedText(value: number | readonly [number, number], unit?: Metric['unit']): string {
  return typeof value === 'number'
    ? figureText(value, unit)
    : `${figureText(value[0], unit)} to ${figureText(value[1], unit)}`
}

/** "with a language model, AB Fig 3": where a figure from elsewhere is printed, and whether ours beside it has other agents. */
export function originText({ source, isOfModel = false }: { source: string; isOfModel?: boolean }): string {
  return isOfModel ? `with a language model, ${source}` : source
}

export function valueText(value: Value | undefined): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value === undefined ? '' : String(value)
}

/** "priceMax" as a person reads it: "price max". */
export function nameText(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()
}
