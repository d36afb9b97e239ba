/** Closed lists of public notes, shared by tables, contracts and pages. */

/** `waiting` for ratings of people who usually disagree. */
export const NOTE_STATUSES = ['waiting', 'shown', 'not-shown'] as const
export type NoteStatus = (typeof NOTE_STATUSES)[number]

export const NOTE_STATUS_WORDS: Readonly<Record<NoteStatus, string>> = {
  waiting: 'Needs more ratings',
  shown: 'Shown: people who usually disagree find it helpful',
  'not-shown': 'Not shown: people who usually disagree do not both find it helpful',
}

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
export type NoteReason = (typeof NOTE_REASONS)[number]

export const NOTE_REASON_WORDS: Readonly<Record<NoteReason, string>> = {
  sources: 'It cites good sources',
  clear: 'It is clear',
  direct: 'It speaks to the claim itself',
  context: 'It says what readers should know besides',
  'no-sources': 'It has no sources, or poor ones',
  wrong: 'It says something wrong',
  opinion: 'It is an opinion or a guess',
  'beside-the-point': 'It is beside the point',
  unclear: 'It is hard to follow',
  rude: 'It is rude or takes a side',
}
