/** Sites of the web that somebody has proven to be theirs, and how frames of the market look there. */

export const THEMES = ['light', 'dark', 'auto'] as const
export type Theme = (typeof THEMES)[number]

/** Where a site says whose it is: a file below `/.well-known/`, or a `meta` element of its first page. */
export const PROOF_WAYS = ['file', 'meta'] as const
export type ProofWay = (typeof PROOF_WAYS)[number]

/** Why the last look found no proof. */
export const PROOF_FAILURES = [
  /** Its address is not one that the market calls. */
  'address-refused',
  /** It did not answer, or not with a page: whatever was proven before holds for a while. */
  'unreachable',
  /** It answered, and says nothing of this person. */
  'not-named',
] as const
export type ProofFailure = (typeof PROOF_FAILURES)[number]

/** After "looked at a minute ago:". */
export const PROOF_FAILURE_WORDS: Record<ProofFailure, string> = {
  'address-refused': 'this market calls no such address',
  unreachable: 'it did not answer, or not in time',
  'not-named': 'neither the file nor the first page has your line',
}
