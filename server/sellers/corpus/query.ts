import { wordsOf } from '../../shared/words'
import type { BotQuestion } from '../runs/answerer'
import { searchTerms } from './terms'

/** What a question is searched by: its title, claim, options and tags, for a sub-question also the teasers it is about. */
export function queryText({
  question,
  tags,
  subject,
}: Pick<BotQuestion, 'question' | 'tags' | 'subject'>): string {
  const { decision } = question
  return [
    question.title,
    ...(decision.kind === 'belief' ? [decision.claim] : []),
    ...(decision.kind === 'choice' ? decision.options : []),
    ...tags,
    ...(subject?.teasers ?? []),
  ].join('\n')
}

/** Each term once, in the order of the question: title, claim and tags repeat each other. */
export function queryTerms(text: string): string[] {
  return [...new Set(searchTerms(text))]
}

/** Words of the question, as it has them, that are among these terms: each stem once. */
export function coveredWords(question: string, terms: ReadonlySet<string>): string[] {
  const covered = new Map<string, string>()
  for (const word of wordsOf(question)) {
    const [term] = searchTerms(word)
    // What an apostrophe leaves over (“neighbour’s”) is no word to name.
    if (word.length > 1 && term !== undefined && terms.has(term) && !covered.has(term))
      covered.set(term, word)
  }
  return [...covered.values()]
}
