import * as z from 'zod'
import { licenceSchema } from '../../contract/licence'
import {
  changeOfferSchema,
  postOfferSchema,
  priceMicrosSchema,
  requestKeySchema,
} from '../../contract/market'
import { offerViewSchema } from '../../contract/market-view'
import { offerTextSchema } from '../../contract/offer-text'
import { buyUnseen } from '../../market/buy-unseen'
import { viewOffers } from '../../market/context-view'
import { changeOffer, postOffer, usualLicence, withdrawOffer } from '../../market/post-offer'
import { allowQuoting } from '../../market/quoting'
import { readOfferText } from '../../market/read-offer-text'
import { spendOrRequest } from '../../market/spend-requests'
import { idSchema } from '../../shared/text'
import { protectedProcedure, publicProcedure, router } from '../trpc'

const offerIdSchema = z.object({ offerId: idSchema() })

export const offersRouter = router({
  list: publicProcedure('read')
    .input(z.object({ contextId: idSchema() }))
    .output(z.array(offerViewSchema))
    .query(({ ctx: { deps, user }, input }) => viewOffers(deps, user?.id ?? null, input.contextId)),

  /** For who may read it; anybody else is told what it costs. */
  text: publicProcedure('read')
    .input(offerIdSchema)
    .output(offerTextSchema)
    .query(({ ctx: { deps, user }, input }) => readOfferText(deps, user?.id ?? null, input.offerId)),

  /** What the caller's last offer by hand allowed: the form begins with it. */
  usualLicence: protectedProcedure('read')
    .output(licenceSchema)
    .query(({ ctx: { deps, user } }) => usualLicence(deps, user.id)),

  post: protectedProcedure('sell')
    .input(postOfferSchema)
    .output(offerIdSchema)
    .mutation(({ ctx: { deps, user }, input }) => postOffer(deps, user.id, input)),

  change: protectedProcedure('sell')
    .input(changeOfferSchema)
    .output(offerIdSchema.extend({ version: z.int() }))
    .mutation(({ ctx: { deps, user }, input }) => changeOffer(deps, user.id, input)),

  /** Lets what was sold for the asker alone be quoted in public, for good. */
  allowQuoting: protectedProcedure('sell')
    .input(offerIdSchema)
    .output(offerIdSchema)
    .mutation(({ ctx: { deps, user }, input }) => allowQuoting(deps, user.id, input)),

  withdraw: protectedProcedure('sell')
    .input(offerIdSchema)
    .output(offerIdSchema)
    .mutation(({ ctx: { deps, user }, input }) => withdrawOffer(deps, user.id, input.offerId)),

  buyUnseen: protectedProcedure('spend')
    .input(
      z.object({
        offerId: idSchema(),
        version: z.int32(),
        priceMicros: priceMicrosSchema,
        requestKey: requestKeySchema,
      }),
    )
    .output(z.object({ purchaseId: z.string() }))
    .mutation(({ ctx: { deps, user }, input }) =>
      spendOrRequest(deps, user.id, { kind: 'buy', input, amountMicros: input.priceMicros }, () =>
        buyUnseen(deps, user.id, input),
      ),
    ),
})
