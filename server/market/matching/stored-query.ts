import type { MatcherRow } from '@/db/schema'
import { type MatcherQuery, matcherQuerySchema } from '../../contract/matching'

const decisionsSchema = matcherQuerySchema.shape.decisions

/** The query of a matcher's row, as its contract has it. */
export function queryOf(row: MatcherRow): MatcherQuery {
  const { anyOf, allOf, noneOf, tags, pagePrefixes, scope, budgetMicrosMin } = row
  const { inspectedPercentMin, boughtPercentMin, ageHoursMax } = row
  return {
    anyOf,
    allOf,
    noneOf,
    tags,
    pagePrefixes,
    decisions: decisionsSchema.parse(row.decisions),
    scope,
    budgetMicrosMin,
    inspectedPercentMin,
    boughtPercentMin,
    ageHoursMax,
  }
}
