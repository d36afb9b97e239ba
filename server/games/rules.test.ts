import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { GameRecommendation } from '../contract/games'
import {
  type GameMove,
  type GameRules,
  type GameState,
  placeToMove,
  play,
  rewardsOf,
  settle,
  startOf,
} from './rules'

const belief = (probability: number): GameRecommendation => ({ kind: 'belief', probability })
const choice = (...utilities: number[]): GameRecommendation => ({ kind: 'choice', utilities })

const RULES: GameRules = { evaluator: 'asker', seats: 3, turnsMost: 6 }

/** Every move must be one of the rules. */
function afterMoves(state: GameState, moves: readonly GameMove[], rules = RULES): GameState {
  return moves.reduce((now, move) => {
    const next = play(rules, now, move)
    if (typeof next === 'string') throw new Error(`${move.type}: ${next}`)
    return next
  }, state)
}

const JOIN: GameMove = { type: 'join' }
const seated = (first: GameRecommendation | null = belief(0.1)) =>
  afterMoves(startOf(first), [JOIN, JOIN, JOIN])
const turn = (place: number, recommended: GameRecommendation): GameMove[] => [
  { type: 'say', place },
  { type: 'judge', recommended },
]

describe('the rules of a game', () => {
  it('begin when every seat is taken, and go round by seats until somebody passes', () => {
    const start = seated()
    expect(start.phase).toBe('moving')
    expect(placeToMove(RULES, start)).toBe(1)
    const later = afterMoves(start, [
      ...turn(1, belief(0.4)),
      ...turn(2, belief(0.2)),
      ...turn(3, belief(0.3)),
    ])
    expect(placeToMove(RULES, later)).toBe(1)
    expect(afterMoves(later, [{ type: 'pass', place: 1 }])).toMatchObject({
      phase: 'ended',
      ending: 'passed',
    })
  })

  it('let the model say first what it recommends knowing nothing', () => {
    const start = seated(null)
    expect(start.phase).toBe('judging')
    const judged = afterMoves(start, [{ type: 'judge', recommended: belief(0.5) }])
    expect(judged).toMatchObject({ phase: 'moving', first: belief(0.5), said: [] })
  })

  it('end at the last turn, and where somebody’s time runs out', () => {
    const short = { ...RULES, turnsMost: 1 }
    expect(afterMoves(seated(), turn(1, belief(0.4)), short).ending).toBe('full')
    expect(afterMoves(seated(), [{ type: 'late' }]).ending).toBe('late')
    expect(afterMoves(startOf(belief(0.1)), [JOIN, { type: 'late' }]).ending).toBe('called-off')
    const unjudged = afterMoves(seated(), [{ type: 'say', place: 1 }, { type: 'late' }])
    expect(unjudged.ending).toBe('unjudged')
    expect(rewardsOf(unjudged)).toEqual([0])
  })

  it.each<[string, GameState, GameMove]>([
    ['not_seating', seated(), JOIN],
    ['not_your_turn', seated(), { type: 'say', place: 2 }],
    ['not_judging', seated(), { type: 'judge', recommended: belief(0.2) }],
    ['not_moving', startOf(belief(0.1)), { type: 'say', place: 1 }],
    ['has_begun', seated(), { type: 'callOff' }],
    [
      'other_kind',
      afterMoves(seated(), [{ type: 'say', place: 1 }]),
      { type: 'judge', recommended: choice(1, 2) },
    ],
    ['not_moving', afterMoves(seated(), [{ type: 'pass', place: 1 }]), { type: 'say', place: 1 }],
  ])('refuse with %s what is no move', (refusal, state, move) => {
    expect(play(RULES, state, move)).toBe(refusal)
  })
})

describe('rewards', () => {
  it('of Example 2.1: who says I₁ alone gains 0.449 bits, and loses 0.068 where I₂ corrects it', () => {
    const alone = afterMoves(seated(), [...turn(1, belief(0.4)), { type: 'pass', place: 2 }])
    const corrected = afterMoves(seated(), [
      ...turn(1, belief(0.4)),
      ...turn(2, belief(0.2)),
      { type: 'pass', place: 3 },
    ])
    expect(rewardsOf(alone)).toEqual([expect.closeTo(0.449, 3)])
    expect(rewardsOf(corrected)).toEqual([expect.closeTo(-0.068, 3), expect.closeTo(0.132, 3)])
  })

  it('of Example 6.1: I₁ is worth −1 once I₂ refutes it, and 1 again where I₃ defends it', () => {
    const zero = choice(1, 0)
    const one = choice(0, 1)
    const refuted = [...turn(1, one), ...turn(2, zero)]
    expect(rewardsOf(afterMoves(seated(zero), refuted))).toEqual([-1, 1])
    expect(rewardsOf(afterMoves(seated(zero), [...refuted, ...turn(3, one)]))).toEqual([1, -1, 1])
  })
})

describe('rewards of a probability', () => {
  it('count it as at least 0.001 and at most 0.999, the last one too, by the formula of docs/games.md', () => {
    const rewardOf = (before: number, after: number) =>
      rewardsOf({ first: belief(before), said: [{ place: 1, recommended: belief(after) }] })[0] ?? Number.NaN
    const cut = (x: number) => Math.min(0.999, Math.max(0.001, x))
    const worth = (x: number, last: number) =>
      cut(last) * Math.log2(cut(x)) + (1 - cut(last)) * Math.log2(1 - cut(x))
    for (const [before, after] of [
      [0.5, 0],
      [0.5, 1],
      [0, 1],
      [1, 0],
      [0.0004, 0.0001],
      [0.0004, 0.2],
      [0.4, 0.6],
    ] as const) {
      expect(rewardOf(before, after)).toBe(rewardOf(cut(before), cut(after)))
      expect(rewardOf(before, after)).toBeCloseTo(worth(after, after) - worth(before, after), 9)
      expect(Math.abs(rewardOf(before, after))).toBeLessThan(10)
    }
    expect(rewardOf(0, 1)).toBeCloseTo(9.944, 3)
  })
})

const probabilities = fc.double({ min: 0, max: 1, noNaN: true })
const micros = (most: number) => fc.integer({ min: 0, max: most }).map(BigInt)
const utilities = fc.array(fc.integer({ min: -10, max: 10 }), { minLength: 3, maxLength: 3 })
const trails = fc.oneof(
  fc.array(probabilities.map(belief), { minLength: 1, maxLength: 8 }),
  fc.array(
    utilities.map((each) => choice(...each)),
    { minLength: 1, maxLength: 8 },
  ),
)
const played = fc.record({
  trail: trails,
  seats: fc.integer({ min: 2, max: 5 }),
  potMicros: micros(5_000_000),
  stakeMicros: micros(2_000_000),
  rateMicros: micros(3_000_000).map((rate) => rate + 1n),
  isLastJudged: fc.boolean(),
})

const stateAfter = ({ trail: [first, ...rest], seats, isLastJudged }: Played): GameState => ({
  phase: 'ended',
  ending: 'passed',
  taken: seats,
  first: first ?? null,
  said: rest.map((recommended, turn) => ({
    place: (turn % seats) + 1,
    recommended: turn === rest.length - 1 && !isLastJudged ? null : recommended,
  })),
})
type Played = typeof played extends fc.Arbitrary<infer T> ? T : never

describe('what a game pays', () => {
  it('is what was laid down, all of it, and nobody loses more than the stake nor opens a game for a gain', () => {
    fc.assert(
      fc.property(played, (game) => {
        const settled = settle(game, stateAfter(game))
        const paid = settled.seats.map(({ returnedMicros, rewardMicros }) => returnedMicros + rewardMicros)
        const all = paid.reduce((sum, one) => sum + one, settled.returnedMicros)
        expect(all).toBe(game.potMicros + game.stakeMicros * BigInt(game.seats))
        expect(settled.returnedMicros >= 0n && settled.returnedMicros <= game.potMicros).toBe(true)
        for (const { returnedMicros, rewardMicros } of settled.seats) {
          expect(returnedMicros >= 0n && returnedMicros <= game.stakeMicros).toBe(true)
          expect(rewardMicros >= 0n).toBe(true)
          // Whoever loses is paid nothing.
          expect(rewardMicros === 0n || returnedMicros === game.stakeMicros).toBe(true)
        }
      }),
    )
  })

  it('follows rewards whose sum is what the last recommendation is worth above the first, never below zero', () => {
    fc.assert(
      fc.property(played, (game) => {
        const state = stateAfter({ ...game, isLastJudged: true })
        const whole = rewardsOf(state).reduce((sum, reward) => sum + reward, 0)
        expect(whole).toBeGreaterThanOrEqual(-1e-9)
        const [first] = game.trail
        const last = game.trail.at(-1)
        const direct = first && last ? rewardsOf({ first, said: [{ place: 1, recommended: last }] }) : [0]
        expect(whole).toBeCloseTo(direct[0] ?? 0, 9)
      }),
    )
  })

  it('is whole micro-credits of each reward where pot and stakes suffice', () => {
    const state = afterMoves(seated(), [
      ...turn(1, belief(0.4)),
      ...turn(2, belief(0.2)),
      { type: 'pass', place: 3 },
    ])
    const stakes = { potMicros: 1_000_000n, stakeMicros: 1_000_000n, rateMicros: 1_000_000n }
    expect(settle(stakes, state)).toEqual({
      seats: [
        { returnedMicros: 932_030n, rewardMicros: 0n },
        { returnedMicros: 1_000_000n, rewardMicros: 132_029n },
        { returnedMicros: 1_000_000n, rewardMicros: 0n },
      ],
      returnedMicros: 935_941n,
    })
  })
})
