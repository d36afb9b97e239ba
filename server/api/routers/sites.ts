import * as z from 'zod'
import {
  addSiteSchema,
  changeSiteSchema,
  decideOnSiteSchema,
  ownSiteSchema,
  siteIdSchema,
  siteQuestionSchema,
} from '../../contract/sites'
import { decideOnSite, listSiteQuestions } from '../../market/sites/site-questions'
import { addSite, changeSite, checkSite, leaveSite, listSites } from '../../market/sites/sites'
import { limited, protectedProcedure, router } from '../trpc'

/** Sites of the web that somebody proves to be theirs. For their owners in person. */
export const sitesRouter = router({
  list: protectedProcedure('account')
    .output(z.array(ownSiteSchema))
    .query(({ ctx: { deps, user } }) => listSites(deps, user.id)),

  add: protectedProcedure('account')
    .input(addSiteSchema)
    .output(siteIdSchema)
    .mutation(({ ctx: { deps, user }, input }) => addSite(deps, user.id, input.host)),

  /** Calls the site. */
  check: protectedProcedure('account')
    .use(limited('rehearse'))
    .input(siteIdSchema)
    .output(z.object({ isProven: z.boolean() }))
    .mutation(({ ctx: { deps, user }, input }) => checkSite(deps, user.id, input.id)),

  change: protectedProcedure('account')
    .input(changeSiteSchema)
    .mutation(({ ctx: { deps, user }, input }) => changeSite(deps, user.id, input)),

  leave: protectedProcedure('account')
    .input(siteIdSchema)
    .mutation(({ ctx: { deps, user }, input }) => leaveSite(deps, user.id, input.id)),

  questions: protectedProcedure('account')
    .input(siteIdSchema)
    .output(z.array(siteQuestionSchema))
    .query(({ ctx: { deps, user }, input }) => listSiteQuestions(deps, user.id, input.id)),

  decide: protectedProcedure('account')
    .input(decideOnSiteSchema)
    .mutation(({ ctx: { deps, user }, input }) => decideOnSite(deps, user.id, input)),
})
