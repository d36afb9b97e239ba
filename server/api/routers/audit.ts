import { ownLog, wholeLog } from '../../audit/read-log'
import { auditAllSchema, auditFilterSchema, auditPageSchema } from '../../contract/audit'
import { protectedProcedure, router } from '../trpc'

export const auditRouter = router({
  /** What concerned the signed-in person; no input names whose it is. */
  own: protectedProcedure('account')
    .input(auditFilterSchema)
    .output(auditPageSchema)
    .query(({ ctx, input }) => ownLog(ctx.deps.db, { ...input, userId: ctx.user.id })),

  all: protectedProcedure('operate')
    .input(auditAllSchema)
    .output(auditPageSchema)
    .query(({ ctx, input }) => wholeLog(ctx.deps.db, { ...input, userId: ctx.user.id })),
})
