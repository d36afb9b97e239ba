import type { ContextRow } from '@/db/schema'
import type { ReopenCause } from '../words/reopening'

/**
 * So long after its end a settled question may be taken up again, and takes counter-offers: long enough for whoever knows better to hear of
 * it, and short of what is destroyed of offers that were not bought (`FORGET_AFTER_DAYS`).
 */
export const REOPEN_WITHIN_DAYS = 14
/**
 * So often at most: each time keeps what was not bought for its seller anew for `FORGET_AFTER_DAYS`, and what is asked for ever is a
 * question of its own.
 */
export const REOPENED_MAX = 3
/** Offers are taken for a day then: programs answer at once, and people see it within a day. */
export const REOPENED_HOURS = 24

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** What decides whether a question may be taken up again. */
export type EndedQuestion = Pick<
  ContextRow,
  'parentId' | 'phase' | 'endedAt' | 'reopened' | 'resolvedAt' | 'closesAt'
>

/**
 * `unsettled`: it is open, or ended without being settled, or is a sub-question. `resolved`: its outcome is known, so nothing that is
 * bought now could be judged by it. `late`: its time is over, or it was taken up as often as it may be.
 */
export type NotReopenable = 'unsettled' | 'resolved' | 'late'

export type Reopenable = { may: true; until: Date } | { may: false; why: NotReopenable }

/**
 * Whether a question takes counter-offers, and its asker may take it up again once one has come or a page has changed; and until when.
 * A forecast only before it closes: what is told of it later is none.
 */
export function reopenable(question: EndedQuestion, now: Date): Reopenable {
  const { parentId, phase, endedAt, reopened, resolvedAt, closesAt } = question
  if (parentId !== null || phase !== 'settled' || endedAt === null) return { may: false, why: 'unsettled' }
  if (resolvedAt !== null) return { may: false, why: 'resolved' }
  const until = earlier(new Date(endedAt.getTime() + REOPEN_WITHIN_DAYS * DAY_MS), closesAt)
  if (reopened >= REOPENED_MAX || now >= until) return { may: false, why: 'late' }
  return { may: true, until }
}

/** What has come to a settled question since its answer was written. */
export type News = {
  /** Counter-offers that can be read. */
  counters: number
  /** Addresses of pages that say something else than when they were read. */
  changedPages: readonly string[]
}

/** Why it is taken up again, as its event tells it; null when nothing is new. */
export function causeOf({ counters, changedPages }: News): ReopenCause | null {
  if (counters > 0) return changedPages.length > 0 ? 'offers-and-page' : 'offers'
  return changedPages.length > 0 ? 'page' : null
}

/** Until when a question that is taken up now takes offers. */
export function openAgainUntil({ closesAt }: Pick<EndedQuestion, 'closesAt'>, now: Date): Date {
  return earlier(new Date(now.getTime() + REOPENED_HOURS * HOUR_MS), closesAt)
}

function earlier(moment: Date, other: Date | null): Date {
  return other !== null && other < moment ? other : moment
}
