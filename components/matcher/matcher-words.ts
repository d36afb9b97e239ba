import type { MatcherQuery } from '@/server/contract/matching'
import { formatCredits } from '@/server/shared/money'

export const KIND_NAMES = {
  open: 'Open answers',
  choice: 'Choices between options',
  belief: 'Claims to check',
  forecast: 'Forecasts',
  buy: 'Buy or not',
} as const

export const SCOPE_NAMES = {
  both: 'Questions and sub-questions',
  roots: 'Questions of people',
  'sub-contexts': 'Sub-questions of agents',
} as const

const DAY_HOURS = 24

/** "1 hour", "6 hours", "1 day", "3 days"; whole days where they come out even. */
export function hoursInWords(hours: number): string {
  const [amount, unit] =
    hours >= DAY_HOURS && hours % DAY_HOURS === 0 ? [hours / DAY_HOURS, 'day'] : [hours, 'hour']
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`
}

/** A condition as a label and what it asks for. */
export type Condition = { label: string; value: string }

/** The conditions that are set, in the order of the form. */
export function conditionsOf(query: MatcherQuery): Condition[] {
  const conditions: (Condition | null)[] = [
    listed('Any of', query.anyOf),
    listed('All of', query.allOf),
    listed('None of', query.noneOf),
    listed('Tags', query.tags),
    listed('Pages', query.pagePrefixes),
    listed(
      'Kind',
      query.decisions.map((kind) => KIND_NAMES[kind].toLowerCase()),
    ),
    query.scope === 'both' ? null : { label: 'Only', value: SCOPE_NAMES[query.scope].toLowerCase() },
    query.budgetMicrosMin > 0n
      ? { label: 'Budget', value: `at least ${formatCredits(query.budgetMicrosMin)} credits` }
      : null,
    query.inspectedPercentMin > 0
      ? { label: 'Asker', value: `has at least ${query.inspectedPercentMin}\u00a0% inspected` }
      : null,
    query.boughtPercentMin > 0
      ? { label: 'Asker', value: `bought something on at least ${query.boughtPercentMin}\u00a0%` }
      : null,
    query.ageHoursMax === null ? null : { label: 'Age', value: `at most ${hoursInWords(query.ageHoursMax)}` },
  ]
  return conditions.filter((condition) => condition !== null)
}

function listed(label: string, entries: readonly string[]): Condition | null {
  return entries.length === 0 ? null : { label, value: entries.join(', ') }
}
