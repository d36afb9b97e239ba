import { termsOf, wordsOf } from '../../shared/words'
import { hostOf, type Query, type ReadContext } from './predicate'

/**
 * Under which terms a matcher is found. A term is a word of the text (`w:`), a tag (`t:`), the host of a page (`p:`), a kind of
 * decision (`d:`), or what every context has (`*`).
 */
export type Term = string

/** What every context has. */
export const EVERY: Term = '*'
const ofWord = (term: string): Term => `w:${term}`
const ofTag = (tag: string): Term => `t:${tag}`
const ofHost = (host: string): Term => `p:${host}`
const ofDecision = (decision: string): Term => `d:${decision}`

/** All terms that a context has, each once: what it is looked up by. */
export function termsOfContext(context: ReadContext): Term[] {
  return [
    EVERY,
    ofDecision(context.decision),
    ...[...context.known].map(ofWord),
    ...new Set(context.tags.map(ofTag)),
    ...new Set(context.pageUrls.map((page) => ofHost(page.host))),
  ]
}

/** How common words are: the number of recent questions that have each. A wrong figure costs time and never a match. */
export type Commonness = ReadonlyMap<string, number>

/** Words whose commonness decides where a matcher is anchored. */
export function wordsToWeigh({ allOf, anyOf }: Pick<Query, 'allOf' | 'anyOf'>): string[] {
  return [...new Set([...allOf, ...anyOf].flatMap((keyword) => readWords(keyword).map(({ word }) => word)))]
}

/**
 * One way into a matcher: a context that matches has `term`, and with it one of `others` unless there are none. With the second
 * term a context that has a popular word is not held against everybody who asks for that word among others; what has none
 * asks for nothing else that an index can hold, and nearly all of it is a match.
 */
export type Anchor = { term: Term; others: readonly Term[] }

/**
 * The anchors of a matcher: every context that matches has one of them. They come from its first condition, in this order: the
 * rarest of the words it asks for all of; the rarest word of each it asks any of; its tags; the hosts of its pages; kinds of
 * decision; else what every context has. `others` is what a match has besides: the next rarest word of the same keyword, or
 * the next condition. Empty when the matcher can match nothing.
 */
export function anchorsOf(query: Query, commonness: Commonness): Anchor[] {
  const [first, next] = conditionsOf(query, commonness)
  if (!first) return [{ term: EVERY, others: [] }]
  const others = othersOf(next ?? [])
  const anchors = new Map<Term, Anchor>()
  for (const { term, also } of first) {
    const known = anchors.get(term)
    const own = also === null ? others : [also]
    // Two keywords with the same rarest word are one anchor: either's second word will do, and if one has none, nothing will.
    const isOpen = known ? known.others.length === 0 || own.length === 0 : own.length === 0
    anchors.set(term, { term, others: isOpen ? [] : [...new Set([...(known?.others ?? []), ...own])] })
  }
  return [...anchors.values()]
}

/** A second condition with more ways tells little apart, and each is a row for each of the first. */
const OTHERS_MAX = 10

function othersOf(next: readonly Way[]): Term[] {
  const terms = [...new Set(next.map(({ term }) => term))]
  return terms.length <= OTHERS_MAX ? terms : []
}

/** A term that a condition can be met by, and another that a match by it has as well. */
type Way = { term: Term; also: Term | null }

/** The conditions that an index can hold, each with its ways to be met, the most telling first. */
function conditionsOf(query: Query, commonness: Commonness): Way[][] {
  const required = rarestFirst(query.allOf.flatMap(readWords), commonness)
  const conditions: Way[][] = []
  if (query.allOf.length > 0) conditions.push(wayOf(required))
  if (query.anyOf.length > 0)
    conditions.push(query.anyOf.flatMap((keyword) => wayOf(rarestFirst(readWords(keyword), commonness))))
  if (query.tags.length > 0) conditions.push(query.tags.map((tag) => ({ term: ofTag(tag), also: null })))
  if (query.pagePrefixes.length > 0)
    conditions.push(
      query.pagePrefixes.flatMap((prefix) => {
        const host = hostOf(prefix)
        return host === null ? [] : [{ term: ofHost(host), also: null }]
      }),
    )
  if (query.decisions.length > 0)
    conditions.push(query.decisions.map((decision) => ({ term: ofDecision(decision), also: null })))
  return conditions
}

function wayOf([first, second]: readonly string[]): Way[] {
  if (first === undefined) return []
  return [{ term: ofWord(first), also: second === undefined ? null : ofWord(second) }]
}

type Word = { word: string; term: string }

/** Words of a keyword that say something, each with its term. */
function readWords(keyword: string): Word[] {
  return wordsOf(keyword).flatMap((word) => termsOf(word).map((term) => ({ word, term })))
}

/** Terms, each once; among equally common ones the longest first, which is most often the rarest. */
function rarestFirst(words: readonly Word[], commonness: Commonness): string[] {
  const questions = ({ word }: Word) => commonness.get(word) ?? 0
  const sorted = [...words].sort(
    (a, b) => questions(a) - questions(b) || b.term.length - a.term.length || (a.term < b.term ? -1 : 1),
  )
  return [...new Set(sorted.map(({ term }) => term))]
}

/** Whether anything can match: a keyword of stop words only never occurs. */
export function canMatch(query: Pick<Query, 'allOf' | 'anyOf'>): boolean {
  const saysSomething = (keyword: string) => termsOf(keyword).length > 0
  return query.allOf.every(saysSomething) && (query.anyOf.length === 0 || query.anyOf.some(saysSomething))
}
