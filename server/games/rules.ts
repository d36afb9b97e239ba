import type { GameRecommendation } from '../contract/games'
import { marginalValues } from '../protocol/value'
import type { Evaluator, GameEnding, GamePhase } from '../words/games'

/**
 * The rules of an oversight game (“Extrapolating Volition…”, Definitions 4.1 and 4.2): players say something in turn or pass, the first
 * pass ends it, and after each turn the recommended decision is noted. Pure: state and move in, state and what is to be done out.
 */

export type GameRules = {
  evaluator: Evaluator
  seats: number
  turnsMost: number
}

/** A turn that said something. */
export type SaidTurn = { place: number; recommended: GameRecommendation | null }

export type GameState = {
  phase: GamePhase
  ending: GameEnding | null
  /** Seats that are taken. */
  taken: number
  /** Recommended before anything is said. */
  first: GameRecommendation | null
  said: readonly SaidTurn[]
}

export type GameMove =
  | { type: 'join' }
  | { type: 'say'; place: number }
  | { type: 'pass'; place: number }
  | { type: 'judge'; recommended: GameRecommendation }
  /** The time of whoever is to act ran out, or the model has nothing to recommend. */
  | { type: 'late' }
  | { type: 'callOff' }

/** Why a move is not one of the rules: what the door says so with. */
export type Refusal =
  | 'not_seating'
  | 'not_moving'
  | 'not_your_turn'
  | 'not_judging'
  | 'other_kind'
  | 'has_begun'

export const startOf = (first: GameRecommendation | null): GameState => ({
  phase: 'seating',
  ending: null,
  taken: 0,
  first,
  said: [],
})

/** Whose turn it is, in the order of seats, from 1; null when nobody is to move. */
export function placeToMove({ seats }: GameRules, { phase, said }: GameState): number | null {
  return phase === 'moving' ? (said.length % seats) + 1 : null
}

/** The state after a move, or why there is no such move now. */
export function play(rules: GameRules, state: GameState, move: GameMove): GameState | Refusal {
  switch (move.type) {
    case 'join': {
      if (state.phase !== 'seating') return 'not_seating'
      const taken = state.taken + 1
      if (taken < rules.seats) return { ...state, taken }
      return { ...state, taken, phase: state.first === null ? 'judging' : 'moving' }
    }
    case 'say':
    case 'pass': {
      const place = placeToMove(rules, state)
      if (place === null) return 'not_moving'
      if (place !== move.place) return 'not_your_turn'
      if (move.type === 'pass') return ended(state, 'passed')
      return { ...state, phase: 'judging', said: [...state.said, { place, recommended: null }] }
    }
    case 'judge':
      return judged(rules, state, move.recommended)
    case 'late':
      if (state.phase === 'ended') return 'not_moving'
      return ended(
        state,
        state.phase === 'seating' ? 'called-off' : state.phase === 'moving' ? 'late' : 'unjudged',
      )
    case 'callOff':
      return state.phase === 'seating' ? ended(state, 'called-off') : 'has_begun'
  }
}

function judged(rules: GameRules, state: GameState, recommended: GameRecommendation): GameState | Refusal {
  if (state.phase !== 'judging') return 'not_judging'
  if (state.first !== null && !isOfOneKind(state.first, recommended)) return 'other_kind'
  const last = state.said.at(-1)
  if (last === undefined) return { ...state, first: recommended, phase: 'moving' }
  const said = [...state.said.slice(0, -1), { ...last, recommended }]
  const next = { ...state, said }
  return said.length >= rules.turnsMost ? ended(next, 'full') : { ...next, phase: 'moving' }
}

export function isOfOneKind(one: GameRecommendation, other: GameRecommendation): boolean {
  if (one.kind === 'choice' && other.kind === 'choice') return one.utilities.length === other.utilities.length
  return one.kind === other.kind
}

const ended = (state: GameState, ending: GameEnding): GameState => ({ ...state, phase: 'ended', ending })

/**
 * R of each turn, in bits or points of utility: what it changed, judged by the last recommendation. A turn that was never judged changed
 * nothing. Their sum is U(last) − U(first), which is never below zero.
 */
export function rewardsOf({ first, said }: Pick<GameState, 'first' | 'said'>): number[] {
  if (first === null) return said.map(() => 0)
  const trail = said.flatMap(({ recommended }) => (recommended === null ? [] : [recommended]))
  const gains = marginalValues([first, ...trail]).map(({ gain }) => gain)
  return said.map((_, index) => gains[index] ?? 0)
}

export type Stakes = { potMicros: bigint; stakeMicros: bigint; rateMicros: bigint }

export type Settlement = {
  /** By place, from 1: what returns of the stake, and what is paid beyond it. */
  seats: { returnedMicros: bigint; rewardMicros: bigint }[]
  /** Of the pot, to whoever opened the game. */
  returnedMicros: bigint
}

/**
 * Who gets what when a game has ended. The rewards of a seat add up, then count at the rate in whole micro-credits. Who is below
 * zero pays as far as the stake goes; who is above is paid out of the pot and what was lost, all by one share where that is not enough.
 * Whoever opened the game gets back what is left, and never more than the pot: what would be more goes back to who lost it.
 */
export function settle(stakes: Stakes, state: Pick<GameState, 'taken' | 'first' | 'said'>): Settlement {
  const { potMicros, stakeMicros } = stakes
  const nets = netMicrosOf(stakes, state)
  const losses = nets.map((net) => least(stakeMicros, net < 0n ? -net : 0n))
  const wanted = nets.map((net) => (net > 0n ? net : 0n))
  const lost = sum(losses)
  const fund = potMicros + lost
  const paid = shareOut(least(fund, sum(wanted)), wanted)
  const left = fund - sum(paid)
  const returnedMicros = least(potMicros, left)
  const givenBack = shareOut(left - returnedMicros, losses)
  return {
    seats: nets.map((_, seat) => ({
      returnedMicros: stakeMicros - (losses[seat] ?? 0n) + (givenBack[seat] ?? 0n),
      rewardMicros: paid[seat] ?? 0n,
    })),
    returnedMicros,
  }
}

/** A reward is real; it is cut to millionths once, and from there on all is whole micro-credits. */
const REWARD_PARTS = 1_000_000

/** Of each seat, at the rate, before stake and pot cut it. */
function netMicrosOf({ rateMicros }: Stakes, state: Pick<GameState, 'taken' | 'first' | 'said'>): bigint[] {
  const rewards = rewardsOf(state)
  return Array.from({ length: state.taken }, (_, seat) => {
    const reward = state.said.reduce(
      (total, { place }, turn) => (place === seat + 1 ? total + (rewards[turn] ?? 0) : total),
      0,
    )
    return (BigInt(Math.trunc(reward * REWARD_PARTS)) * rateMicros) / BigInt(REWARD_PARTS)
  })
}

/** An amount, no more than the weights together, shared by weight in whole micro-credits: all of it, and to nobody more than their weight. */
function shareOut(amount: bigint, weights: readonly bigint[]): bigint[] {
  const whole = sum(weights)
  if (whole === 0n) return weights.map(() => 0n)
  const upTo = (seats: number) => (amount * sum(weights.slice(0, seats))) / whole
  return weights.map((_, seat) => upTo(seat + 1) - upTo(seat))
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)
const least = (one: bigint, other: bigint) => (one < other ? one : other)
