import * as z from 'zod'
import { type MatcherQuery, matcherQuerySchema } from '@/server/contract/matching'
import { DECISION_KINDS } from '@/server/protocol/decision'
import { exactCredits, parseCredits } from '@/server/shared/money'

/** What a matcher looks for, as it is typed: the amount is text, everything else is what the contract wants. */
export const matcherDraftSchema = z.object({
  anyOf: z.array(z.string()),
  allOf: z.array(z.string()),
  noneOf: z.array(z.string()),
  tags: z.array(z.string()),
  pagePrefixes: z.array(z.string()),
  decisions: z.array(z.enum(DECISION_KINDS)),
  scope: z.enum(['roots', 'sub-contexts', 'both']),
  /** Credits; empty for no least budget. */
  budgetMin: z.string(),
  inspectedPercentMin: z.number(),
  boughtPercentMin: z.number(),
  ageHoursMax: z.number().nullable(),
})
export type MatcherDraft = z.infer<typeof matcherDraftSchema>
export type MatcherField = keyof MatcherDraft
/** What is wrong, by field. */
export type MatcherErrors = Partial<Record<MatcherField, string>>

export function emptyMatcherDraft(): MatcherDraft {
  return {
    anyOf: [],
    allOf: [],
    noneOf: [],
    tags: [],
    pagePrefixes: [],
    decisions: [],
    scope: 'both',
    budgetMin: '',
    inspectedPercentMin: 0,
    boughtPercentMin: 0,
    ageHoursMax: null,
  }
}

/** True while nothing has been chosen or typed. */
export function isEmptyMatcherDraft(draft: MatcherDraft): boolean {
  return JSON.stringify(draft) === JSON.stringify(emptyMatcherDraft())
}

/** An existing matcher, ready to be edited. */
export function draftOfMatcher(query: MatcherQuery): MatcherDraft {
  const { budgetMicrosMin, ...rest } = query
  return {
    ...rest,
    decisions: [...rest.decisions],
    budgetMin: budgetMicrosMin > 0n ? exactCredits(budgetMicrosMin) : '',
  }
}

export type ReadMatcher = { ok: true; query: MatcherQuery } | { ok: false; errors: MatcherErrors }

/** What is typed, judged by the contract itself, with each complaint at the field it is about. */
export function readMatcherDraft(draft: MatcherDraft): ReadMatcher {
  const { budgetMin, ...rest } = draft
  const budget = budgetMin.trim() === '' ? { ok: true as const, micros: 0n } : parseCredits(budgetMin)
  const parsed = matcherQuerySchema.safeParse({
    ...rest,
    // An amount that cannot be read has its own complaint; one that asks for something lets the rest be judged.
    budgetMicrosMin: budget.ok ? budget.micros : 1n,
  })
  if (parsed.success && budget.ok) return { ok: true, query: parsed.data }
  const errors: MatcherErrors = parsed.success ? {} : errorsOf(parsed.error, draft)
  if (!budget.ok) errors.budgetMin = budget.message
  return { ok: false, errors }
}

function errorsOf(error: z.ZodError, draft: MatcherDraft): MatcherErrors {
  const errors: MatcherErrors = {}
  for (const { path, message } of error.issues) {
    const field = fieldOf(path[0])
    const entry = typeof path[1] === 'number' ? path[1] : null
    errors[field] ??= entry === null ? message : messageOfEntry(field, draft, entry, message)
  }
  return errors
}

/** The form's name of a field of the contract; what belongs to none is said at the first one. */
export function fieldOf(name: PropertyKey | undefined): MatcherField {
  if (name === 'budgetMicrosMin') return 'budgetMin'
  return matcherDraftSchema.keyof().safeParse(name).data ?? 'anyOf'
}

/** A complaint about one chip says which. */
function messageOfEntry(field: MatcherField, draft: MatcherDraft, entry: number, message: string): string {
  const list = draft[field]
  const text = Array.isArray(list) ? list[entry] : undefined
  if (text === undefined) return message
  if (field === 'pagePrefixes') return `“${text}” is not an address. Write it whole, with https://.`
  return `“${text}”: ${message}`
}
