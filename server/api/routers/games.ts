import * as z from 'zod'
import type { Me } from '../../contract/auth'
import {
  exportGamesSchema,
  gameLineSchema,
  gamePageSchema,
  gameViewSchema,
  joinGameSchema,
  judgeGameSchema,
  listGamesSchema,
  moveInGameSchema,
  openGameSchema,
  viewGameSchema,
} from '../../contract/games'
import type { Deps } from '../../deps'
import { callOffGame, joinGame, judgeGame, moveInGame, openGame } from '../../games/play-game'
import { exportGames, type GameViewer, listGames, viewGame } from '../../games/view-game'
import { botProcedure, protectedProcedure, publicProcedure, router } from '../trpc'

const viewerOf = ({ actor }: Deps, user: Me | null): GameViewer => ({
  personId: user?.id ?? null,
  botId: actor.botId,
})

const gameIdOut = z.object({ gameId: z.string() })

export const gamesRouter = router({
  list: publicProcedure('read')
    .input(listGamesSchema)
    .output(gamePageSchema)
    .query(({ ctx: { deps, user }, input }) => listGames(deps, viewerOf(deps, user), input)),

  view: publicProcedure('read')
    .input(viewGameSchema)
    .output(gameViewSchema)
    .query(({ ctx: { deps, user }, input }) => viewGame(deps, viewerOf(deps, user), input.gameId)),

  /** For training: turns with their rewards. */
  export: publicProcedure('read')
    .input(exportGamesSchema)
    .output(z.array(gameLineSchema))
    .query(({ ctx: { deps, user }, input }) => exportGames(deps, viewerOf(deps, user), input)),

  open: protectedProcedure('ask', 'spend')
    .input(openGameSchema)
    .output(gameIdOut)
    .mutation(({ ctx: { deps, user }, input }) => openGame(deps, user.id, input)),

  callOff: protectedProcedure('ask')
    .input(viewGameSchema)
    .output(gameIdOut)
    .mutation(({ ctx: { deps, user }, input }) => callOffGame(deps, user.id, input.gameId)),

  judge: protectedProcedure('decide')
    .input(judgeGameSchema)
    .output(gameIdOut)
    .mutation(({ ctx: { deps, user }, input }) => judgeGame(deps, user.id, input)),

  /** Also for a bot of one's own: its stake is its owner's. */
  join: protectedProcedure('sell', 'spend')
    .input(joinGameSchema)
    .output(gameIdOut.extend({ place: z.int() }))
    .mutation(({ ctx: { deps, user }, input }) => joinGame(deps, user.id, input)),

  /** The key of a bot plays as that bot. */
  move: botProcedure('sell')
    .input(moveInGameSchema)
    .output(gameIdOut.extend({ number: z.int() }))
    .mutation(({ ctx: { deps, user }, input }) =>
      moveInGame(deps, user.id, { ...input, botId: input.botId ?? deps.actor.botId }),
    ),
})
