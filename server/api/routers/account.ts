import * as z from 'zod'
import { viewAccount } from '../../auth/account'
import { openLink } from '../../auth/account-mail'
import { sendVerification, verifyEmail } from '../../auth/emails'
import { finishRegistration, startRegistration } from '../../auth/register'
import { askForReset, resetPassword } from '../../auth/reset-password'
import { endOwnSession, listSessions, signOutElsewhere } from '../../auth/sessions'
import {
  accountSchema,
  changeEmailSchema,
  emailSchema,
  finishRegistrationSchema,
  linkTokenSchema,
  loginSchema,
  openedLinkSchema,
  resetPasswordSchema,
  startRegistrationSchema,
} from '../../contract/auth'
import { deleteAccountSchema, deletionSchema } from '../../contract/own-data'
import { deleteAccount } from '../../own-data/delete-account'
import { viewDeletion } from '../../own-data/what-waits'
import { idSchema } from '../../shared/text'
import { guessesPassword, limited, mailsTo, protectedProcedure, publicProcedure, router } from '../trpc'

/** Ways into an account: links by mail, logins. Nothing here says whether somebody has an e-mail. */
export const accountRouter = router({
  view: protectedProcedure('account')
    .output(accountSchema)
    .query(({ ctx }) => viewAccount(ctx.deps, { userId: ctx.user.id, sessionId: ctx.sessionId })),

  startRegistration: publicProcedure('visit')
    .use(limited('askMail'))
    .input(startRegistrationSchema)
    .use(mailsTo)
    .mutation(({ ctx, input }) => startRegistration(ctx.deps, input)),

  finishRegistration: publicProcedure('visit')
    .use(limited('register'))
    .input(finishRegistrationSchema)
    .output(z.object({ email: z.string(), path: z.string() }))
    .mutation(({ ctx, input }) => finishRegistration(ctx.deps, input)),

  /** A mutation, though it changes nothing: what a link carries belongs in no address. */
  openLink: publicProcedure('visit')
    .input(z.object({ token: linkTokenSchema }))
    .output(openedLinkSchema)
    .mutation(({ ctx, input }) => openLink(ctx.deps, input.token)),

  askForReset: publicProcedure('visit')
    .use(limited('askMail'))
    .input(z.object({ email: emailSchema }))
    .use(mailsTo)
    .mutation(({ ctx, input }) => askForReset(ctx.deps, input.email)),

  resetPassword: publicProcedure('visit')
    .use(limited('signIn'))
    .input(resetPasswordSchema)
    .output(z.object({ email: z.string() }))
    .mutation(({ ctx, input }) => resetPassword(ctx.deps, input)),

  sendVerification: protectedProcedure('account')
    .use(limited('askMail'))
    .input(changeEmailSchema)
    .use(mailsTo)
    .use(guessesPassword)
    .mutation(({ ctx, input }) =>
      sendVerification(ctx.deps, { ...input, userId: ctx.user.id, sessionId: ctx.sessionId }),
    ),

  verifyEmail: protectedProcedure('account')
    .input(z.object({ token: linkTokenSchema }))
    .output(z.object({ email: z.string() }))
    .mutation(({ ctx, input }) => verifyEmail(ctx.deps, { ...input, userId: ctx.user.id })),

  /** What deleting it takes along, what stays, and what it waits for. */
  deletion: protectedProcedure('account')
    .output(deletionSchema)
    .query(({ ctx }) => viewDeletion(ctx.deps.db, ctx.user.id)),

  delete: protectedProcedure('account')
    .input(deleteAccountSchema)
    .use(guessesPassword)
    .mutation(({ ctx, input }) =>
      deleteAccount(ctx.deps, { ...input, userId: ctx.user.id, sessionId: ctx.sessionId }),
    ),

  sessions: protectedProcedure('account')
    .output(z.array(loginSchema))
    .query(({ ctx }) => listSessions(ctx.deps, { userId: ctx.user.id, sessionId: ctx.sessionId })),

  endSession: protectedProcedure('account')
    .input(z.object({ id: idSchema() }))
    .mutation(({ ctx, input }) => endOwnSession(ctx.deps, { ...input, userId: ctx.user.id })),

  endOtherSessions: protectedProcedure('account')
    .output(z.object({ ended: z.int() }))
    .mutation(({ ctx }) => signOutElsewhere(ctx.deps, { userId: ctx.user.id, sessionId: ctx.sessionId })),
})
