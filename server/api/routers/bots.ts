import * as z from 'zod'
import {
  botInputSchema,
  botRunViewSchema,
  botViewSchema,
  createBotSchema,
  removedBotSchema,
} from '../../contract/bots'
import { priceMoveSchema } from '../../contract/price-by-demand'
import { answerQueuedSchema, queuedResultSchema, queuedSchema } from '../../contract/queue'
import {
  boughtOfferSchema,
  ownQuestionSchema,
  ownRehearsalSchema,
  rehearsableSchema,
  rehearsalSchema,
} from '../../contract/rehearsal'
import { newSecretSchema, webhookTestSchema, webhookViewSchema } from '../../contract/webhook'
import { createBot, listBotRuns, listBots, pauseBot, viewBot } from '../../sellers/bots/bots'
import { listBoughtOffers } from '../../sellers/bots/bought-offers'
import { removeBot } from '../../sellers/bots/remove-bot'
import { updateBot } from '../../sellers/bots/update-bot'
import { listPriceMoves } from '../../sellers/demand/follow-demand'
import { answerQueued, listQueue } from '../../sellers/queue/queue'
import { listRehearsable, rehearse, rehearseOwn } from '../../sellers/rehearsal/rehearse'
import { rotateSecret, testWebhook, viewWebhook } from '../../sellers/webhook/manage'
import { idSchema } from '../../shared/text'
import { botProcedure, limited, protectedProcedure, publicProcedure, router } from '../trpc'

const botIdSchema = z.object({ botId: idSchema() })

export const botsRouter = router({
  list: publicProcedure('read')
    .input(z.object({ mine: z.boolean() }))
    .output(z.array(botViewSchema))
    .query(({ ctx: { deps, user }, input }) => listBots(deps, user?.id ?? null, input)),

  view: publicProcedure('read')
    .input(botIdSchema)
    .output(botViewSchema)
    .query(({ ctx: { deps, user }, input }) => viewBot(deps, user?.id ?? null, input.botId)),

  bought: publicProcedure('read')
    .input(botIdSchema)
    .output(z.array(boughtOfferSchema))
    .query(({ ctx: { deps }, input }) => listBoughtOffers(deps.db, input.botId)),

  /** How the price of a bot that follows demand moved. */
  priceMoves: publicProcedure('read')
    .input(botIdSchema)
    .output(z.array(priceMoveSchema))
    .query(({ ctx: { deps, user }, input }) => listPriceMoves(deps.db, user?.id ?? null, input.botId)),

  create: protectedProcedure('sell')
    .input(createBotSchema)
    .output(botIdSchema.extend({ secret: z.string().nullable() }))
    .mutation(({ ctx: { deps, user }, input }) => createBot(deps, user.id, input)),

  update: protectedProcedure('sell')
    .input(botIdSchema.extend({ bot: botInputSchema }))
    .output(botIdSchema)
    .mutation(({ ctx: { deps, user }, input }) => updateBot(deps, user.id, input)),

  pause: protectedProcedure('sell')
    .input(botIdSchema.extend({ isPaused: z.boolean() }))
    .output(botIdSchema)
    .mutation(({ ctx: { deps, user }, input }) => pauseBot(deps, user.id, input)),

  remove: protectedProcedure('sell')
    .input(botIdSchema)
    .output(removedBotSchema)
    .mutation(({ ctx: { deps, user }, input }) => removeBot(deps, user.id, input)),

  runs: botProcedure('read')
    .input(botIdSchema)
    .output(z.array(botRunViewSchema))
    .query(({ ctx: { deps, user }, input }) => listBotRuns(deps.db, user.id, input.botId)),

  /** What waits for a `queue` bot: its program asks for it. */
  queue: botProcedure('sell')
    .input(botIdSchema)
    .output(z.array(queuedSchema))
    .query(({ ctx: { deps, user }, input }) => listQueue(deps, user.id, input.botId)),

  answerQueued: botProcedure('sell')
    .input(answerQueuedSchema)
    .output(queuedResultSchema)
    .mutation(({ ctx: { deps, user }, input }) => answerQueued(deps, user.id, input)),

  webhook: protectedProcedure('sell')
    .input(botIdSchema)
    .output(webhookViewSchema)
    .query(({ ctx: { deps, user }, input }) => viewWebhook(deps, user.id, input.botId)),

  testWebhook: protectedProcedure('sell')
    .use(limited('rehearse'))
    .input(botIdSchema)
    .output(webhookTestSchema)
    .mutation(({ ctx: { deps, user }, input }) => testWebhook(deps, user.id, input.botId)),

  rotateSecret: protectedProcedure('sell')
    .input(botIdSchema)
    .output(newSecretSchema)
    .mutation(({ ctx: { deps, user }, input }) => rotateSecret(deps, user.id, input.botId)),

  rehearsable: protectedProcedure('read')
    .input(botIdSchema)
    .output(z.array(rehearsableSchema))
    .query(({ ctx: { deps, user }, input }) => listRehearsable(deps, user.id, input.botId)),

  rehearse: protectedProcedure('sell')
    .use(limited('rehearse'))
    .input(botIdSchema.extend({ contextId: idSchema() }))
    .output(rehearsalSchema)
    .mutation(({ ctx: { deps, user }, input }) => rehearse(deps, user.id, input)),

  rehearseOwn: protectedProcedure('sell')
    .use(limited('rehearse'))
    .input(ownQuestionSchema)
    .output(ownRehearsalSchema)
    .mutation(({ ctx: { deps, user }, input }) => rehearseOwn(deps, user.id, input)),
})
