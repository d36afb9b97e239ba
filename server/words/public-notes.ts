/** Closed lists of public notes, shared by tables, contracts and pages. */

/** `waiting` for ratings of people who usually disagree. */
export const NOTE_STATUSES = ['waiting', 'shown', 'not-shown'] as const

/** Why somebody finds a note helpful. */
export const HELPFUL_REASONS = ['sources', 'clear', 'direct', 'context'] as const
/** Why not. */
export const UNHELPFUL_REASONS = [
  'no-sources',
  'wrong',
  'opinion',
  'beside-the-point',
  'unclear',
  'rude',
] as const
export const NOTE_REASONS = [...HELPFUL_REASONS, ...UNHELPFUL_REASONS] as const
