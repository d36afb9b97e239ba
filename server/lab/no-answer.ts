import type { Chat } from '../llm/chat'
import type { ModelResult } from '../llm/model'
import type { ModelFailure } from '../words/failures'

/** What each failure of a call means to whoever runs an experiment, and what to do. */
const FAILURE_WORDS: Readonly<Record<ModelFailure, string>> = {
  unavailable:
    'its server cannot be reached; see that it runs at OPENAI_BASE_URL, and give the command again',
  limited: 'its server takes no more calls for now; give the command again later, or take another model',
  'server-failed': 'its server failed; see its log, and give the command again',
  timeout:
    'it took too long; give the command again, or OPENAI_TIMEOUT_SECONDS and OPENAI_STALL_SECONDS more',
  refused: 'it refused the prompt; another model may not',
  malformed: 'its server’s reply is no reply of an OpenAI-compatible server; see OPENAI_BASE_URL',
  truncated: 'its reply broke off; raise tokens where the experiment has them, or take another model',
  'too-long': 'the prompt does not fit its window; take a model with a larger one',
  'key-refused': 'its server does not accept OPENAI_API_KEY',
  'model-missing': 'its server knows no model or page of that name; see OPENAI_MODEL and OPENAI_BASE_URL',
  quota: 'the account at its server is used up',
  misconfigured: 'its server does not take our requests; see OPENAI_BASE_URL and OPENAI_MODEL',
}

/** Why a run ends whose model did not answer: the failure, the server's HTTP status, and what to do. */
export function noAnswerError(
  { name }: Pick<Chat, 'name'>,
  { failure, status }: Extract<ModelResult<string>, { ok: false }>,
): Error {
  const words = status === undefined ? failure : `${failure}, HTTP ${status}`
  return new Error(`The model ${name} did not answer (${words}): ${FAILURE_WORDS[failure]}.`)
}
