import { PAUSE_KINDS, type PauseKind, type Told, WITHHELD } from '../protocol/alphabets'

/** How the call of a model can fail. */
export const MODEL_FAILURES = [
  /** No connection to its server. */
  'unavailable',
  /** Its server takes no more calls for now. */
  'limited',
  /** Its server answered that it failed. */
  'server-failed',
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

const STEP_FAILURE_WORDS: Record<StepFailure, string> = {
  unavailable: 'The model that reads the offers cannot be reached.',
  limited: 'The server of the model that reads the offers takes no more calls for now.',
  'server-failed': 'The server of the model that reads the offers failed.',
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

/** How a step failed, as a sentence for operators: askers are told the kind of their pause. */
export function stepFailureInWords(failure: StepFailure): string {
  return STEP_FAILURE_WORDS[failure]
}

const KIND_OF_FAILURE: Record<StepFailure, PauseKind> = {
  unavailable: 'no-reply',
  limited: 'no-reply',
  'server-failed': 'no-reply',
  timeout: 'no-reply',
  refused: 'unusable-reply',
  malformed: 'unusable-reply',
  truncated: 'unusable-reply',
  'too-long': 'unusable-reply',
  'key-refused': 'operator',
  'model-missing': 'operator',
  quota: 'operator',
  misconfigured: 'operator',
  frozen: 'ours',
  fault: 'ours',
  lost: 'ours',
}

export function pauseKindOf(failure: StepFailure): PauseKind {
  return KIND_OF_FAILURE[failure]
}

const PAUSED_WORDS: Record<Told<PauseKind>, string> = {
  'no-reply':
    'The model that reads the offers gave no answer: its server cannot be reached, failed, takes no more calls for now, or is too slow.',
  'unusable-reply':
    'The model that reads the offers refused, could not take in so much, or answered in a form that cannot be used.',
  operator: 'The model’s server does not take our requests; the operator must set it right.',
  ours: 'Something failed on our side while the offers were read; the operator sees what.',
  [WITHHELD]:
    'The agent gave no verdict. Why is not said any more: that would tell more of the offers than one question may.',
}

/** Which pauses end by themselves when what caused them has passed: the same offers make the same model refuse again. */
export const TRIED_AGAIN_FOR: readonly PauseKind[] = ['no-reply', 'operator']

const TRIED_AGAIN = 'It is tried again by itself as well, for a week.'
const NOT_TRIED_AGAIN = 'It waits for you, and after a week all credits that are left come back.'
const PERHAPS_TRIED_AGAIN =
  'It may go on by itself; after a week in which it did not, all credits that are left come back.'

/** What may be told of why a tree is paused; trees of earlier revisions named the failure itself. */
export const PAUSED_FOR = [...PAUSE_KINDS, WITHHELD, ...STEP_FAILURES] as const
export type PausedFor = (typeof PAUSED_FOR)[number]

/** Why a tree is paused, as a sentence, and whether it goes on by itself. */
export function pausedInWords(paused: PausedFor): string {
  const failure = STEP_FAILURES.find((one) => one === paused)
  const kind = failure ? pauseKindOf(failure) : (paused as Told<PauseKind>)
  return `${PAUSED_WORDS[kind]} ${afterPauseInWords(kind)}`
}

function afterPauseInWords(kind: Told<PauseKind>): string {
  if (kind === WITHHELD) return PERHAPS_TRIED_AGAIN
  return TRIED_AGAIN_FOR.includes(kind) ? TRIED_AGAIN : NOT_TRIED_AGAIN
}

/** Why a text cannot be laid out. */
export const PROSE_FAILURES = ['too-deep', 'too-many-parts', 'too-long', 'too-slow', 'busy'] as const
export type ProseFailure = (typeof PROSE_FAILURES)[number]

/**
 * What a tree says when it has ended, and the built-in inspector answered for its model. Which of the two it was, and since when, would
 * tell more.
 */
export const TOOK_OVER_WORDS =
  'the built-in agent, because the model gave no verdict or today’s limit for it was reached'
/** What every page says when it was reached for the whole market. */
export const MODEL_RESTS_WORDS =
  'Today’s limit for the model is reached. Until midnight (UTC) the built-in agent reads offers and writes answers.'
