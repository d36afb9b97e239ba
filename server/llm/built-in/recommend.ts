import { optionsOf, statementOf } from '@/server/protocol/decision'
import type { QuestionText, Recommended } from '../model'
import { baseRateIn, believe, type ClaimStance, stanceOnClaim } from './belief'
import { evidenceOn, type OptionEvidence, weigh } from './choice'
import { type Claims, contradicts, readClaims } from './claims'

/** What one text says, read once for one decision. `evidence` is empty unless there are options to decide between. */
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
  const statement = statementOf(decision)
  const options = optionsOf(decision)
  return {
    claims,
    evidence: options.length > 0 ? evidenceOn(question, options, claims) : [],
    stance: statement === null ? NO_STANCE : stanceOnClaim(statement, claims),
    baseRate: statement === null ? null : baseRateIn(text),
  }
}

/** What a set of texts recommends. The order of the texts never matters. */
export function recommend(question: QuestionText, readings: readonly Reading[]): Recommended {
  const { decision } = question
  switch (decision.kind) {
    case 'open':
      return { kind: 'open' }
    case 'belief':
    case 'forecast': {
      const stances = readings.map((reading) => reading.stance)
      const baseRates = readings.map((reading) => reading.baseRate)
      return { kind: 'belief', probability: believe(question, stances, baseRates) }
    }
    case 'choice':
    case 'buy': {
      const evidence = readings.flatMap((reading) => reading.evidence)
      return { kind: 'choice', utilities: weigh(optionsOf(decision), evidence) }
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
