import { mean, standardDeviation } from 'simple-statistics'
import { shuffled } from '@/server/shared/random'

/**
 * Elo ratings of players that are compared two at a time, averaged over many orders of the same games, because the order in
 * which games are counted changes the ratings. Source: "Language Models Can Reduce Asymmetry in Information Markets",
 * appendix B; constants from its notebooks.
 */

/** What every player starts with. */
export const ELO_START = 1_500
/** How many points one game can move at most. */
export const ELO_K = 32
/** Orders that the paper averages over. */
export const ELO_SHUFFLES = 1_000
/** A player this much stronger is expected to win ten games of eleven. */
const ELO_SCALE = 400

export type Game = { winner: string; loser: string }
export type Ratings = Readonly<Record<string, number>>
export type RatingSpread = Readonly<Record<string, { mean: number; deviation: number }>>

/** Share of games that a player rated `own` is expected to win against one rated `other`. */
export function expectedShare(own: number, other: number): number {
  return 1 / (1 + 10 ** ((other - own) / ELO_SCALE))
}

/** Ratings after the games, in the order given; both players of a game are moved from their ratings before it. */
export function ratingsAfter(games: readonly Game[]): Ratings {
  const ratings: Record<string, number> = {}
  for (const { winner, loser } of games) {
    const up = ratings[winner] ?? ELO_START
    const down = ratings[loser] ?? ELO_START
    const moved = ELO_K * (1 - expectedShare(up, down))
    ratings[winner] = up + moved
    ratings[loser] = down - moved
  }
  return ratings
}

/** Mean and standard deviation of each player's final rating over `shuffles` orders of the same games. */
export function shuffledRatings(
  games: readonly Game[],
  seed: number,
  shuffles: number = ELO_SHUFFLES,
): RatingSpread {
  const players = [...new Set(games.flatMap(({ winner, loser }) => [winner, loser]))].sort()
  const runs = Array.from({ length: shuffles }, (_, index) =>
    ratingsAfter(shuffled(games, seed * shuffles + index)),
  )
  return Object.fromEntries(
    players.map((player) => {
      const finals = runs.map((ratings) => ratings[player] ?? ELO_START)
      return [player, { mean: mean(finals), deviation: standardDeviation(finals) }]
    }),
  )
}

/** `wins` of `games` went to `player`, the others to `other`. */
export type Score = { player: string; other: string; wins: number; games: number }

/** The single games behind a table of scores. */
export function gamesOf(scores: readonly Score[]): Game[] {
  return scores.flatMap(({ player, other, wins, games }) =>
    Array.from({ length: games }, (_, index) =>
      index < wins ? { winner: player, loser: other } : { winner: other, loser: player },
    ),
  )
}
