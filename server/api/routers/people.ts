import * as z from 'zod'
import { changePassword, signsInBy } from '../../auth/change-password'
import { editProfile, signInOptions } from '../../auth/people'
import { register } from '../../auth/register'
import { signOutEverywhere } from '../../auth/sessions'
import {
  changePasswordSchema,
  editProfileSchema,
  handleSchema,
  meSchema,
  registerSchema,
  signInOptionsSchema,
  signsInBySchema,
} from '../../contract/auth'
import { profileSchema } from '../../contract/market-view'
import { viewProfile } from '../../market/profile'
import { guessesPassword, limited, protectedProcedure, publicProcedure, router } from '../trpc'

export const peopleRouter = router({
  me: publicProcedure('read')
    .output(meSchema.nullable())
    .query(({ ctx }) => ctx.user),

  signInOptions: publicProcedure('read')
    .output(signInOptionsSchema)
    .query(({ ctx }) => signInOptions(ctx.deps)),

  register: publicProcedure('visit')
    .use(limited('register'))
    .input(registerSchema)
    .output(z.object({ userId: z.string(), handle: z.string() }))
    .mutation(({ ctx, input }) => register(ctx.deps, input)),

  signOutEverywhere: protectedProcedure('account')
    .output(z.object({ ended: z.int() }))
    .mutation(({ ctx }) => signOutEverywhere(ctx.deps, ctx.user.id)),

  signsInBy: protectedProcedure('account')
    .output(signsInBySchema)
    .query(({ ctx }) => signsInBy(ctx.deps, ctx.user.id)),

  changePassword: protectedProcedure('account')
    .input(changePasswordSchema)
    .use(guessesPassword)
    .output(z.object({ ended: z.int() }))
    .mutation(({ ctx, input }) =>
      changePassword(ctx.deps, { ...input, userId: ctx.user.id, sessionId: ctx.sessionId }),
    ),

  profile: publicProcedure('read')
    .input(z.object({ handle: handleSchema }))
    .output(profileSchema)
    .query(({ ctx, input }) => viewProfile(ctx.deps, ctx.user?.id ?? null, input.handle)),

  editProfile: protectedProcedure('account')
    .input(editProfileSchema)
    .mutation(({ ctx, input }) => editProfile(ctx.deps, { ...input, userId: ctx.user.id })),
})
