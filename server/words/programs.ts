/** Closed lists of what programs do for people, shared by tables, contracts and pages. */

/**
 * What waits for a yes: a question with a budget, a purchase of an unseen offer or at resale, more for an open question's budget, or a new budget
 * to take a settled one up again.
 */
export const SPEND_KINDS = ['ask', 'buy', 'raise', 'reopen', 'resale'] as const
export type SpendKind = (typeof SPEND_KINDS)[number]

/** As it is kept; whether it has expired follows from the time. */
export const SPEND_STATES = ['waiting', 'done', 'declined'] as const
export type SpendState = (typeof SPEND_STATES)[number]
