import { asc, eq } from 'drizzle-orm'
import type { Db, Tx } from '@/db/client'
import { type GameRow, type GameSeatRow, type GameTurnRow, gameSeats, games, gameTurns } from '@/db/schema'
import type { GameState, SaidTurn } from './rules'

/** A game with all that happened in it. */
export type GameRows = { game: GameRow; seats: GameSeatRow[]; turns: GameTurnRow[] }

/** Null when there is none. With `isLocked` nobody else moves it until the transaction ends. */
export async function readGame(
  db: Db | Tx,
  gameId: string,
  { isLocked = false }: { isLocked?: boolean } = {},
): Promise<GameRows | null> {
  const found = db.select().from(games).where(eq(games.id, gameId))
  const [game] = await (isLocked ? found.for('update') : found)
  if (!game) return null
  const seats = await db
    .select()
    .from(gameSeats)
    .where(eq(gameSeats.gameId, gameId))
    .orderBy(asc(gameSeats.place))
  const turns = await db
    .select()
    .from(gameTurns)
    .where(eq(gameTurns.gameId, gameId))
    .orderBy(asc(gameTurns.number))
  return { game, seats, turns }
}

/** The turns that said something. */
export const saidIn = ({ turns }: Pick<GameRows, 'turns'>): SaidTurn[] =>
  turns.filter(({ kind }) => kind === 'said').map(({ place, recommended }) => ({ place, recommended }))

export function stateOf({ game, seats, turns }: GameRows): GameState {
  return {
    phase: game.phase,
    ending: game.ending,
    taken: seats.length,
    first: game.first,
    said: saidIn({ turns }),
  }
}
