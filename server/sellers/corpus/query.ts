import { wordsOfDecision } from '../../protocol/decision'
import type { BotQuestion } from '../runs/answerer'
import { searchTerms } from './terms'

/**
 * A question is searched by so many of its terms, from the first on: a page of details says early what it is about. It bounds, too,
 * how many words one question can try on sealed passages.
 */
export const QUESTION_TERMS_MAX = 64

/**
 * What a question is searched by: its title, claim, options and tags, for a sub-question the teasers it is about, and its details,
 * which often say what the title does not.
 */
export function queryText({
  question,
  tags,
  subject,
}: Pick<BotQuestion, 'question' | 'tags' | 'subject'>): string {
  return [
    question.title,
    ...wordsOfDecision(question.decision),
    ...tags,
    ...(subject?.teasers ?? []),
    question.body,
  ].join('\n')
}

/** Each term once, in the order of the question: title, claim and tags repeat each other. */
export function queryTerms(text: string): string[] {
  return [...new Set(searchTerms(text))].slice(0, QUESTION_TERMS_MAX)
}
