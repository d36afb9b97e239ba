import { sentencesOf } from '@/server/shared/words'
import type { PageText, QuestionText } from '../model'
import { contradicts, readClaims } from './claims'
import { type Reading, readFor } from './recommend'
import { relevanceOf, wantedBy } from './relevance'

/** What a page says to a question, in its own words. */
export type PageSays = {
  handle: string
  sentence: string
  /** Beside a claim: whether it seems to say the same, or something else; null where words do not tell, or there is no claim. */
  side: 'same' | 'other' | null
}

/** Below this a sentence has too little of the question to be about it: half of its first words. */
const ON_SUBJECT = 0.6

/** The one sentence of each page that is closest to the question; none of a page where none is close. */
export function pagesSay(question: QuestionText): PageSays[] {
  const wanted = wantedBy({ questions: [question], subject: null })
  return (question.read ?? []).flatMap((page) => {
    const [closest] = sentencesIn(page)
      .map((sentence) => ({ sentence, score: relevanceOf(sentence, wanted) }))
      .filter(({ score }) => score >= ON_SUBJECT)
      .sort((a, b) => b.score - a.score)
    return closest
      ? [{ handle: page.handle, sentence: closest.sentence, side: sideOf(question, closest.sentence) }]
      : []
  })
}

/** Texts of the pages, each by itself: whoever asks can read them there. */
export function passagesOf(questions: readonly QuestionText[]): string[] {
  return questions.flatMap(({ read = [] }) => read.flatMap(({ passages }) => passages))
}

function sentencesIn({ passages }: PageText): string[] {
  return passages.flatMap(sentencesOf)
}

function sideOf(question: QuestionText, sentence: string): PageSays['side'] {
  const { decision } = question
  if (decision.kind !== 'belief') return null
  if (contradicts(readClaims(sentence), readClaims(decision.claim))) return 'other'
  const { step }: Reading['stance'] = readFor(question, sentence).stance
  if (step === 0) return null
  return step > 0 ? 'same' : 'other'
}
