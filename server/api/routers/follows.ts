import * as z from 'zod'
import { followedSchema, followStateSchema, ownFollowSchema, setFollowSchema } from '../../contract/follows'
import { listFollows, readFollow, setFollow } from '../../market/following/follow'
import { protectedProcedure, publicProcedure, router } from '../trpc'

/** Questions, people, pages and tags that somebody wants to hear of. */
export const followsRouter = router({
  view: publicProcedure('read')
    .input(followedSchema)
    .output(followStateSchema)
    .query(({ ctx: { deps, user }, input }) => readFollow(deps.db, user?.id ?? null, input)),

  list: protectedProcedure('read')
    .output(z.array(ownFollowSchema))
    .query(({ ctx: { deps, user } }) => listFollows(deps.db, user.id)),

  set: protectedProcedure('account')
    .input(setFollowSchema)
    .output(followStateSchema)
    .mutation(({ ctx: { deps, user }, input }) => setFollow(deps, user.id, input)),
})
