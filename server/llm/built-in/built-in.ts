import { BUILT_IN_AGENT } from '@/server/words/by-ai'
import { type Model, type ModelResult, NO_USAGE } from '../model'
import { answerBuiltIn, recommendBuiltIn } from './answer'
import { inspectBuiltIn } from './inspect'
import { appraiseBuiltIn, offerBuiltIn } from './offer'

/**
 * The inspector that needs no model and no network: lexical relevance (BM25), price against value, redundancy, claims that
 * contradict each other, and a sub-question where one of them would decide the matter. Deterministic; it knows nothing but
 * what it is given, and never fails.
 */
export const builtInModel: Model = {
  name: BUILT_IN_AGENT,
  promptVersion: '',
  inspect: async (task) => done(inspectBuiltIn(task)),
  appraise: async (task) => done(appraiseBuiltIn(task)),
  recommend: async (task) => done(recommendBuiltIn(task)),
  answer: async (task) => done(answerBuiltIn(task)),
  offer: async (task) => done(offerBuiltIn(task)),
}

function done<T>(value: T): ModelResult<T> {
  return { ok: true, value, usage: NO_USAGE }
}
