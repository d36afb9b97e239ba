/**
 * Every reason for which credits are made, how its transfer's key is made, and how much it may be. A key is used once, so it says
 * how often: `{person}` stands for the person's id, the rest is a pattern of `like`. `setBy` names the setting that says how much. The check
 * of the books refuses any other grant.
 */
export const GRANT_RULES = {
  /** Once for each person, as much as an operator had set, or else as the market has it. */
  welcome: { account: 'user', key: '{person}:welcome', setBy: 'welcomeGrant', isDemoOnly: false },
  /** Once for each run of an example: a person of the demo market is given what it holds. */
  demo: { account: 'user', key: '{person}:demo-run:%', setBy: null, isDemoOnly: true },
  /** By an operator, with a reason, once for each form that is sent. */
  byHand: { account: 'user', key: '{person}:by-hand:%', setBy: null, isDemoOnly: false },
  /** Once a day (UTC), as much as the operator set on that day; it can be asked with and never kept. */
  daily: { account: 'allowance', key: '{person}:daily:____-__-__', setBy: null, isDemoOnly: false },
} as const
