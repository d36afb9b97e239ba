import { wordsOfDecision } from '@/server/protocol/decision'
import { termsOf, wordsOf } from '@/server/shared/words'
import type { InspectTask, QuestionText, ReadOffer } from '../model'
import { bm25Index } from './bm25'
import { shared } from './claims'
import { GENERIC } from './lexicon'

/** The words that a text must meet to be worth reading for a question. */
export type Wanted = {
  /** Title and decision of the question at hand. */
  core: ReadonlySet<string>
  /** Its body, what a sub-question is about, and the questions above it. */
  wider: ReadonlySet<string>
  options: readonly ReadonlySet<string>[]
}

/** Three words of the question are enough to be on its subject, however long the question is. */
const CORE_ENOUGH = 3
const WIDER_ENOUGH = 3
/** Words of the wider context alone make a text half relevant at most. */
const WIDER_SHARE = 0.5
/** A text that names an option of a choice is on the subject. */
const OPTION_NAMED = 0.7

/** Collects the wanted words of a task. */
export function wantedBy(
  task: Pick<InspectTask, 'questions'> & { subject: { teasers: readonly string[] } | null },
): Wanted {
  const own = task.questions[task.questions.length - 1]
  const root = task.questions[0]
  const above = task.questions.slice(0, -1)
  return {
    core: subjectTerms(own ? questionWords(own) : ''),
    wider: subjectTerms(
      [own?.body ?? '', ...(task.subject?.teasers ?? []), ...above.map(questionWords)].join('\n'),
    ),
    options: root?.decision.kind === 'choice' ? root.decision.options.map(subjectTerms) : [],
  }
}

/** Whatever the questions say, their details and the teasers that a sub-question is about included. */
export function askedWords({ questions, subject }: Pick<InspectTask, 'questions' | 'subject'>): string {
  const said = questions.flatMap((question) => [questionWords(question), question.body])
  return [...said, ...(subject?.teasers ?? [])].join('\n')
}

/** Title and decision as one text. */
export function questionWords(question: QuestionText): string {
  return `${question.title}\n${wordsOfDecision(question.decision).join('\n')}`
}

/** From 0 (nothing in common) to 1. */
export function relevanceOf(text: string, wanted: Wanted): number {
  const terms = subjectTerms(text)
  const core = shared(terms, wanted.core) / Math.max(1, Math.min(CORE_ENOUGH, wanted.core.size))
  const wider = shared(terms, wanted.wider) / Math.max(1, Math.min(WIDER_ENOUGH, wanted.wider.size))
  const option = wanted.options.some((words) => shared(terms, words) > 0) ? OPTION_NAMED : 0
  return Math.min(1, Math.max(core, option) + WIDER_SHARE * Math.min(1, wider))
}

/** A text of fewer words may leave its subject to the teaser ("They are toxic.", "At most 3.5 tonnes."); any other stands alone. */
export const SPEAKS_FOR_ITSELF_WORDS = 6
/** What points back at a subject that stands elsewhere, or says only how much. "Bananas are yellow." has a subject of its own. */
const POINTS_BACK =
  /^\W*(?:they|it|this|these|those|that|he|she|there|yes|no|not|never|none|always|only|both)\b|\d/i
const WITH_TEASER_SHARE = 0.6

/** Relevance of an offer: of its private information. A teaser that repeats the question earns nothing. */
export function relevanceOfOffer(
  { teaser, privateInfo }: Pick<ReadOffer, 'teaser' | 'privateInfo'>,
  wanted: Wanted,
): number {
  const alone = relevanceOf(privateInfo, wanted)
  if (subjectTerms(privateInfo).size >= SPEAKS_FOR_ITSELF_WORDS || !POINTS_BACK.test(privateInfo))
    return alone
  return Math.max(alone, WITH_TEASER_SHARE * relevanceOf(`${teaser}\n${privateInfo}`, wanted))
}

/** Content stems without the words that every text shares. */
export function subjectTerms(text: string): Set<string> {
  return new Set(termsOf(text).filter((term) => !GENERIC.has(term)))
}

/** BM25 of each text for a query, by stems; the order of equal texts is left to the caller. */
export function bm25Of(query: string, texts: readonly string[]): number[] {
  return bm25Index(texts.map(termsOf)).scores([...subjectTerms(query)])
}

/** Ten new words and a figure are as specific as a short text gets. */
const NEW_WORDS_ENOUGH = 10
const WORDS_SHARE = 0.7

/** From 0 to 1: how much a text says beyond what is known already. */
export function specificityOf(text: string, known: ReadonlySet<string>): number {
  const fresh = [...new Set(termsOf(text))].filter((term) => !known.has(term))
  const hasFigures = wordsOf(text).some((word) => /\d/.test(word) && !known.has(word))
  return WORDS_SHARE * Math.min(1, fresh.length / NEW_WORDS_ENOUGH) + (hasFigures ? 1 - WORDS_SHARE : 0)
}
