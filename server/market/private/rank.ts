import type { Db } from '@/db/client'
import { questionWords, relevanceOfOffer, subjectTerms, wantedBy } from '../../llm/built-in/relevance'
import type { QuestionText } from '../../llm/model'
import type { Cipher } from '../../shared/cipher'
import { readForInspection } from './open'

/** Scores have few steps: which offers are read is seen, and is to tell next to nothing of their texts. */
const SCORE_MAX = 5

/** Two sentences that do not repeat the question. */
const TERMS_ENOUGH = 15

/**
 * Of an offer that was chosen by what is sealed (`choose.ts`): whether it is read is seen, and its own score would tell which passage it is.
 * Public words name the passages that it was chosen among, so it is on the subject as far as these say.
 */
const SCORE_OF_CHOSEN = 3

type Ranked = { id: string; version: number; teaser: string; chosenAmong: number | null }

/**
 * For the shortlist: how much the private information of these offers of one tree says on a question, from 0 to 5, by offer. A text
 * that only repeats the question says nothing, and a teaser that does so earns nothing but for a text too short to name its subject. Opened and
 * forgotten at once: no word leaves.
 */
export async function rankTexts(
  db: Db,
  cipher: Cipher,
  { rootId, offers }: { rootId: string; offers: readonly Ranked[] },
  /** `teasers`: of the offers that a sub-question is about. */
  { question, teasers }: { question: QuestionText; teasers: readonly string[] },
): Promise<Map<string, number>> {
  const wanted = wantedBy({ questions: [question], subject: { teasers } })
  const asked = subjectTerms(questionWords(question))
  const pins = offers
    .filter(({ chosenAmong }) => chosenAmong === null)
    .map(({ id, version }) => ({ offerId: id, version }))
  const secrets = await readForInspection(db, cipher, { rootId, pins })
  return new Map(
    offers.map(({ id, teaser, chosenAmong }) => {
      if (chosenAmong !== null) return [id, SCORE_OF_CHOSEN]
      const privateInfo = secrets.get(id)?.reveal() ?? ''
      const added = [...subjectTerms(privateInfo)].filter((term) => !asked.has(term)).length
      const share = relevanceOfOffer({ teaser, privateInfo }, wanted) * Math.min(1, added / TERMS_ENOUGH)
      return [id, Math.ceil(share * SCORE_MAX)]
    }),
  )
}
