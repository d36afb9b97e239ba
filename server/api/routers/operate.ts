import * as z from 'zod'
import { setRole } from '../../auth/roles'
import { handleSchema } from '../../contract/auth'
import {
  changeSettingSchema,
  claimSchema,
  dashboardSchema,
  giveRoleSchema,
  grantSchema,
  peoplePageSchema,
  peopleSchema,
  personSheetSchema,
  readingsPageSchema,
  readingsSchema,
  reverseSchema,
  settingsViewSchema,
  stoppedSchema,
  stopSchema,
} from '../../contract/operate'
import { AppError } from '../../errors'
import { changeSetting, viewSettings } from '../../operate/change-setting'
import { grantByHand, reverseTransfer } from '../../operate/credits'
import { readDashboard } from '../../operate/dashboard'
import { claimMarket, hasOperator } from '../../operate/first-operator'
import { listPeople, pauseBotOf, readPerson, revokeKeyOf, signOutPerson } from '../../operate/people'
import { listReadings } from '../../operate/readings'
import { resumeMarket, stopMarket } from '../../operate/stop-market'
import { runtimeHealth } from '../../runtime'
import { readStops } from '../../settings/stops'
import { idSchema } from '../../shared/text'
import { guessesPassword, protectedProcedure, publicProcedure, router } from '../trpc'

export const operateRouter = router({
  /** What is stopped, and why; for everybody. */
  stopped: publicProcedure('read')
    .output(z.array(stoppedSchema))
    .query(({ ctx: { deps } }) => readStops(deps.db)),

  /** Whether nobody runs this market yet. */
  isNew: publicProcedure('read')
    .output(z.boolean())
    .query(async ({ ctx: { deps } }) => !(await hasOperator(deps.db))),

  /** Makes whoever has the code of the market's log the first operator. */
  claim: protectedProcedure('account')
    .input(claimSchema)
    .use(guessesPassword)
    .mutation(({ ctx: { deps, user, sessionId }, input }) =>
      claimMarket(deps, { ...input, userId: user.id, sessionId }),
    ),

  dashboard: protectedProcedure('operate')
    .output(dashboardSchema)
    .query(async ({ ctx: { deps } }) => readDashboard(deps, await runtimeHealth())),

  readings: protectedProcedure('operate')
    .input(readingsSchema)
    .output(readingsPageSchema)
    .query(({ ctx: { deps }, input }) => listReadings(deps.db, input)),

  stop: protectedProcedure('operate')
    .input(stopSchema)
    .mutation(({ ctx: { deps, user }, input }) => stopMarket(deps, user.id, input)),

  resume: protectedProcedure('operate')
    .input(stopSchema.pick({ name: true }))
    .mutation(({ ctx: { deps }, input }) => resumeMarket(deps, input)),

  settings: protectedProcedure('operate')
    .output(settingsViewSchema)
    .query(({ ctx: { deps } }) => viewSettings(deps)),

  set: protectedProcedure('operate')
    .input(changeSettingSchema)
    .mutation(({ ctx: { deps, user }, input }) => changeSetting(deps, user.id, input)),

  people: protectedProcedure('operate')
    .input(peopleSchema)
    .output(peoplePageSchema)
    .query(({ ctx: { deps }, input }) => listPeople(deps, input)),

  person: protectedProcedure('operate')
    .input(z.object({ handle: handleSchema }))
    .output(personSheetSchema)
    .query(({ ctx: { deps, user }, input }) => readPerson(deps, user.id, input.handle)),

  giveRole: protectedProcedure('operate')
    .input(giveRoleSchema)
    .mutation(async ({ ctx: { deps, user }, input }) => {
      // Else the last one could lock everybody out.
      if (input.handle === user.handle) throw new AppError('moderation.not_yourself')
      await setRole(deps, input)
    }),

  signOut: protectedProcedure('operate')
    .input(z.object({ handle: handleSchema }))
    .output(z.object({ ended: z.int() }))
    .mutation(({ ctx: { deps }, input }) => signOutPerson(deps, input.handle)),

  pauseBot: protectedProcedure('operate')
    .input(z.object({ botId: idSchema() }))
    .mutation(({ ctx: { deps }, input }) => pauseBotOf(deps, input.botId)),

  revokeKey: protectedProcedure('operate')
    .input(z.object({ id: idSchema() }))
    .mutation(({ ctx: { deps }, input }) => revokeKeyOf(deps, input.id)),

  grant: protectedProcedure('operate')
    .input(grantSchema)
    .mutation(({ ctx: { deps }, input }) => grantByHand(deps, input)),

  reverse: protectedProcedure('operate')
    .input(reverseSchema)
    .mutation(({ ctx: { deps }, input }) => reverseTransfer(deps, input)),
})
