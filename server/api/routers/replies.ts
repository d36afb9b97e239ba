import { nameSubjectSchema, repliesSchema, viewRepliesSchema, writeReplySchema } from '../../contract/replies'
import { viewReplies } from '../../market/replies/read-replies'
import { nameSubject, writeReply } from '../../market/replies/replies'
import { protectedProcedure, publicProcedure, router } from '../trpc'

export const repliesRouter = router({
  view: publicProcedure('read')
    .input(viewRepliesSchema)
    .output(repliesSchema)
    .query(({ ctx: { deps, user, actor }, input }) => {
      const viewer = { personId: user?.id ?? null, isModerator: actor.scopes.has('moderate') }
      return viewReplies(deps, viewer, input.questionId)
    }),

  /** The asker says whom the claim is about. */
  name: protectedProcedure('ask')
    .input(nameSubjectSchema)
    .mutation(({ ctx: { deps, user }, input }) => nameSubject(deps, user.id, { ...input, as: 'asker' })),

  nameInOffice: protectedProcedure('moderate')
    .input(nameSubjectSchema)
    .mutation(({ ctx: { deps, user }, input }) => nameSubject(deps, user.id, { ...input, as: 'moderator' })),

  write: protectedProcedure('decide')
    .input(writeReplySchema)
    .mutation(({ ctx: { deps, user }, input }) => writeReply(deps, user.id, input)),
})
