import type { Chat } from '../llm/chat'
import type { ModelResult } from '../llm/model'
import type { ModelFailure } from '../words/failures'

/** The model answered, at more length than it may: a reply that cannot be read, not a call that failed. */
const BROKEN_OFF = 'truncated'

/** What each failure of a call means to whoever runs an experiment, and what to do. */
const FAILURE_WORDS: Readonly<Record<Exclude<ModelFailure, typeof BROKEN_OFF>, string>> = {
  unavailable:
    'its server cannot be reached; see that it runs at OPENAI_BASE_URL, and give the command again',
  limited: 'its server takes no more calls for now; give the command again later, or take another model',
  'server-failed': 'its server failed; see its log, and give the command again',
  timeout:
    'it took too long; give the command again, or OPENAI_TIMEOUT_SECONDS and OPENAI_STALL_SECONDS more',
  refused: 'it refused the prompt; another model may not',
  malformed: 'its server’s reply is no reply of an OpenAI-compatible server; see OPENAI_BASE_URL',
  'too-long': 'the prompt does not fit its window; take a model with a larger one',
  'key-refused': 'its server does not accept OPENAI_API_KEY',
  'model-missing': 'its server knows no model or page of that name; see OPENAI_MODEL and OPENAI_BASE_URL',
  quota: 'the account at its server is used up',
  misconfigured: 'its server does not take our requests; see OPENAI_BASE_URL and OPENAI_MODEL',
}

/**
 * What the model wrote: nothing when its reply broke off, or holds no text (`choices: []`). Each reader takes nothing for a reply that
 * it cannot read, as the market takes it for one off its form.
 *
 * @throws Error with the failure, the server's HTTP status and what to do, when the model did not answer.
 */
export function textOf({ name }: Pick<Chat, 'name'>, reply: ModelResult<string>): string {
  if (reply.ok) return reply.value
  const { failure, status } = reply
  if (failure === BROKEN_OFF) return ''
  const words = status === undefined ? failure : `${failure}, HTTP ${status}`
  throw new Error(`The model ${name} did not answer (${words}): ${FAILURE_WORDS[failure]}.`)
}
