import type { PassReason } from '@/server/protocol/verdict'
import { backs, contradicts, overlap, undercuts } from './claims'
import { type Influence, influenceIn } from './influence'
import type { Appraised, InspectTask, QuestionText, ReadOffer } from './model'
import { evidenceOn } from './recommend'
import { bm25Of, questionWords, relevanceOf, specificityOf, subjectTerms, wantedBy } from './relevance'

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
  /** 0 to 1: how much of its words another offer has too. */
  sameness(other: Judged): number
  isContradictedBy(other: Judged): boolean
}

/** Below this an offer is not on the subject: less than two words of the question, or one and its wider context. */
const RELEVANCE_MIN = 0.34
/** A relevant text that adds nearly nothing convinces nobody. */
const WORTH_MIN = 0.15
/** Every relevant text is worth something; the rest depends on what it adds. */
const WORTH_FLOOR = 0.3
/** An unbacked text is believed a little less than one that something bought confirms. */
const CREDIBILITY_PLAIN = 0.8
const CREDIBILITY_UNDERCUT = 0.4
/** This much of a text's words known already, and it adds nothing. */
const KNOWN_SHARE = 0.85
/** A text of fewer words may leave its subject to the teaser ("They are toxic."). */
const SPEAKS_FOR_ITSELF_WORDS = 6
const TEASER_PROMISES = 0.5

/** Judges every offer on the table; the best first, equals by price and then by text, never by position. */
export function judgeOffers(task: InspectTask): Judged[] {
  const ordered = [...task.offers].sort(byContent)
  const influences = influenceIn(task)
  const query = task.questions.map(questionWords).join('\n')
  const scores = bm25Of(
    query,
    ordered.map((offer) => `${offer.teaser}\n${offer.privateInfo}`),
  )
  return ordered
    .map((offer, index) => ({ judged: judge(task, offer, influences), score: scores[index] ?? 0 }))
    .sort(
      (a, b) =>
        b.judged.worth - a.judged.worth ||
        Number(a.judged.offer.priceMicros - b.judged.offer.priceMicros) ||
        b.score - a.score ||
        byContent(a.judged.offer, b.judged.offer),
    )
    .map(({ judged }) => judged)
}

function byContent(a: ReadOffer, b: ReadOffer): number {
  const [one, other] = [contentKey(a), contentKey(b)]
  return one < other ? -1 : one > other ? 1 : a.handle < b.handle ? -1 : 1
}

function contentKey(offer: ReadOffer): string {
  return `${offer.privateInfo}\n${offer.teaser}\n${offer.priceMicros}`
}

type Influences = (offer: ReadOffer) => Influence

function judge(task: InspectTask, offer: ReadOffer, influences: Influences): Judged {
  const appraised = task.appraisals?.[offer.handle]
  const read = appraised ? fromAppraisal(appraised) : fromText(task, offer, influences)
  const terms = subjectTerms(offer.privateInfo)
  return {
    offer,
    ...read,
    sameness: (other) => (terms.size === 0 ? 0 : overlap(terms, subjectTerms(other.offer.privateInfo))),
    isContradictedBy: (other) => isOpposed(task, offer.privateInfo, other.offer.privateInfo),
  }
}

type Read = Omit<Judged, 'offer' | 'sameness' | 'isContradictedBy'>

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

function fromText(task: InspectTask, offer: ReadOffer, influences: Influences): Read {
  const wanted = wantedBy(task)
  const text = offer.privateInfo
  const relevance = Math.max(relevanceOf(text, wanted), 0.6 * relevanceOf(`${offer.teaser}\n${text}`, wanted))
  if (hasMisleadingTeaser(offer, relevanceOf(text, wanted), relevanceOf(offer.teaser, wanted))) {
    return { ...NO_MARKS, worth: 0, fault: 'misleading-teaser' }
  }
  if (relevance < RELEVANCE_MIN) return { ...NO_MARKS, worth: 0, fault: 'irrelevant' }

  const knownTexts = task.known.map((info) => info.privateInfo)
  const standing = standingOf(task, text, knownTexts)
  const known = subjectTerms([...knownTexts, ...task.questions.map(questionWords)].join('\n'))
  const influence = influences(offer)
  const credibility = standing.isUndercut ? CREDIBILITY_UNDERCUT : standing.isBacked ? 1 : CREDIBILITY_PLAIN
  const worth = relevance * credibility * gradedBy(Math.max(specificityOf(text, known), influence.size))
  const marks = { isDecisive: influence.isDecisive, isSweeping: isSweeping(task, text), ...standing.marks }
  return { ...marks, worth, fault: faultOf(task, offer, standing, worth) }
}

function gradedBy(added: number): number {
  return WORTH_FLOOR + (1 - WORTH_FLOOR) * Math.min(1, added)
}

function hasMisleadingTeaser(offer: ReadOffer, ofText: number, ofTeaser: number): boolean {
  const [terms, teaser] = [subjectTerms(offer.privateInfo), subjectTerms(offer.teaser)]
  return (
    ofTeaser >= TEASER_PROMISES &&
    ofText < RELEVANCE_MIN &&
    terms.size >= SPEAKS_FOR_ITSELF_WORDS &&
    overlap(teaser, terms) === 0
  )
}

type Standing = {
  isOpposed: boolean
  isBacked: boolean
  isUndercut: boolean
  marks: Pick<Judged, 'isBacked' | 'isUndercut'>
}

/** How a text stands against what is bought already. */
function standingOf(task: InspectTask, text: string, knownTexts: readonly string[]): Standing {
  const opposing = knownTexts.filter((known) => isOpposed(task, text, known)).length
  const backing = knownTexts.filter((known) => backs(known, text)).length
  const undercutting = knownTexts.filter((known) => undercuts(known, text)).length
  const isBacked = backing > opposing + undercutting
  const isUndercut = opposing + undercutting > backing
  return { isOpposed: opposing > backing, isBacked, isUndercut, marks: { isBacked, isUndercut } }
}

function faultOf(task: InspectTask, offer: ReadOffer, standing: Standing, worth: number): PassReason | null {
  const isBelief = rootOf(task)?.decision.kind === 'belief'
  if (standing.isOpposed || (standing.isUndercut && !isBelief && !isQualified(task, offer)))
    return 'contradicted'
  const terms = subjectTerms(offer.privateInfo)
  const known = task.known.filter((info) => subjectTerms(info.privateInfo).size > 0)
  if (known.some((info) => containment(terms, subjectTerms(info.privateInfo)) >= KNOWN_SHARE))
    return 'redundant'
  return worth < WORTH_MIN ? 'unconvincing' : null
}

function containment(terms: ReadonlySet<string>, others: ReadonlySet<string>): number {
  return terms.size === 0 ? 0 : [...terms].filter((term) => others.has(term)).length / terms.size
}

/** In a choice, what still holds for one of the options is qualified, not contradicted ("raw ones are toxic all the same"). */
function isQualified(task: InspectTask, offer: ReadOffer): boolean {
  const root = rootOf(task)
  return (
    root?.decision.kind === 'choice' && evidenceOn(root, root.decision.options, offer.privateInfo).length > 0
  )
}

/** True when two texts cannot both be so: in a choice, when they differ on every option that the first one speaks of. */
export function isOpposed(task: InspectTask, text: string, other: string): boolean {
  const root = rootOf(task)
  if (root?.decision.kind === 'choice') {
    const mine = evidenceOn(root, root.decision.options, text)
    const theirs = evidenceOn(root, root.decision.options, other)
    if (mine.length > 0 && theirs.length > 0) {
      return mine.every((item) =>
        theirs.some(
          (their) => their.option === item.option && Math.sign(their.value) !== Math.sign(item.value),
        ),
      )
    }
  }
  return contradicts(text, other)
}

/** A judgement of this strength on several options at once asks for its exceptions. */
const SWEEPING_STRENGTH = 2

function isSweeping(task: InspectTask, text: string): boolean {
  const root = rootOf(task)
  if (root?.decision.kind !== 'choice') return false
  const broad = evidenceOn(root, root.decision.options, text).filter(
    (item) => item.specificity < 1 && Math.abs(item.value) >= SWEEPING_STRENGTH,
  )
  return new Set(broad.map((item) => item.option)).size > 1
}

function rootOf(task: InspectTask): QuestionText | undefined {
  return task.questions[0]
}
