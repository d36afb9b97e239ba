import { nanoid } from 'nanoid'
import * as z from 'zod'
import { messagesOf, type ServerError } from '@/components/form/server-error'
import {
  draftOfMatcher,
  emptyMatcherDraft,
  fieldOf,
  isEmptyMatcherDraft,
  type MatcherErrors,
  matcherDraftSchema,
  readMatcherDraft,
} from '@/components/matcher/matcher-draft'
import { type MatcherQuery, type MatcherView, matcherInputSchema } from '@/server/contract/matching'

/** A person's alert as it is typed: a matcher with a name. */
export const alertDraftSchema = z.object({
  name: z.string(),
  matcher: matcherDraftSchema,
  /** Kept with the draft, so that even a form sent again after a lost reply makes one alert. */
  requestKey: z.string(),
})
export type AlertDraft = z.infer<typeof alertDraftSchema>
export type AlertErrors = { name?: string; matcher: MatcherErrors; other?: string }

export function emptyAlertDraft(): AlertDraft {
  return { name: '', matcher: emptyMatcherDraft(), requestKey: nanoid() }
}

export function draftOfAlert({ name, query }: Pick<MatcherView, 'name' | 'query'>): AlertDraft {
  return { name, matcher: draftOfMatcher(query), requestKey: nanoid() }
}

export function isEmptyAlertDraft(draft: AlertDraft): boolean {
  return draft.name.trim() === '' && isEmptyMatcherDraft(draft.matcher)
}

/** Both say the same, whatever key they would be sent under. */
export function isSameAlert(a: AlertDraft, b: AlertDraft): boolean {
  return JSON.stringify([a.name, a.matcher]) === JSON.stringify([b.name, b.matcher])
}

export type ReadAlert = { ok: true; name: string; query: MatcherQuery } | { ok: false; errors: AlertErrors }

export function readAlertDraft(draft: AlertDraft): ReadAlert {
  const read = readMatcherDraft(draft.matcher)
  const name = matcherInputSchema.shape.name.safeParse(draft.name)
  if (read.ok && name.success) return { ok: true, name: name.data, query: read.query }
  return {
    ok: false,
    errors: {
      matcher: read.ok ? {} : read.errors,
      name: name.success ? undefined : name.error.issues[0]?.message,
    },
  }
}

/** Server complaints at the fields they are about. */
export function alertErrors(error: ServerError): AlertErrors {
  const errors: AlertErrors = { matcher: {} }
  for (const { field, message } of messagesOf(error)) {
    if (field === null) errors.other = message
    else if (field === 'name') errors.name = message
    else errors.matcher[fieldOf(field.split('.').at(-1))] = message
  }
  return errors
}
