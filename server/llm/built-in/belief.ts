import { sentencesOf } from '@/server/shared/words'
import type { QuestionText } from '../model'
import { type Claims, type Clause, readClaims, shared, topicOf } from './claims'
import { BASE_RATE_WORDS } from './lexicon'

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

/** The probability that the claim is true, given what each text says of it and the base rates they state. */
export function believe(
  question: QuestionText,
  stances: readonly ClaimStance[],
  baseRates: readonly (number | null)[],
): number {
  const stated = baseRateIn(`${question.title}\n${question.body}`)
  const rates = [stated, ...baseRates].filter((rate) => rate !== null)
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
export function stanceOnClaim(claim: string, { clauses, topic }: Claims): ClaimStance {
  const about = topicOf(claim)
  const needed = Math.max(1, Math.ceil(about.size * ON_CLAIM_SHARE))
  if (about.size === 0 || shared(about, topic) < needed) return { step: 0, isCorrection: false }
  const doesSupport = clauses.some((clause) => clause.doesSupport)
  const isCorrection = clauses.some((clause) => clause.doesCorrect || (clause.doesTurn && !doesSupport))
  const claimClauses = readClaims(claim).clauses
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

/** A base rate that a text states, or `null`: "about 10 % of such claims", "3 out of 10 on average". */
export function baseRateIn(text: string): number | null {
  for (const sentence of sentencesOf(text)) {
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
