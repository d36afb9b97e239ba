import * as z from 'zod'
import { pendingSaleSchema } from '../../contract/complaints'
import { walletPageSchema, walletRowsSchema, walletSummarySchema } from '../../contract/ledger'
import { walletRows } from '../../ledger/queries'
import { viewWallet } from '../../ledger/wallet'
import { listPending } from '../../market/complaints/sale-view'
import { protectedProcedure, router } from '../trpc'

/** Always of the signed-in person: no input names whose wallet it is. */
export const walletRouter = router({
  summary: protectedProcedure('read')
    .output(walletSummarySchema)
    .query(({ ctx: { deps, user } }) => viewWallet(deps, user.id)),

  /** What is earned and waits. */
  pending: protectedProcedure('read')
    .output(z.array(pendingSaleSchema))
    .query(({ ctx: { deps, user } }) => listPending(deps.db, user.id)),

  rows: protectedProcedure('read')
    .input(walletRowsSchema)
    .output(walletPageSchema)
    .query(({ ctx, input }) => walletRows(ctx.deps.db, { ...input, userId: ctx.user.id })),
})
