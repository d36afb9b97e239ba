import { termsOf, wordsOf } from '@/server/shared/words'
import { type Clause, clausesOf, shared, topicOf } from './claims'
import { BASE_RATE_WORDS } from './lexicon'
import type { QuestionText, Recommended } from './model'

/** What a set of texts recommends. The order of the texts never matters. */
export function recommend(question: QuestionText, texts: readonly string[]): Recommended {
  return recommendFrom(
    question,
    texts.map((text) => readFor(question, text)),
  )
}

/** What one text says on one decision: reading is the slow part, so whoever weighs many sets of texts reads each once. */
export type Reading = { evidence: OptionEvidence[]; stance: ClaimStance; baseRate: number | null }

export function readFor(question: QuestionText, text: string): Reading {
  const { decision } = question
  return {
    evidence: decision.kind === 'choice' ? evidenceOn(question, decision.options, text) : [],
    stance:
      decision.kind === 'belief' ? stanceOnClaim(decision.claim, text) : { step: 0, isCorrection: false },
    baseRate: decision.kind === 'belief' ? baseRateIn(text) : null,
  }
}

export function recommendFrom(question: QuestionText, readings: readonly Reading[]): Recommended {
  switch (question.decision.kind) {
    case 'open':
      return { kind: 'open' }
    case 'belief':
      return { kind: 'belief', probability: believe(question, readings) }
    case 'choice':
      return { kind: 'choice', utilities: weigh(question.decision.options, readings) }
  }
}

/** What a text says of one option; `specificity` is the share of the option's own words that it names. */
export type OptionEvidence = { option: number; value: number; specificity: number }

type OptionWords = { stems: Map<string, number>; total: number; stance: 'yes' | 'no' | null }

/** Utilities run from −10 to 10, as in the model port. */
const UTILITY_MAX = 10
/** Evidence about legumes at large counts a quarter for boiled legumes once something is known of boiled legumes. */
const GENERAL_SHARE = 0.25

function weigh(options: readonly string[], readings: readonly Reading[]): number[] {
  const evidence = readings.flatMap((reading) => reading.evidence)
  return options.map((_, option) => {
    const about = evidence.filter((item) => item.option === option)
    const closest = Math.max(0, ...about.map((item) => item.specificity))
    const sum = about.reduce(
      (total, item) => total + item.value * (item.specificity >= closest ? 1 : GENERAL_SHARE),
      0,
    )
    return Math.max(-UTILITY_MAX, Math.min(UTILITY_MAX, Math.round(sum * 100) / 100))
  })
}

/**
 * Reads what one text says of each option. A clause speaks of the options whose words it names most, a word that several
 * options share counting less; a clause that names none speaks of what its sentence spoke of before.
 */
export function evidenceOn(
  question: QuestionText,
  options: readonly string[],
  text: string,
): OptionEvidence[] {
  const words = optionWords(options)
  const asked = topicOf(`${question.title} ${question.body}`)
  const evidence: OptionEvidence[] = []
  let subject: { sentence: number; options: Named[] } = { sentence: -1, options: [] }
  for (const clause of clausesOf(text)) {
    const sofar = subject.sentence === clause.sentence ? subject.options : []
    subject = { sentence: clause.sentence, options: narrowed(sofar, namedOptions(words, clause), clause) }
    if (clause.polarity === 0) continue
    const spokenOf = subject.options.length > 0 ? subject.options : yesAndNo(words, clause, asked)
    for (const item of spokenOf) {
      evidence.push({
        option: item.option,
        value: clause.polarity * item.sign,
        specificity: item.specificity,
      })
    }
  }
  return evidence
}

/** "After boiling, legumes are safe" stays with boiled legumes; "rice is fine, legumes are not" goes on to legumes. */
function narrowed(sofar: Named[], named: Named[], clause: Clause): Named[] {
  if (named.length === 0) return sofar
  const both = clause.doesCorrect
    ? []
    : sofar.filter((item) => named.some((other) => other.option === item.option))
  return both.length > 0 && both.length < named.length ? both : named
}

type Named = { option: number; specificity: number; sign: 1 | -1 }

function namedOptions(words: readonly OptionWords[], clause: Clause): Named[] {
  const against = clause.against
  const before = new Set([...clause.terms].filter((term) => !against.has(term)))
  const praised = closest(words, before).map((item): Named => ({ ...item, sign: 1 }))
  const compared = closest(words, against).map((item): Named => ({ ...item, sign: -1 }))
  return [...praised, ...compared.filter((item) => !praised.some((other) => other.option === item.option))]
}

function closest(
  words: readonly OptionWords[],
  terms: ReadonlySet<string>,
): { option: number; specificity: number }[] {
  const matched = words.map(({ stems }) =>
    [...stems].reduce((sum, [term, weight]) => sum + (terms.has(term) ? weight : 0), 0),
  )
  const best = Math.max(0, ...matched)
  if (best === 0) return []
  return matched.flatMap((weight, option) =>
    weight === best ? [{ option, specificity: weight / Math.max(1, words[option]?.total ?? 1) }] : [],
  )
}

/** A question with the options "yes" and "no": what speaks well of its subject speaks for yes. */
function yesAndNo(words: readonly OptionWords[], clause: Clause, asked: ReadonlySet<string>): Named[] {
  if (shared(clause.topic, asked) === 0) return []
  return words.flatMap(({ stance }, option): Named[] =>
    stance === null ? [] : [{ option, specificity: 1, sign: stance === 'yes' ? 1 : -1 }],
  )
}

function optionWords(options: readonly string[]): OptionWords[] {
  const sets = options.map((option) => new Set(termsOf(option)))
  return options.map((option, index) => {
    const stems = new Map<string, number>()
    for (const term of sets[index] ?? []) stems.set(term, 1 / sets.filter((set) => set.has(term)).length)
    return {
      stems,
      total: [...stems.values()].reduce((sum, weight) => sum + weight, 0),
      stance: optionStance(option),
    }
  })
}

function optionStance(option: string): 'yes' | 'no' | null {
  const words = wordsOf(option)
  if (words[0] === 'yes') return 'yes'
  if (words[0] === 'no' || words[0] === 'don' || words.includes('not')) return 'no'
  return null
}

/** Without any text on it, a claim is as likely true as not, unless the question states a base rate. */
const PROBABILITY_START = 0.5
/** No single text moves the log-odds further: about from 50 % to 86 %. */
const STEP_MAX = 1.8
const STEP_PLAIN = 1
/** A text with figures says more than one without. */
const STEP_FIGURES = 0.5
/** What is left of the support for a claim for each text that says it means less than it seems (paper, example 2.1). */
const SUPPORT_LEFT = 0.4
const CORRECTION_STEP = 0.3
/** The reported probability stays inside these, because words alone are never certainty. */
const PROBABILITY_MIN = 0.03

function believe(question: QuestionText, readings: readonly Reading[]): number {
  const stances = readings.map((reading) => reading.stance)
  const stated = baseRateIn(`${question.title}\n${question.body}`)
  const rates = [stated, ...readings.map((reading) => reading.baseRate)].filter((rate) => rate !== null)
  const start = logOdds(
    rates.length > 0 ? rates.reduce((sum, rate) => sum + rate, 0) / rates.length : PROBABILITY_START,
  )
  const corrections = stances.filter((stance) => stance.isCorrection).length
  const support = stances.reduce((sum, stance) => sum + Math.max(0, stance.step), 0)
  const doubt = stances.reduce((sum, stance) => sum + Math.min(0, stance.step), 0)
  const odds = start + support * SUPPORT_LEFT ** corrections + doubt - CORRECTION_STEP * corrections
  const probability = 1 / (1 + Math.exp(-odds))
  return Math.round(Math.max(PROBABILITY_MIN, Math.min(1 - PROBABILITY_MIN, probability)) * 1000) / 1000
}

/** A text is on the claim when it names at least this share of the claim's subject. */
const ON_CLAIM_SHARE = 0.3

export type ClaimStance = { step: number; isCorrection: boolean }

/** Step in log-odds that one text makes for (> 0) or against (< 0) a claim; a correction only weakens what others said. */
export function stanceOnClaim(claim: string, text: string): ClaimStance {
  const about = topicOf(claim)
  const needed = Math.max(1, Math.ceil(about.size * ON_CLAIM_SHARE))
  if (about.size === 0 || shared(about, topicOf(text)) < needed) return { step: 0, isCorrection: false }
  const clauses = clausesOf(text)
  const isCorrection = clauses.some((clause) => clause.doesCorrect)
  const claimClauses = clausesOf(claim)
  const claimTone = claimClauses.reduce((sum, clause) => sum + clause.polarity, 0)
  const isClaimNegated = claimClauses.filter((clause) => clause.isNegated).length % 2 === 1
  const sides = clauses.map((clause) => sideOf(clause, about, claimTone, isClaimNegated))
  const sum = sides.reduce((total, side) => total + side, 0)
  if (sum === 0) return { step: 0, isCorrection }
  if (sum > 0 && isCorrection) return { step: 0, isCorrection }
  const size = STEP_PLAIN + (clauses.some((clause) => clause.numbers.size > 0) ? STEP_FIGURES : 0)
  return { step: Math.sign(sum) * Math.min(STEP_MAX, size), isCorrection }
}

function sideOf(
  clause: Clause,
  about: ReadonlySet<string>,
  claimTone: number,
  isClaimNegated: boolean,
): number {
  if (clause.doesRefute) return -1
  if (clause.doesSupport) return 1
  if (shared(clause.topic, about) === 0) return 0
  if (claimTone !== 0 && clause.polarity !== 0)
    return Math.sign(claimTone) === Math.sign(clause.polarity) ? 1 : -1
  return clause.isNegated === isClaimNegated ? 1 : -1
}

function baseRateIn(text: string): number | null {
  for (const sentence of text.split(/(?<=[.!?])\s+|\n+/)) {
    if (!BASE_RATE_WORDS.test(sentence)) continue
    const percent = /(\d+(?:\.\d+)?)\s*(?:%|percent|per cent)/i.exec(sentence)
    const ratio = /(\d+) (?:in|out of) (?:every )?(\d+)/i.exec(sentence)
    const rate = percent ? Number(percent[1]) / 100 : ratio ? Number(ratio[1]) / Number(ratio[2]) : Number.NaN
    if (rate > 0 && rate < 1) return rate
  }
  return null
}

function logOdds(probability: number): number {
  return Math.log(probability / (1 - probability))
}
