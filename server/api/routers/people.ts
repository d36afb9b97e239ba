import { z } from 'zod'
import { changePassword, signsInBy } from '../../auth/change-password'
import { editProfile, signInOptions } from '../../auth/people'
import { register } from '../../auth/register'
import { countSessions, endAllSessions } from '../../auth/sessions'
import {
  changePasswordSchema,
  editProfileSchema,
  handleSchema,
  meSchema,
  registerSchema,
  signInOptionsSchema,
  signsInBySchema,
} from '../../contract/auth'
import { profileSchema } from '../../contract/market'
import { viewProfile } from '../../market/profile'
import { guessesPassword, limited, protectedProcedure, publicProcedure, router } from '../trpc'

export const peopleRouter = router({
  me: publicProcedure.output(meSchema.nullable()).query(({ ctx }) => ctx.user),

  signInOptions: publicProcedure.output(signInOptionsSchema).query(({ ctx }) => signInOptions(ctx.deps)),

  register: publicProcedure
    .use(limited('register'))
    .input(registerSchema)
    .output(z.object({ userId: z.string(), handle: z.string() }))
    .mutation(({ ctx, input }) => register(ctx.deps, input)),

  sessions: protectedProcedure
    .output(z.object({ open: z.int() }))
    .query(async ({ ctx }) => ({ open: await countSessions(ctx.deps, ctx.user.id) })),

  signOutEverywhere: protectedProcedure
    .output(z.object({ ended: z.int() }))
    .mutation(async ({ ctx }) => ({ ended: await endAllSessions(ctx.deps, ctx.user.id) })),

  signsInBy: protectedProcedure.output(signsInBySchema).query(({ ctx }) => signsInBy(ctx.deps, ctx.user.id)),

  changePassword: protectedProcedure
    .input(changePasswordSchema)
    .use(guessesPassword)
    .output(z.object({ ended: z.int() }))
    .mutation(({ ctx, input }) =>
      changePassword(ctx.deps, { ...input, userId: ctx.user.id, sessionId: ctx.sessionId }),
    ),

  profile: publicProcedure
    .input(z.object({ handle: handleSchema }))
    .output(profileSchema)
    .query(({ ctx, input }) => viewProfile(ctx.deps, ctx.user?.id ?? null, input.handle)),

  editProfile: protectedProcedure
    .input(editProfileSchema)
    .mutation(({ ctx, input }) => editProfile(ctx.deps, { ...input, userId: ctx.user.id })),
})
