import * as z from 'zod'
import { revokeKey } from '../../auth/access-keys'
import { listPrograms } from '../../auth/programs'
import {
  allowConnectionSchema,
  connectionAnswerSchema,
  connectionAskedSchema,
  connectionAskSchema,
  programSchema,
} from '../../contract/programs'
import { AppError } from '../../errors'
import { idSchema } from '../../shared/text'
import { allowAsk, refuseAsk, viewAsk } from '../oauth/consent'
import { type ApiContext, guessesPassword, protectedProcedure, router } from '../trpc'

/**
 * Only the browser that the program sent here answers: a link to the page of consent that somebody passes on would connect their program
 * to the account of whoever opens it. Pages of the market look at the cookie themselves.
 *
 * @throws AppError `programs.ask_not_found`.
 */
function requireSent({ call }: ApiContext, ask: string): void {
  if (call !== null && call.connecting !== ask) throw new AppError('programs.ask_not_found')
}

/** Programs that one connected to one's account, and the yes or no to one that asks. */
export const programsRouter = router({
  list: protectedProcedure('account')
    .output(z.array(programSchema))
    .query(({ ctx }) => listPrograms(ctx.deps, ctx.user.id)),

  asked: protectedProcedure('account')
    .input(connectionAskSchema)
    .output(connectionAskedSchema)
    .query(({ ctx, input }) => {
      requireSent(ctx, input.ask)
      return viewAsk(ctx.deps, ctx.user.id, input.ask)
    }),

  allow: protectedProcedure('account')
    .input(allowConnectionSchema)
    .use(guessesPassword)
    .output(connectionAnswerSchema)
    .mutation(({ ctx, input }) => {
      requireSent(ctx, input.ask)
      return allowAsk(ctx.deps, { ...input, userId: ctx.user.id, sessionId: ctx.sessionId })
    }),

  refuse: protectedProcedure('account')
    .input(connectionAskSchema)
    .output(connectionAnswerSchema)
    .mutation(({ ctx, input }) => {
      requireSent(ctx, input.ask)
      return refuseAsk(ctx.deps, input.ask)
    }),

  disconnect: protectedProcedure('account')
    .input(z.object({ id: idSchema() }))
    .mutation(({ ctx, input }) => revokeKey(ctx.deps, { ...input, userId: ctx.user.id })),
})
