import { WELCOME_GRANT_MICROS } from '../shared/money'

/**
 * Every reason for which credits are made, how its transfer's key is made, and how much it may be. A key is used once, so it says
 * how often: `{person}` stands for the person's id, the rest is a pattern of `like`. The check of the books refuses any other grant.
 */
export const GRANT_RULES = {
  /** Once for each person. */
  welcome: { account: 'user', key: '{person}:welcome', micros: WELCOME_GRANT_MICROS, isDemoOnly: false },
  /** Once for each run of an example: a person of the demo market is given what it holds. */
  demo: { account: 'user', key: '{person}:demo-run:%', micros: null, isDemoOnly: true },
  /** By an operator, with a reason, once for each form that is sent. */
  byHand: { account: 'user', key: '{person}:by-hand:%', micros: null, isDemoOnly: false },
  /** Once a day (UTC), as much as the operator set on that day; it can be asked with and never kept. */
  daily: { account: 'allowance', key: '{person}:daily:____-__-__', micros: null, isDemoOnly: false },
} as const
