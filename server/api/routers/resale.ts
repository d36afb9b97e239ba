import * as z from 'zod'
import { boughtAtResalePageSchema, buyResaleSchema, forResaleSchema } from '../../contract/resale'
import { listBoughtAtResale } from '../../market/resale/bought'
import { buyResale } from '../../market/resale/buy-resale'
import { forResaleOn } from '../../market/resale/for-resale'
import { spendOrRequest } from '../../market/spend-requests'
import { cursorSchema, idSchema } from '../../shared/text'
import { protectedProcedure, publicProcedure, router } from '../trpc'

export const resaleRouter = router({
  /** What of a published answer's sources can be bought now. */
  list: publicProcedure('read')
    .input(z.object({ rootId: idSchema() }))
    .output(z.array(forResaleSchema))
    .query(({ ctx: { deps, user }, input }) => forResaleOn(deps, user?.id ?? null, input.rootId)),

  buy: protectedProcedure('spend')
    .input(buyResaleSchema)
    .output(z.object({ resaleId: z.string(), rootId: z.string() }))
    .mutation(({ ctx: { deps, user }, input }) =>
      spendOrRequest(deps, user.id, { kind: 'resale', input, amountMicros: input.priceMicros }, () =>
        buyResale(deps, user.id, input),
      ),
    ),

  /** What the caller bought at resale, with its texts. */
  bought: protectedProcedure('read')
    .input(z.object({ cursor: cursorSchema().nullable().default(null) }))
    .output(boughtAtResalePageSchema)
    .query(({ ctx: { deps, user }, input }) => listBoughtAtResale(deps, user.id, input)),
})
