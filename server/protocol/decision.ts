/** What a question's asker has to decide. */
export const DECISION_KINDS = ['open', 'choice', 'belief', 'forecast', 'buy'] as const
export type DecisionKind = (typeof DECISION_KINDS)[number]

/** The two options of buy or not, in their order. */
export const BUY_OPTIONS = ['Buy it', 'Do not buy it'] as const

/** What a claim is held to be, by who judges it and in the end. */
export const CLAIM_VERDICTS = ['true', 'false', 'misleading', 'unproven'] as const
export type ClaimVerdict = (typeof CLAIM_VERDICTS)[number]

/** What a forecast may turn out to be; void when it cannot be told any more, or was never well put. */
export const FORECAST_OUTCOMES = ['yes', 'no', 'void'] as const

/** How a question may be resolved: a claim by a verdict, a forecast by what came. */
export const OUTCOMES = [...FORECAST_OUTCOMES, ...CLAIM_VERDICTS] as const
export type Outcome = (typeof OUTCOMES)[number]

/** Who tells a forecast's outcome: its asker; its asker by what a named source says; an operator. */
export const RESOLVERS = ['asker', 'source', 'operator'] as const
export type Resolver = (typeof RESOLVERS)[number]

/** As whom somebody resolves a question. */
export const RESOLVER_ROLES = ['asker', 'moderator', 'operator'] as const
export type ResolverRole = (typeof RESOLVER_ROLES)[number]

/** Who tells probabilities that are held against the truth. */
export const JUDGES = ['asker', 'inspector'] as const
export type Judge = (typeof JUDGES)[number]

/** The parts of a decision that its rules need; who asks has more of it. */
type DecisionParts =
  | { kind: 'open' }
  | { kind: 'choice'; options: readonly string[] }
  | { kind: 'belief'; claim: string }
  | { kind: 'forecast'; event: string }
  | { kind: 'buy'; needs: string }

/** What a probability is told of: a claim, or what is forecast; null where none is. */
export function statementOf(decision: DecisionParts): string | null {
  if (decision.kind === 'belief') return decision.claim
  return decision.kind === 'forecast' ? decision.event : null
}

/** What utilities are told of; empty where none are. */
export function optionsOf(decision: DecisionParts): readonly string[] {
  if (decision.kind === 'choice') return decision.options
  return decision.kind === 'buy' ? BUY_OPTIONS : []
}

/** Everything that a decision says beside the question's own words: what it is found by, and what everybody knows of it. */
export function wordsOfDecision(decision: DecisionParts): string[] {
  if (decision.kind === 'buy') return [decision.needs]
  const statement = statementOf(decision)
  return statement === null ? [...optionsOf(decision)] : [statement]
}
