import {
  claimIdSchema,
  saidTheSameSchema,
  sameClaimsSchema,
  sayTheSameSchema,
} from '../../contract/same-claims'
import { partClaim, sayTheSame } from '../../market/same-claims/say-the-same'
import { viewSame } from '../../market/same-claims/view-same'
import { protectedProcedure, publicProcedure, router } from '../trpc'

export const sameClaimsRouter = router({
  view: publicProcedure('read')
    .input(claimIdSchema)
    .output(sameClaimsSchema)
    .query(({ ctx: { deps, user }, input }) => viewSame(deps.db, user?.id ?? null, input.questionId)),

  say: protectedProcedure('decide')
    .input(sayTheSameSchema)
    .output(saidTheSameSchema)
    .mutation(({ ctx: { deps, user }, input }) => sayTheSame(deps, user.id, input)),

  part: protectedProcedure('moderate')
    .input(claimIdSchema)
    .mutation(({ ctx: { deps, user }, input }) => partClaim(deps, user.id, input.questionId)),
})
