import type { AskerRecord } from '../../contract/inbox'
import type { MatcherQuery } from '../../contract/matching'
import { termsOf } from '../../shared/words'
import type { Audience } from '../../words/sellers'

/** What a matcher is held against: the public side of a context. */
export type MatchableContext = {
  contextId: string
  isRoot: boolean
  buyerId: string
  budgetMicros: bigint
  decision: string
  /** Title, claim, details, options, tags and, for a sub-context, the teasers it is about. */
  text: string
  tags: readonly string[]
  pages: readonly string[]
  /** How long it has been open, in milliseconds; 0 for a new one. */
  ageMs: number
  /** Of who asks. Read only for matchers that ask for one; null stands for nobody's questions having ended. */
  record: AskerRecord | null
}

/** A matcher's conditions, as its row has them. */
export type Query = Omit<MatcherQuery, Lists> & Record<Lists, readonly string[]>
type Lists = 'anyOf' | 'allOf' | 'noneOf' | 'tags' | 'pagePrefixes' | 'decisions'

/** A context read once and held against many matchers. */
export type ReadContext = MatchableContext & {
  terms: readonly string[]
  known: ReadonlySet<string>
  pageUrls: readonly URL[]
}

const MS_PER_HOUR = 3_600_000

/** Reads the words and addresses of a context. */
export function readContext(context: MatchableContext): ReadContext {
  const terms = termsOf(context.text)
  return {
    ...context,
    terms,
    known: new Set(terms),
    pageUrls: context.pages.flatMap((page) => parseUrl(page) ?? []),
  }
}

/**
 * The one predicate: the index, the preview and the inbox all end here. Every condition that is set must hold.
 *
 * A keyword occurs when all its terms do, for a phrase next to each other and in order; one of stop words only never occurs.
 * A newcomer, none of whose questions has ended, has no share of anything yet and passes every floor on the asker's record:
 * otherwise nobody would answer a first question.
 */
export function isMatch(query: Query, context: ReadContext): boolean {
  return (
    isInScope(query, context) &&
    context.budgetMicros >= query.budgetMicrosMin &&
    (query.decisions.length === 0 || query.decisions.includes(context.decision)) &&
    (query.ageHoursMax === null || context.ageMs <= query.ageHoursMax * MS_PER_HOUR) &&
    hasRecord(query, context) &&
    (query.tags.length === 0 || query.tags.some((tag) => context.tags.includes(tag))) &&
    (query.pagePrefixes.length === 0 ||
      query.pagePrefixes.some((prefix) => isUnderPrefix(context.pageUrls, prefix))) &&
    query.allOf.every((keyword) => occurs(keyword, context)) &&
    (query.anyOf.length === 0 || query.anyOf.some((keyword) => occurs(keyword, context))) &&
    !query.noneOf.some((keyword) => occurs(keyword, context))
  )
}

function isInScope({ scope }: Query, { isRoot }: ReadContext): boolean {
  return scope === 'both' || (scope === 'roots') === isRoot
}

function hasRecord({ inspectedPercentMin, boughtPercentMin }: Query, { record }: ReadContext): boolean {
  const { inspectedPercent = null, boughtPercent = null } = record ?? {}
  return (
    (inspectedPercent === null || inspectedPercent >= inspectedPercentMin) &&
    (boughtPercent === null || boughtPercent >= boughtPercentMin)
  )
}

function occurs(keyword: string, { terms, known }: ReadContext): boolean {
  const phrase = termsOf(keyword)
  const [first] = phrase
  if (first === undefined || !phrase.every((term) => known.has(term))) return false
  return phrase.length === 1 || hasRun(terms, phrase)
}

/**
 * Whether `run` stands somewhere in `terms`, each looked at once (Knuth, Morris and Pratt 1977): tried from every place, a
 * question of one word over and over costs a preview half a minute.
 */
function hasRun(terms: readonly string[], run: readonly string[]): boolean {
  const fallbacks = fallbacksOf(run)
  let matched = 0
  for (const term of terms) {
    while (matched > 0 && run[matched] !== term) matched = fallbacks[matched - 1] ?? 0
    if (run[matched] === term) matched += 1
    if (matched === run.length) return true
  }
  return false
}

/** For each beginning of `run`, how much of it is also its end: where to go on when the next term does not fit. */
function fallbacksOf(run: readonly string[]): number[] {
  const fallbacks = [0]
  let length = 0
  for (let end = 1; end < run.length; end += 1) {
    while (length > 0 && run[length] !== run[end]) length = fallbacks[length - 1] ?? 0
    if (run[length] === run[end]) length += 1
    fallbacks.push(length)
  }
  return fallbacks
}

/**
 * A page lies under a prefix when both have the same host (with its port; `http` and `https` are one) and the page's path is the
 * prefix's or goes on below it, whole segments only: `/news` holds `/news/today` and not `/newspaper`. A prefix that has a
 * query (`?id=7`) is that one page. What follows a `#` does not count.
 */
function isUnderPrefix(pages: readonly URL[], prefix: string): boolean {
  const wanted = parseUrl(prefix)
  if (!wanted) return false
  const path = withoutEndSlash(wanted.pathname)
  return pages.some((page) => {
    if (page.host !== wanted.host) return false
    const isSame = withoutEndSlash(page.pathname) === path
    if (wanted.search !== '') return isSame && page.search === wanted.search
    return isSame || page.pathname.startsWith(`${path}/`)
  })
}

/** The host that pages under a prefix have; null when the address cannot be read. */
export function hostOf(address: string): string | null {
  return parseUrl(address)?.host ?? null
}

function parseUrl(address: string): URL | null {
  return URL.canParse(address) ? new URL(address) : null
}

const withoutEndSlash = (path: string) => path.replace(/\/+$/, '')

/** Whether a bot answers this buyer at all: never its owner, and only those its owner wants to serve. */
export function isInAudience(
  bot: { ownerId: string; audience: Audience; audiencePeople: readonly string[] },
  buyerId: string,
): boolean {
  if (bot.ownerId === buyerId) return false
  if (bot.audience === 'everyone') return true
  return bot.audiencePeople.includes(buyerId) === (bot.audience === 'only')
}
