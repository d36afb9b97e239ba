/** How the call of a model can fail. */
export const MODEL_FAILURES = [
  'unavailable',
  'timeout',
  'refused',
  'malformed',
  'truncated',
  /** What was to be read does not fit the model's window. */
  'too-long',
  'key-refused',
  'model-missing',
  'quota',
  /** Refused for any other reason that only the operator can mend. */
  'misconfigured',
] as const
export type ModelFailure = (typeof MODEL_FAILURES)[number]

/** How a step of an inspection can fail: its call, or what comes after it. */
export const STEP_FAILURES = [
  ...MODEL_FAILURES,
  /** Money was frozen when the verdict was to be written. */
  'frozen',
  /** An error of ours. */
  'fault',
  /** Whoever worked on it was gone, again and again. */
  'lost',
] as const
export type StepFailure = (typeof STEP_FAILURES)[number]

const PAUSED_WORDS: Record<StepFailure, string> = {
  unavailable: 'The model that reads the offers cannot be reached.',
  timeout: 'The model that reads the offers takes too long to answer.',
  refused: 'The model refused to judge these offers.',
  malformed: 'The model answered in a form that cannot be used.',
  truncated: 'The model broke off in the middle of its answer.',
  'too-long': 'What is to be read does not fit into the model’s window.',
  'key-refused': 'The model’s server does not accept the operator’s key; the operator must set it right.',
  'model-missing': 'The model’s server does not know the model; the operator must set it right.',
  quota: 'The operator’s account at the model’s server is used up; the operator must top it up.',
  misconfigured: 'The model’s server does not take our requests; the operator must set it right.',
  frozen: 'Credits do not move while the market’s books are checked.',
  fault: 'Something failed on our side while the offers were read; the operator sees what.',
  lost: 'Reading the offers broke off several times on our side; the operator sees why.',
}

/** What went wrong with a call that is tried again, in two bands: more would let a model say more with its failures. */
export const FAILED_TRIES = ['no-reply', 'unusable-reply'] as const
export type FailedTry = (typeof FAILED_TRIES)[number]

const UNUSABLE: readonly StepFailure[] = ['refused', 'malformed', 'truncated', 'too-long']

export function failedTryOf(failure: StepFailure): FailedTry {
  return UNUSABLE.includes(failure) ? 'unusable-reply' : 'no-reply'
}

const FAILED_TRY_WORDS: Record<FailedTry, string> = {
  'no-reply': 'The inspector gave no reply',
  'unusable-reply': 'The inspector’s reply could not be used',
}

/** The code of a failed call after which the built-in inspector goes on, as its tree's policy wants it. */
export const BUILT_IN_GOES_ON = 'built-in'

/** What is tried again, and why, or who goes on; `code` is that of the event. */
export function failedTryInWords(code: string | null): string {
  if (code === BUILT_IN_GOES_ON) return 'The inspector’s model failed; the built-in inspector goes on'
  const known = FAILED_TRIES.find((one) => one === code) ?? 'no-reply'
  return `${FAILED_TRY_WORDS[known]}; it is asked again`
}

/** Why a tree is paused, as a sentence. */
export function pausedInWords(failure: StepFailure): string {
  return PAUSED_WORDS[failure]
}

/** Why a text cannot be laid out. */
export const PROSE_FAILURES = ['too-deep', 'too-many-parts', 'too-slow', 'busy'] as const
export type ProseFailure = (typeof PROSE_FAILURES)[number]

/** What a tree says when a ceiling of the operator's bill was reached while it ran. */
export const TOOK_OVER_WORDS = 'the built-in inspector, because today’s limit for the model was reached'
/** What every page says when it was reached for the whole market. */
export const MODEL_RESTS_WORDS =
  'Today’s limit for the model is reached. Until midnight (UTC) the built-in inspector reads offers and writes answers.'
