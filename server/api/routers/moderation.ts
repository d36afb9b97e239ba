import * as z from 'zod'
import {
  appealSchema,
  caseSchema,
  decideAppealSchema,
  decideCaseSchema,
  flagSchema,
  moderationLogInput,
  moderationLogSchema,
  muteSchema,
  ownModerationSchema,
  suspendSchema,
} from '../../contract/moderation'
import { appeal, decideAppeal, decideCase, raiseFlag } from '../../market/moderation/cases'
import { mutePerson } from '../../market/moderation/mutes'
import { listQueue, readModerationLog, readOwnModeration } from '../../market/moderation/read-cases'
import { liftSuspension, suspendRight } from '../../market/moderation/suspend'
import { idSchema } from '../../shared/text'
import { protectedProcedure, publicProcedure, router } from '../trpc'

export const moderationRouter = router({
  flag: protectedProcedure('flag')
    .input(flagSchema)
    .output(z.object({ caseId: z.string() }))
    .mutation(({ ctx: { deps, user }, input }) => raiseFlag(deps, user.id, input)),

  /** What moderation has to do with the signed-in person; no input names whose it is. */
  own: protectedProcedure('account')
    .output(ownModerationSchema)
    .query(({ ctx: { deps, user } }) => readOwnModeration(deps.db, user.id)),

  appeal: protectedProcedure('account')
    .input(appealSchema)
    .mutation(({ ctx: { deps, user }, input }) => appeal(deps, user.id, input)),

  mute: protectedProcedure('account')
    .input(muteSchema)
    .mutation(({ ctx: { deps, user }, input }) => mutePerson(deps, user.id, input)),

  log: publicProcedure('read')
    .input(moderationLogInput)
    .output(moderationLogSchema)
    .query(({ ctx: { deps }, input }) => readModerationLog(deps.db, input)),

  queue: protectedProcedure('moderate')
    .output(z.array(caseSchema))
    .query(({ ctx: { deps } }) => listQueue(deps.db)),

  decide: protectedProcedure('moderate')
    .input(decideCaseSchema)
    .mutation(({ ctx: { deps, user }, input }) => decideCase(deps, user.id, input)),

  decideAppeal: protectedProcedure('moderate')
    .input(decideAppealSchema)
    .mutation(({ ctx: { deps, user }, input }) => decideAppeal(deps, user.id, input)),

  suspend: protectedProcedure('moderate')
    .input(suspendSchema)
    .output(z.object({ id: z.string() }))
    .mutation(({ ctx: { deps, user }, input }) => suspendRight(deps, user.id, input)),

  lift: protectedProcedure('moderate')
    .input(z.object({ id: idSchema() }))
    .mutation(({ ctx: { deps, user }, input }) => liftSuspension(deps, user.id, input.id)),
})
