import { z } from 'zod'
import { createBot, listBotRuns, listBots, pauseBot } from '../../sellers/bots'
import { botRunViewSchema, botViewSchema, createBotSchema } from '../../sellers/contract'
import { protectedProcedure, publicProcedure, router } from '../trpc'

const botIdSchema = z.object({ botId: z.string() })

export const botsRouter = router({
  list: publicProcedure
    .input(z.object({ mine: z.boolean() }))
    .output(z.array(botViewSchema))
    .query(({ ctx: { deps, user }, input }) => listBots(deps, user?.id ?? null, input)),

  create: protectedProcedure
    .input(createBotSchema)
    .output(botIdSchema)
    .mutation(({ ctx: { deps, user }, input }) => createBot(deps, user.id, input)),

  pause: protectedProcedure
    .input(botIdSchema.extend({ isPaused: z.boolean() }))
    .output(botIdSchema)
    .mutation(({ ctx: { deps, user }, input }) => pauseBot(deps, user.id, input)),

  runs: protectedProcedure
    .input(botIdSchema)
    .output(z.array(botRunViewSchema))
    .query(({ ctx: { deps, user }, input }) => listBotRuns(deps.db, user.id, input.botId)),
})
