import * as z from 'zod'
import { proofSchema } from '../../contract/auth'
import {
  addInboxWebhookSchema,
  changeInboxWebhookSchema,
  inboxWebhookIdSchema,
  inboxWebhookSchema,
  inboxWebhookTestSchema,
  newInboxSecretSchema,
} from '../../contract/inbox-webhooks'
import {
  addInboxWebhook,
  changeInboxWebhook,
  listInboxWebhooks,
  removeInboxWebhook,
  rotateInboxSecret,
  testInboxWebhook,
} from '../../inbox-webhooks/manage'
import { guessesPassword, limited, protectedProcedure, router } from '../trpc'

/** Servers of somebody's own that are told what their inbox is told. For its owner in person: no key sends their news on. */
export const webhooksRouter = router({
  list: protectedProcedure('account')
    .output(z.array(inboxWebhookSchema))
    .query(({ ctx: { deps, user } }) => listInboxWebhooks(deps, user.id)),

  add: protectedProcedure('account')
    .input(addInboxWebhookSchema)
    .use(guessesPassword)
    .output(newInboxSecretSchema)
    .mutation(({ ctx, input }) =>
      addInboxWebhook(ctx.deps, { ...input, userId: ctx.user.id, sessionId: ctx.sessionId }),
    ),

  change: protectedProcedure('account')
    .input(changeInboxWebhookSchema)
    .mutation(({ ctx: { deps, user }, input }) => changeInboxWebhook(deps, user.id, input)),

  remove: protectedProcedure('account')
    .input(inboxWebhookIdSchema)
    .mutation(({ ctx: { deps, user }, input }) => removeInboxWebhook(deps, user.id, input.id)),

  rotateSecret: protectedProcedure('account')
    .input(inboxWebhookIdSchema.extend(proofSchema.shape))
    .use(guessesPassword)
    .output(newInboxSecretSchema)
    .mutation(({ ctx, input }) =>
      rotateInboxSecret(ctx.deps, { ...input, userId: ctx.user.id, sessionId: ctx.sessionId }),
    ),

  test: protectedProcedure('account')
    .use(limited('rehearse'))
    .input(inboxWebhookIdSchema)
    .output(inboxWebhookTestSchema)
    .mutation(({ ctx: { deps, user }, input }) => testInboxWebhook(deps, user.id, input.id)),
})
