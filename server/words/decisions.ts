import type { ClaimVerdict, Outcome, Resolver, ResolverRole } from '../protocol/decision'

/** What a claim is held to be, as the end of a sentence, and in a sentence for who has to choose. */
export const CLAIM_VERDICT_WORDS: Record<ClaimVerdict, { word: string; hint: string }> = {
  true: { word: 'true', hint: 'It is so as it stands.' },
  false: { word: 'false', hint: 'It is not so.' },
  misleading: { word: 'misleading', hint: 'Its words may hold, but what they suggest does not.' },
  unproven: { word: 'unproven', hint: 'What is known neither carries nor refutes it.' },
}

/** What came of it, as a chip or a button says it; and what that does to scores. */
export const OUTCOME_WORDS: Record<Outcome, { word: string; hint: string }> = {
  yes: { word: 'It came so', hint: 'Probabilities are scored against yes.' },
  no: { word: 'It did not', hint: 'Probabilities are scored against no.' },
  void: { word: 'Void', hint: 'It cannot be told any more, or was not well put. Nobody is scored.' },
  true: { word: 'True', hint: 'Probabilities are scored against true.' },
  false: { word: 'False', hint: 'Probabilities are scored against false.' },
  misleading: { word: 'Misleading', hint: 'Neither true nor false as it stands: nobody is scored.' },
  unproven: { word: 'Unproven', hint: 'It could not be settled: nobody is scored.' },
}

/** Who tells a forecast's outcome, as a choice for its asker. */
export const RESOLVER_WORDS: Record<Resolver, { word: string; hint: string }> = {
  asker: { word: 'I do', hint: 'You tell the outcome, with where it can be read.' },
  source: { word: 'A named source', hint: 'You tell the outcome, as this source has it.' },
  operator: { word: 'An operator', hint: 'Somebody who runs this market tells it.' },
}

/** As whom somebody told an outcome, after a name. */
export const RESOLVER_ROLE_WORDS: Record<ResolverRole, string> = {
  asker: 'who asked',
  moderator: 'as a moderator',
  operator: 'as an operator',
}
