import * as z from 'zod'
import {
  askingSchema,
  botSellingSchema,
  judgeDraftSchema,
  judgementSchema,
  judgementsLeftSchema,
  ownOffersPageSchema,
  ownOffersSchema,
  sellingFiguresSchema,
  sellingScopeSchema,
  writersSchema,
} from '../../contract/selling'
import { judgeDraft, judgementsLeft } from '../../sellers/drafts/judge-draft'
import { botSelling } from '../../sellers/selling/bot-selling'
import { sellingFigures } from '../../sellers/selling/figures'
import { learnAsking } from '../../sellers/selling/learning'
import { listOwnOffers, listWriters } from '../../sellers/selling/own-offers'
import { idSchema } from '../../shared/text'
import { protectedProcedure, router } from '../trpc'

/** Always of the signed-in person: no input names whose offers they are. */
export const sellingRouter = router({
  figures: protectedProcedure('read')
    .input(sellingScopeSchema)
    .output(sellingFiguresSchema)
    .query(({ ctx: { deps, user }, input }) => sellingFigures(deps, user.id, input)),

  offers: protectedProcedure('read')
    .input(ownOffersSchema)
    .output(ownOffersPageSchema)
    .query(({ ctx: { deps, user }, input }) => listOwnOffers(deps.db, user.id, input)),

  writers: protectedProcedure('read')
    .output(writersSchema)
    .query(({ ctx: { deps, user } }) => listWriters(deps.db, user.id)),

  asking: protectedProcedure('read')
    .input(sellingScopeSchema)
    .output(z.array(askingSchema))
    .query(({ ctx: { deps, user }, input }) => learnAsking(deps.db, user.id, input)),

  bot: protectedProcedure('read')
    .input(sellingScopeSchema.omit({ by: true }).extend({ botId: idSchema() }))
    .output(botSellingSchema)
    .query(({ ctx: { deps, user }, input }) => botSelling(deps, user.id, input)),

  judgementsLeft: protectedProcedure('read')
    .output(judgementsLeftSchema)
    .query(({ ctx: { deps, user } }) => judgementsLeft(deps, user.id)),

  judgeDraft: protectedProcedure('sell')
    .input(judgeDraftSchema)
    .output(judgementSchema)
    .mutation(({ ctx: { deps, user }, input, signal }) =>
      judgeDraft(deps, user.id, input, signal ?? new AbortController().signal),
    ),
})
