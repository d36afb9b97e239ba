import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ELO_START, type Game, gamesOf, ratingsAfter, shuffledRatings } from './elo'

const won = (winner: string, loser: string): Game => ({ winner, loser })

describe('Elo', () => {
  it('gives the vectors of the specification to four decimals', () => {
    expect(ratingsAfter([won('A', 'B')])).toEqual({ A: 1516, B: 1484 })
    const three = ratingsAfter([won('A', 'B'), won('A', 'B'), won('B', 'A')])
    expect(three.A).toBeCloseTo(1511.7471, 4)
    expect(three.B).toBeCloseTo(1488.2529, 4)
    const ring = ratingsAfter([won('A', 'B'), won('B', 'C'), won('A', 'C')])
    expect(ring.A).toBeCloseTo(1530.4969, 4)
    expect(ring.B).toBeCloseTo(1500.7363, 4)
    expect(ring.C).toBeCloseTo(1468.7668, 4)
  })

  it('moves points and makes none, whatever is played', () => {
    const player = fc.constantFrom('A', 'B', 'C', 'D')
    const game = fc.record({ winner: player, loser: player }).filter(({ winner, loser }) => winner !== loser)
    fc.assert(
      fc.property(fc.array(game, { minLength: 1 }), (games) => {
        const ratings = Object.values(ratingsAfter(games))
        const sum = ratings.reduce((total, rating) => total + rating, 0)
        expect(sum).toBeCloseTo(ELO_START * ratings.length, 6)
      }),
    )
  })

  it('averages over orders of the same games', () => {
    const games = gamesOf([{ player: 'A', other: 'B', wins: 3, games: 4 }])
    expect(games.filter(({ winner }) => winner === 'A')).toHaveLength(3)
    const spread = shuffledRatings(games, 7, 200)
    expect((spread.A?.mean ?? 0) + (spread.B?.mean ?? 0)).toBeCloseTo(2 * ELO_START, 6)
    expect(spread.A?.mean).toBeGreaterThan(ELO_START)
    expect(spread.A?.deviation).toBeGreaterThan(0)
    expect(shuffledRatings(games, 7, 200)).toEqual(spread)
    expect(shuffledRatings(games, 8, 200)).not.toEqual(spread)
  })
})
