import { wordCount } from '@/server/shared/words'
import type { AppraiseTask, InspectTask, OfferReply, OfferTask, Scores } from '../model'
import { type Judged, judgeOffers } from './judge'
import {
  bm25Of,
  questionWords,
  relevanceOf,
  relevanceOfOffer,
  specificityOf,
  subjectTerms,
  wantedBy,
} from './relevance'

/** A bot says at most this many lines of what it knows: an offer is an answer, not a file. */
const LINES_MAX = 3
/** Below this a line is not about the question. */
const RELEVANCE_MIN = 0.34
/** Three words of the question name the subject in a teaser. */
const TEASER_WORDS_MAX = 3
/** A shorter line says nothing. */
const LINE_WORDS_MIN = 3

/**
 * Without a model a bot can say only what its own prompt says: of the lines with a bullet, which its owner has written as facts for
 * sale, those that match the question. Other lines tell a model how to answer and are never sold. The teaser is made of the
 * question's own words, so that it gives nothing away. `null` when no line matches.
 */
export function offerBuiltIn(task: OfferTask): OfferReply {
  const wanted = wantedBy({ questions: [task.question], subject: task.subject })
  const lines = knowledgeIn(task.prompt)
  const query = [questionWords(task.question), ...(task.subject?.teasers ?? [])].join('\n')
  const scores = bm25Of(query, lines)
  const matching = lines
    .map((line, index) => ({ line, index, relevance: relevanceOf(line, wanted), score: scores[index] ?? 0 }))
    .filter(({ relevance }) => relevance >= RELEVANCE_MIN)
    .sort((a, b) => b.relevance - a.relevance || b.score - a.score || a.index - b.index)
    .slice(0, LINES_MAX)
    .sort((a, b) => a.index - b.index)
  if (matching.length === 0) return null
  const privateInfo = matching.map(({ line }) => line).join('\n')
  return { teaser: teaserFor(task, privateInfo, matching.length), privateInfo }
}

const BULLET = /^(?:[-*•]|\d+[.)])\s+/

function knowledgeIn(prompt: string): string[] {
  return prompt
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => BULLET.test(line))
    .map((line) => line.replace(BULLET, ''))
    .filter((line) => wordCount(line) >= LINE_WORDS_MIN)
}

function teaserFor(task: OfferTask, privateInfo: string, lines: number): string {
  const said = subjectTerms(privateInfo)
  const asked = [questionWords(task.question), ...(task.subject?.teasers ?? [])].join(' ')
  const words = [...new Set(asked.toLowerCase().match(/\p{L}{3,}/gu) ?? [])]
  const named = words
    .filter((word) => [...subjectTerms(word)].some((term) => said.has(term)))
    .slice(0, TEASER_WORDS_MAX)
  const subject = named.length > 0 ? ` on ${named.map((word) => `“${word}”`).join(', ')}` : ''
  const notes = lines === 1 ? 'One note' : `${lines} notes`
  return `${notes}${subject} (${wordCount(privateInfo)} words)`
}

const SCORE_MAX = 10

/** Reads one offer alone and scores it, with the same measures that the joint verdict uses. */
export function appraiseBuiltIn(task: AppraiseTask): Scores {
  const alone: InspectTask = {
    ...task,
    offers: [task.offer],
    above: [],
    reserved: [],
    buysAtOnce: false,
    budgetMicros: task.offer.priceMicros,
    asksAllowed: 0,
    askBudgetMicrosMin: 0n,
    round: 0,
    strategy: 'direct',
    appraisals: null,
  }
  const [judged] = judgeOffers(alone)
  const wanted = wantedBy(task)
  const { privateInfo } = task.offer
  const known = subjectTerms(
    [...task.known.map((info) => info.privateInfo), ...task.questions.map(questionWords)].join('\n'),
  )
  const isRedundant = judged?.fault === 'redundant'
  return {
    relevance: score(relevanceOfOffer(task.offer, wanted)),
    credibility: credibilityOf(judged),
    novelty: isRedundant ? 0 : Math.max(1, score(specificityOf(privateInfo, known))),
    isTeaserFair: judged?.fault !== 'misleading-teaser',
  }
}

function credibilityOf(judged: Judged | undefined): number {
  if (judged?.fault === 'contradicted') return 1
  if (judged?.isUndercut) return 3
  return judged?.isBacked ? SCORE_MAX : 8
}

function score(share: number): number {
  return Math.round(share * SCORE_MAX)
}
