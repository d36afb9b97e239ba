import type { QuestionText, Recommended } from '../model'
import { baseRateIn, believe, type ClaimStance, stanceOnClaim } from './belief'
import { evidenceOn, type OptionEvidence, weigh } from './choice'
import { type Claims, contradicts, readClaims } from './claims'

/** What one text says, read once for one decision. `evidence` is empty unless the decision is a choice. */
export type Reading = {
  claims: Claims
  evidence: readonly OptionEvidence[]
  stance: ClaimStance
  baseRate: number | null
}

const NO_STANCE: ClaimStance = { step: 0, isCorrection: false }

export function readFor(question: QuestionText, text: string): Reading {
  const { decision } = question
  const claims = readClaims(text)
  return {
    claims,
    evidence: decision.kind === 'choice' ? evidenceOn(question, decision.options, claims) : [],
    stance: decision.kind === 'belief' ? stanceOnClaim(decision.claim, claims) : NO_STANCE,
    baseRate: decision.kind === 'belief' ? baseRateIn(text) : null,
  }
}

/** What a set of texts recommends. The order of the texts never matters. */
export function recommend(question: QuestionText, readings: readonly Reading[]): Recommended {
  const { decision } = question
  switch (decision.kind) {
    case 'open':
      return { kind: 'open' }
    case 'belief': {
      const stances = readings.map((reading) => reading.stance)
      const baseRates = readings.map((reading) => reading.baseRate)
      return { kind: 'belief', probability: believe(question, stances, baseRates) }
    }
    case 'choice': {
      const evidence = readings.flatMap((reading) => reading.evidence)
      return { kind: 'choice', utilities: weigh(decision.options, evidence) }
    }
  }
}

/** True when two texts cannot both be so: in a choice, when they differ on every option that the first one speaks of. */
export function areOpposed(one: Reading, other: Reading): boolean {
  if (one.evidence.length === 0 || other.evidence.length === 0) return contradicts(one.claims, other.claims)
  return one.evidence.every((mine) =>
    other.evidence.some(
      (their) => their.option === mine.option && Math.sign(their.value) !== Math.sign(mine.value),
    ),
  )
}
