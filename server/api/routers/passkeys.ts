import * as z from 'zod'
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  listPasskeys,
  removePasskey,
  renamePasskey,
} from '../../auth/passkeys'
import { proofSchema } from '../../contract/auth'
import {
  newPasskeySchema,
  passkeyCreationSchema,
  passkeyIdSchema,
  passkeyNameSchema,
  passkeyRequestSchema,
  passkeySchema,
} from '../../contract/passkeys'
import { guessesPassword, limited, protectedProcedure, publicProcedure, router } from '../trpc'

/** One's own passkeys; signing in with one ends at next-auth (`server/api/next-auth.ts`). */
export const passkeysRouter = router({
  list: protectedProcedure('account')
    .output(z.array(passkeySchema))
    .query(({ ctx }) => listPasskeys(ctx.deps.db, ctx.user.id)),

  begin: protectedProcedure('account')
    .use(limited('challenge'))
    .input(proofSchema)
    .use(guessesPassword)
    .output(passkeyCreationSchema)
    .mutation(({ ctx, input }) =>
      beginPasskey(ctx.deps, { ...input, userId: ctx.user.id, sessionId: ctx.sessionId }),
    ),

  add: protectedProcedure('account')
    .input(newPasskeySchema)
    .output(passkeySchema)
    .mutation(({ ctx, input }) => addPasskey(ctx.deps, { ...input, userId: ctx.user.id })),

  rename: protectedProcedure('account')
    .input(z.object({ id: passkeyIdSchema, name: passkeyNameSchema }))
    .mutation(({ ctx, input }) => renamePasskey(ctx.deps.db, { ...input, userId: ctx.user.id })),

  remove: protectedProcedure('account')
    .input(proofSchema.extend({ id: passkeyIdSchema }))
    .use(guessesPassword)
    .mutation(({ ctx, input }) =>
      removePasskey(ctx.deps, { ...input, userId: ctx.user.id, sessionId: ctx.sessionId }),
    ),

  beginSignIn: publicProcedure('visit')
    .use(limited('challenge'))
    .output(passkeyRequestSchema)
    .mutation(({ ctx }) => beginPasskeySignIn(ctx.deps)),
})
