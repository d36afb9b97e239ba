import * as z from 'zod'
import { answerRequestSchema, ownerRequestSchema, spendRequestSchema } from '../../contract/spend-requests'
import { SPEND_ON_YES } from '../../inspection/engine/spend-on-yes'
import { answerRequest, listRequests, viewRequest } from '../../market/spend-requests'
import { idSchema } from '../../shared/text'
import { protectedProcedure, router } from '../trpc'

/** What programs would spend above the threshold of their keys: they read how it stands, their owner says yes or no. */
export const requestsRouter = router({
  view: protectedProcedure('spend')
    .input(z.object({ requestId: idSchema() }))
    .output(spendRequestSchema)
    .query(({ ctx: { deps, user }, input }) => viewRequest(deps, user.id, input.requestId)),

  list: protectedProcedure('account')
    .output(z.array(ownerRequestSchema))
    .query(({ ctx: { deps, user } }) => listRequests(deps, user.id)),

  answer: protectedProcedure('account')
    .input(answerRequestSchema)
    .output(spendRequestSchema)
    .mutation(({ ctx: { deps, user }, input }) => answerRequest(deps, user.id, input, SPEND_ON_YES)),
})
