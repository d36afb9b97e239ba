import * as z from 'zod'
import {
  answerComplaintSchema,
  decideComplaintSchema,
  fileComplaintSchema,
  saleViewSchema,
  waitingComplaintSchema,
} from '../../contract/complaints'
import { answerComplaint, decideComplaint, fileComplaint } from '../../market/complaints/complaints'
import { listWaiting, readContested, viewSale } from '../../market/complaints/sale-view'
import { idSchema } from '../../shared/text'
import { protectedProcedure, router } from '../trpc'

const offerIdSchema = z.object({ offerId: idSchema() })

export const complaintsRouter = router({
  /** A purchase with what is said against it, for its two sides and for moderators. */
  view: protectedProcedure('read')
    .input(offerIdSchema)
    .output(saleViewSchema)
    .query(({ ctx: { deps, user }, input }) =>
      viewSale(deps, { personId: user.id, isModerator: deps.actor.scopes.has('moderate') }, input.offerId),
    ),

  file: protectedProcedure('decide')
    .input(fileComplaintSchema)
    .output(offerIdSchema)
    .mutation(({ ctx: { deps, user }, input }) => fileComplaint(deps, user.id, input)),

  answer: protectedProcedure('sell')
    .input(answerComplaintSchema)
    .output(offerIdSchema)
    .mutation(({ ctx: { deps, user }, input }) => answerComplaint(deps, user.id, input)),

  waiting: protectedProcedure('moderate')
    .output(z.array(waitingComplaintSchema))
    .query(({ ctx: { deps } }) => listWaiting(deps.db)),

  /** The text it is about; that it was read is logged. */
  read: protectedProcedure('moderate')
    .input(offerIdSchema)
    .output(z.object({ privateInfo: z.string() }))
    .mutation(({ ctx: { deps, user }, input }) => readContested(deps, user.id, input.offerId)),

  decide: protectedProcedure('moderate')
    .input(decideComplaintSchema)
    .output(offerIdSchema)
    .mutation(({ ctx: { deps, user }, input }) => decideComplaint(deps, user.id, input)),
})
