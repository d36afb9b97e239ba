/** Sites of the web that somebody has proven to be theirs, and how frames of the market look there. */

export const THEMES = ['light', 'dark', 'auto'] as const
export type Theme = (typeof THEMES)[number]

/** Where a site says whose it is: a file below `/.well-known/`, or a `meta` element of its first page. */
export const PROOF_WAYS = ['file', 'meta'] as const

/** Why the last look found no proof. */
export const PROOF_FAILURES = [
  /** Its address is not one that the market calls. */
  'address-refused',
  /** It did not answer, or not with a page: whatever was proven before holds for a while. */
  'unreachable',
  /** It answered, and says nothing of this person. */
  'not-named',
] as const
