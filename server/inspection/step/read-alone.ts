import {
  type AppraiseReply,
  addUsage,
  type InspectTask,
  type KnownInfo,
  type Model,
  type ModelResult,
  NO_USAGE,
  type ReadOffer,
  type Usage,
} from '../../llm/model'
import type { ModelFailure } from '../../words/failures'

/** What an inspector decides from when it reads each offer in a call of its own, so that no text can argue with another. */
export type ReadAlone =
  | { ok: true; task: InspectTask; usage: Usage }
  | { ok: false; failure: ModelFailure; isTransient: boolean; usage: Usage }

/**
 * Has each offer on the table appraised in a call of its own. The task that comes back holds no text of any offer, public or private,
 * bought or not: scores stand in its place, and whoever appraised has read what is bought. So no offer can speak to whoever decides
 * about another, and the prompt is short however much was posted. An offer that does not fit into the model's window alone is
 * left out, and gets no verdict; so is one that makes the model refuse or lose the form, or its text would keep all others from being judged.
 */
export async function readAlone(model: Model, task: InspectTask, signal: AbortSignal): Promise<ReadAlone> {
  const results = await Promise.all(task.offers.map((offer) => appraise(model, task, offer, signal)))
  const usage = results.reduce((sum, result) => addUsage(sum, result.usage), NO_USAGE)
  const appraised = new Map<string, AppraiseReply>()
  for (const [index, result] of results.entries()) {
    const handle = task.offers[index]?.handle
    if (result.ok && handle !== undefined) appraised.set(handle, result.value)
    else if (!result.ok && !mayDoBetterAlone(result.failure)) return { ...result, usage }
  }
  const [first] = results
  if (appraised.size === 0 && first && !first.ok) return { ...first, usage }
  const appraisals = Object.fromEntries(appraised)
  const offers = task.offers.filter(({ handle }) => appraised.has(handle)).map(withoutText)
  const known = task.known.map((info) => ({
    ...withoutText(info),
    answers: info.answers && { ...info.answers, question: null },
  }))
  return { ok: true, task: { ...task, offers, above: [], known, appraisals }, usage }
}

/** Failures that the text of one offer can bring about; the others are the model's. */
const OF_ONE_TEXT: readonly ModelFailure[] = ['too-long', 'malformed', 'refused', 'truncated']

/** Whether reading each offer alone may do better than the reading together that failed so. */
export function mayDoBetterAlone(failure: ModelFailure): boolean {
  return OF_ONE_TEXT.includes(failure)
}

async function appraise(
  model: Model,
  { questions, subject, known, token, asksAllowed }: InspectTask,
  offer: ReadOffer,
  signal: AbortSignal,
): Promise<ModelResult<AppraiseReply>> {
  const alone = { questions, subject, token, offer, mayAsk: asksAllowed > 0 }
  const first = await model.appraise({ ...alone, known: known.map((info) => asKnownTo(offer, info)) }, signal)
  if (first.ok || first.failure !== 'too-long' || known.length === 0) return first
  // What is bought already weighs in the verdict; without it the offer may fit.
  const second = await model.appraise({ ...alone, known: [] }, signal)
  return { ...second, usage: addUsage(first.usage, second.usage) }
}

/** A check is worded from the teaser that it checks: another offer's must not be read here. */
function asKnownTo({ handle }: ReadOffer, info: KnownInfo): KnownInfo {
  if (!info.answers || info.answers.about.every((subject) => subject === handle)) return info
  return { ...info, answers: { ...info.answers, question: null } }
}

function withoutText<T extends Pick<ReadOffer, 'teaser' | 'privateInfo'>>(item: T): T {
  return { ...item, teaser: '', privateInfo: '' }
}
