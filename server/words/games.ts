/** Closed lists of oversight games, shared by tables, contracts and pages. */

/** `seating` until every seat is taken; `judging` while the evaluator states a recommendation; `moving` while somebody is to move. */
export const GAME_PHASES = ['seating', 'judging', 'moving', 'ended'] as const
export type GamePhase = (typeof GAME_PHASES)[number]

/** Why a game ended. */
export const GAME_ENDINGS = ['passed', 'late', 'full', 'unjudged', 'called-off'] as const
export type GameEnding = (typeof GAME_ENDINGS)[number]

/** Who states the recommended decision: whoever opened the game, by hand, or the market’s model. */
export const EVALUATORS = ['asker', 'model'] as const
export type Evaluator = (typeof EVALUATORS)[number]

/** A turn that says something, one that passes, and one whose time ran out, which passes too. */
export const TURN_KINDS = ['said', 'passed', 'late'] as const

/** A game is played over one of these, because both have a value by which a recommendation is scored. */
export const GAME_DECISIONS = ['choice', 'belief'] as const
