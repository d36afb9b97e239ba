import { statementOf } from '@/server/protocol/decision'
import type { PassReason } from '@/server/protocol/verdict'
import { withoutSource } from '@/server/shared/source-line'
import type { Appraised, InspectTask, KnownInfo, QuestionText, ReadOffer } from '../model'
import { backs, isWithin, readClaims, undercuts } from './claims'
import { influenceOf, type Readings } from './influence'
import { SALES_TALK } from './lexicon'
import { isOnPages, isRefutedByPages, type Witness, witnessesOf } from './pages'
import { areOpposed, type Reading, readFor } from './recommend'
import {
  askedWords,
  bm25Of,
  questionWords,
  relevanceOf,
  relevanceOfOffer,
  SPEAKS_FOR_ITSELF_WORDS,
  specificityOf,
  subjectTerms,
  type Wanted,
  wantedBy,
} from './relevance'

/** One offer with everything the built-in inspector thinks of it. */
export type Judged = {
  offer: ReadOffer
  /** The share of what is left of the budget that the offer may cost, 0 to 1. */
  worth: number
  /** What rules it out whatever it costs. */
  fault: PassReason | null
  /** With it another decision is recommended than without it. */
  isDecisive: boolean
  /** It speaks for or against several options at once, without saying when. */
  isSweeping: boolean
  /** Something known says that it holds. */
  isBacked: boolean
  /** Something known says that it means less than it seems. */
  isUndercut: boolean
  reading: Reading
  /** The words of its private information. */
  terms: ReadonlySet<string>
}

/** Below this an offer is not on the subject: less than two words of the question, or one and its wider context. */
const RELEVANCE_MIN = 0.34
/** A relevant text that adds nearly nothing convinces nobody. */
const WORTH_MIN = 0.15
/** Every relevant text is worth something; the rest depends on what it adds. */
const WORTH_FLOOR = 0.3
/** An unbacked text is believed a little less than one that something bought confirms. */
const CREDIBILITY_PLAIN = 0.8
const CREDIBILITY_UNDERCUT = 0.25
const TEASER_PROMISES = 0.5

/** What all offers of one task are judged against, read once. */
type Bench = {
  root: QuestionText
  readings: Readings
  wanted: Wanted
  knownTerms: ReadonlySet<string>
  /** The words of each thing that is bought already. */
  knownEach: readonly ReadonlySet<string>[]
  /** The question's pages: there to be read, so an offer adds nothing to what they say; and they may say otherwise. */
  pages: readonly Witness[]
  /** The words of the questions, and of the teasers that a sub-question is about. */
  asked: ReadonlySet<string>
  isAskedNegated: boolean
  /** A sub-question may be answered with a word: it says itself what is so or not. */
  isCheck: boolean
  /** What is bought already, as answers to checks. */
  known: readonly KnownInfo[]
}

/** Judges every offer on the table; the best first, equals by price and then by text, never by position. */
export function judgeOffers(task: InspectTask): Judged[] {
  const root = task.questions[0]
  if (!root) return []
  const ordered = [...task.offers].sort(byContent)
  const bench = benchFor(task, root)
  const scores = bm25Of(
    task.questions.map(questionWords).join('\n'),
    ordered.map((offer) => `${offer.teaser}\n${offer.privateInfo}`),
  )
  return ordered
    .map((offer, index) => ({ judged: judge(task, offer, bench), score: scores[index] ?? 0 }))
    .sort(
      (a, b) =>
        b.judged.worth - a.judged.worth ||
        byPrice(a.judged.offer, b.judged.offer) ||
        b.score - a.score ||
        byContent(a.judged.offer, b.judged.offer),
    )
    .map(({ judged }) => judged)
}

function benchFor(task: InspectTask, root: QuestionText): Bench {
  const asked = askedWords(task)
  const knownTexts = task.known.map((info) => withoutSource(info.privateInfo))
  return {
    root,
    readings: {
      table: new Map(
        task.offers.map((offer) => [offer.handle, readFor(root, withoutSource(offer.privateInfo))]),
      ),
      above: task.above.map((offer) => readFor(root, withoutSource(offer.privateInfo))),
      known: knownTexts.map((text) => readFor(root, text)),
    },
    wanted: wantedBy(task),
    knownTerms: subjectTerms([...knownTexts, ...task.questions.map(questionWords)].join('\n')),
    knownEach: knownTexts.map(subjectTerms),
    pages: witnessesOf(task.questions),
    asked: subjectTerms(asked),
    isAskedNegated: readClaims(asked).clauses.some(({ isNegated }) => isNegated),
    isCheck: task.subject !== null,
    known: task.known,
  }
}

function byContent(a: ReadOffer, b: ReadOffer): number {
  const [one, other] = [contentKey(a), contentKey(b)]
  return one < other ? -1 : one > other ? 1 : a.handle < b.handle ? -1 : 1
}

function contentKey(offer: ReadOffer): string {
  return `${offer.privateInfo}\n${offer.teaser}\n${offer.priceMicros}`
}

function judge(task: InspectTask, offer: ReadOffer, bench: Bench): Judged {
  const appraised = task.appraisals?.[offer.handle]
  const text = withoutSource(offer.privateInfo)
  const reading = bench.readings.table.get(offer.handle) ?? readFor(bench.root, text)
  const terms = subjectTerms(text)
  return {
    offer,
    reading,
    terms,
    ...(appraised ? fromAppraisal(appraised) : fromText(offer, reading, terms, bench)),
  }
}

type Read = Omit<Judged, 'offer' | 'reading' | 'terms'>

const APPRAISAL_MAX = 10
const NO_MARKS = { isDecisive: false, isSweeping: false, isBacked: false, isUndercut: false }

/** With isolated appraisal the text is not at hand; the scores are. */
function fromAppraisal({ relevance, credibility, novelty, isTeaserFair }: Appraised): Read {
  const worth =
    (relevance / APPRAISAL_MAX) * (credibility / APPRAISAL_MAX) * gradedBy(novelty / APPRAISAL_MAX)
  const isRelevant = relevance / APPRAISAL_MAX >= RELEVANCE_MIN
  if (!isTeaserFair) return { ...NO_MARKS, worth: 0, fault: 'misleading-teaser' }
  if (!isRelevant) return { ...NO_MARKS, worth: 0, fault: 'irrelevant' }
  if (novelty === 0) return { ...NO_MARKS, worth: 0, fault: 'redundant' }
  return { ...NO_MARKS, worth, fault: worth < WORTH_MIN ? 'unconvincing' : null }
}

function fromText(offer: ReadOffer, reading: Reading, terms: ReadonlySet<string>, bench: Bench): Read {
  const { root, wanted, readings } = bench
  const text = withoutSource(offer.privateInfo)
  const alone = relevanceOf(text, wanted)
  if (hasMisleadingTeaser(terms, alone, relevanceOf(offer.teaser, wanted))) {
    return { ...NO_MARKS, worth: 0, fault: 'misleading-teaser' }
  }
  const relevance = relevanceOfOffer(offer, wanted)
  if (relevance < RELEVANCE_MIN) return { ...NO_MARKS, worth: 0, fault: 'irrelevant' }

  const standing = standingOf(reading, readings.known)
  const checked = plainCheckOf(offer, bench.known)
  const isOpposed = standing.isOpposed || checked === 'no'
  const isBacked = checked === null ? standing.isBacked : checked === 'yes'
  const isUndercut = standing.isUndercut || checked === 'no'
  const { size, isDecisive } = influenceOf(root, readings, offer.handle)
  const credibility = isUndercut ? CREDIBILITY_UNDERCUT : isBacked ? 1 : CREDIBILITY_PLAIN
  const worth = relevance * credibility * gradedBy(Math.max(specificityOf(text, bench.knownTerms), size))
  const isRefuted = isOpposed || (isUndercut && statementOf(root.decision) === null && !isQualified(reading))
  const isRefutedOnPage = !isBacked && isRefutedByPages(reading.claims, bench.pages)
  const isKnown =
    bench.knownEach.some((known) => isWithin(terms, known)) ||
    isOnPages({ claims: reading.claims, terms }, bench.pages) ||
    echoes(text, reading, bench)
  return {
    worth,
    fault:
      isRefuted || isRefutedOnPage
        ? 'contradicted'
        : isKnown
          ? 'redundant'
          : worth < WORTH_MIN
            ? 'unconvincing'
            : null,
    isDecisive,
    isSweeping: isSweeping(reading),
    isBacked,
    isUndercut,
  }
}

function gradedBy(added: number): number {
  return WORTH_FLOOR + (1 - WORTH_FLOOR) * Math.min(1, added)
}

/** A teaser that promises what the text, long enough to speak for itself, is not about. */
function hasMisleadingTeaser(terms: ReadonlySet<string>, relevance: number, promised: number): boolean {
  const isElsewhere = relevance < RELEVANCE_MIN && terms.size >= SPEAKS_FOR_ITSELF_WORDS
  return isElsewhere && promised >= TEASER_PROMISES
}

const PLAIN_NO = /^\W*(?:no|not so|false|untrue|wrong|it is not|this is not|that is not)\b/i
const PLAIN_YES = /^\W*(?:yes|true|correct|confirmed|it is so|it is true)\b/i

/**
 * What checks of an offer said in so many words: "it is not so" says of itself nothing about what, so only the question that it was
 * bought to answer ties it to the offer. Null when none did, or they disagree.
 */
function plainCheckOf({ handle }: ReadOffer, known: readonly KnownInfo[]): 'yes' | 'no' | null {
  const texts = known
    .filter(({ answers }) => answers?.kind === 'verify' && answers.about.includes(handle))
    .map(({ privateInfo }) => privateInfo)
  const isDenied = texts.some((text) => PLAIN_NO.test(text))
  const isConfirmed = texts.some((text) => PLAIN_YES.test(text))
  if (isDenied === isConfirmed) return null
  return isDenied ? 'no' : 'yes'
}

/** How a text stands against what is bought already. */
function standingOf(
  reading: Reading,
  known: readonly Reading[],
): { isOpposed: boolean; isBacked: boolean; isUndercut: boolean } {
  const opposing = known.filter((other) => areOpposed(reading, other)).length
  const backing = known.filter((other) => backs(other.claims, reading.claims)).length
  const undercutting = known.filter((other) => undercuts(other.claims, reading.claims)).length
  return {
    isOpposed: opposing > backing,
    isBacked: backing > opposing + undercutting,
    isUndercut: opposing + undercutting > backing,
  }
}

/** Repeating the question is no information, whatever is wrapped around it; denying it is, and a check may be answered with a word. */
function echoes(text: string, { claims }: Reading, { asked, isAskedNegated, isCheck }: Bench): boolean {
  if (claims.clauses.some(({ isNegated }) => isNegated) !== isAskedNegated) return false
  if (isCheck && (PLAIN_NO.test(text) || PLAIN_YES.test(text))) return false
  return [...subjectTerms(text)].every((term) => asked.has(term) || SALES_TALK.has(term))
}

/** In a choice, what still holds for one of the options is qualified, not contradicted ("raw ones are toxic all the same"). */
function isQualified(reading: Reading): boolean {
  return reading.evidence.length > 0
}

/** A judgement of this strength on several options at once asks for its exceptions. */
const SWEEPING_STRENGTH = 2

function isSweeping(reading: Reading): boolean {
  const broad = reading.evidence.filter(
    (item) => item.specificity < 1 && Math.abs(item.value) >= SWEEPING_STRENGTH,
  )
  return new Set(broad.map((item) => item.option)).size > 1
}

/** The cheaper one first; compared as the integers they are. */
function byPrice(a: { priceMicros: bigint }, b: { priceMicros: bigint }): number {
  if (a.priceMicros === b.priceMicros) return 0
  return a.priceMicros < b.priceMicros ? -1 : 1
}
