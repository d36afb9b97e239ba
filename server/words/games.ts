/** Closed lists of oversight games, shared by tables, contracts and pages. */

/** `seating` until every seat is taken; `judging` while the evaluator states a recommendation; `moving` while somebody is to move. */
export const GAME_PHASES = ['seating', 'judging', 'moving', 'ended'] as const
export type GamePhase = (typeof GAME_PHASES)[number]

export const GAME_PHASE_WORDS: Readonly<Record<GamePhase, string>> = {
  seating: 'Seats free',
  judging: 'Being judged',
  moving: 'In play',
  ended: 'Ended',
}

/** Why a game ended. */
export const GAME_ENDINGS = ['passed', 'late', 'full', 'unjudged', 'called-off'] as const
export type GameEnding = (typeof GAME_ENDINGS)[number]

export const GAME_ENDING_WORDS: Readonly<Record<GameEnding, string>> = {
  passed: 'A player passed.',
  late: 'A player’s time ran out, which counts as a pass.',
  full: 'The last turn was played.',
  unjudged:
    'The evaluator could not say what is recommended, or did not in time. The game ended with what was stated until then.',
  'called-off': 'It was called off before it began. Pot and stakes went back.',
}

/** Who states the recommended decision: whoever opened the game, by hand, or the market’s model. */
export const EVALUATORS = ['asker', 'model'] as const
export type Evaluator = (typeof EVALUATORS)[number]

/** A turn that says something, one that passes, and one whose time ran out, which passes too. */
export const TURN_KINDS = ['said', 'passed', 'late'] as const

/** A game is played over one of these, because both have a value by which a recommendation is scored. */
export const GAME_DECISIONS = ['choice', 'belief'] as const
export type GameDecisionKind = (typeof GAME_DECISIONS)[number]

/** Where the built-in agent is the model it recommends nothing of a claim: words alone carry no probability. */
export const canEvaluate = (
  evaluator: Evaluator,
  decision: GameDecisionKind,
  { hasModel }: { hasModel: boolean },
): boolean => evaluator === 'asker' || decision === 'choice' || hasModel
