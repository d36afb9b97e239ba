import * as z from 'zod'
import { createKey, listKeys, revokeKey } from '../../auth/access-keys'
import { createKeySchema, keySchema, newKeySchema } from '../../contract/access-keys'
import { idSchema } from '../../shared/text'
import { guessesPassword, protectedProcedure, router } from '../trpc'

/** One's own keys for programs. A key makes and ends no others: that is for its owner in person. */
export const keysRouter = router({
  list: protectedProcedure('account')
    .output(z.array(keySchema))
    .query(({ ctx }) => listKeys(ctx.deps, ctx.user.id)),

  create: protectedProcedure('account')
    .input(createKeySchema)
    .use(guessesPassword)
    .output(newKeySchema)
    .mutation(({ ctx, input }) =>
      createKey(ctx.deps, { ...input, userId: ctx.user.id, sessionId: ctx.sessionId }),
    ),

  revoke: protectedProcedure('account')
    .input(z.object({ id: idSchema() }))
    .mutation(({ ctx, input }) => revokeKey(ctx.deps, { ...input, userId: ctx.user.id })),
})
