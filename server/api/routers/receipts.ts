import * as z from 'zod'
import { signedReceiptSchema } from '../../contract/receipt'
import { receiptOfOffer, receiptOfTree } from '../../receipts/receipt'
import { idSchema } from '../../shared/text'
import { publicProcedure, router } from '../trpc'

export const receiptsRouter = router({
  /** Of a whole tree that has ended. */
  tree: publicProcedure('read')
    .input(z.object({ rootId: idSchema() }))
    .output(signedReceiptSchema)
    .query(({ ctx: { deps, user }, input }) => receiptOfTree(deps, user?.id ?? null, input.rootId)),

  /** Of one purchase; and for its seller of an offer that was not bought. */
  offer: publicProcedure('read')
    .input(z.object({ offerId: idSchema() }))
    .output(signedReceiptSchema)
    .query(({ ctx: { deps, user }, input }) => receiptOfOffer(deps, user?.id ?? null, input.offerId)),
})
