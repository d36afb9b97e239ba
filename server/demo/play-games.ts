import type { SeedGame } from '@/db/seed/types'
import { openGameSchema } from '../contract/games'
import type { Deps } from '../deps'
import { joinGame, judgeGame, moveInGame, openGame } from '../games/play-game'
import { creditsOf, demoId } from './demo-people'

const SECONDS_PER_DAY = 86_400

/** Plays a game of the demo from its first seat to its end, in the name of its people. @throws AppError as the functions of games. */
export async function playGame(deps: Deps, game: SeedGame): Promise<void> {
  const { key, asker, title, body, claim, first, players, turns } = game
  const stakeMicros = creditsOf('1')
  const { gameId } = await openGame(
    deps,
    demoId(asker),
    openGameSchema.parse({
      ...{ title, body, decision: { kind: 'belief', claim } },
      ...{ evaluator: 'asker', first: { kind: 'belief', probability: first } },
      ...{ seats: players.length, turnsMost: turns.length + 1, turnSeconds: SECONDS_PER_DAY },
      ...{ potMicros: creditsOf('2'), stakeMicros, rateMicros: creditsOf('1') },
      requestKey: `demo-game-${key}`,
    }),
  )
  for (const player of players) await joinGame(deps, demoId(player), { gameId, botId: null, stakeMicros })
  const seatOf = (turn: number) => demoId(players[turn % players.length] ?? '')
  for (const [turn, { text, leads }] of turns.entries()) {
    const number = turn + 1
    await moveInGame(deps, seatOf(turn), { gameId, botId: null, number, text })
    const recommended = { kind: 'belief', probability: leads } as const
    await judgeGame(deps, demoId(asker), { gameId, number, recommended })
  }
  await moveInGame(deps, seatOf(turns.length), { gameId, botId: null, number: turns.length + 1, text: null })
}
