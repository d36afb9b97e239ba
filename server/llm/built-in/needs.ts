import { sentencesOf } from '@/server/shared/words'
import type { KnownInfo, QuestionText } from '../model'
import { shared } from './claims'
import { subjectTerms } from './relevance'

/** What a buyer needs, and what was read or bought that has its words. */
export type NeedMet = {
  need: string
  /** The closest sentence and what to cite it by; null where nothing has enough of the need's words. */
  said: { sentence: string; handle: string } | null
}

/** As many as a person reads; the first ones are what matters most. */
const NEEDS_MAX = 12
/** Half of a need's own words: with fewer a sentence is about something else. */
const NEED_SHARE = 0.5

/**
 * Each need beside the sentence that shares most of its words: of what was bought first, then of the pages and of what they state of the
 * product. That a sentence has the words of a need does not mean that it is met.
 */
export function needsMet(question: QuestionText, dossier: readonly KnownInfo[]): NeedMet[] {
  if (question.decision.kind !== 'buy') return []
  const sentences = [
    ...dossier.flatMap(({ handle, privateInfo }) =>
      sentencesOf(privateInfo).map((sentence) => ({ sentence, handle })),
    ),
    ...(question.read ?? []).flatMap(({ handle, passages, product }) =>
      [...(product ? Object.values(product) : []), ...passages.flatMap(sentencesOf)].flatMap((sentence) =>
        sentence === null ? [] : [{ sentence, handle }],
      ),
    ),
  ].map((one) => ({ ...one, terms: subjectTerms(one.sentence) }))
  return needsIn(question.decision.needs).map((need) => {
    const terms = subjectTerms(need)
    const enough = Math.max(1, Math.ceil(terms.size * NEED_SHARE))
    let closest: { sentence: string; handle: string; common: number } | null = null
    for (const { sentence, handle, terms: said } of sentences) {
      const common = shared(said, terms)
      if (common >= enough && common > (closest?.common ?? 0)) closest = { sentence, handle, common }
    }
    return { need, said: closest && { sentence: closest.sentence, handle: closest.handle } }
  })
}

/** One a line, or parts of sentences between commas and semicolons. */
function needsIn(needs: string): string[] {
  return needs
    .split(/[\n;,]|(?<=[.!?])\s/)
    .map((need) => need.replace(/^[\s*-]+/, '').replace(/[\s.!?]+$/, ''))
    .filter((need) => subjectTerms(need).size > 0)
    .slice(0, NEEDS_MAX)
}
