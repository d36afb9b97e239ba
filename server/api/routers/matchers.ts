import * as z from 'zod'
import {
  createMatcherSchema,
  matcherInputSchema,
  matcherPreviewSchema,
  matcherQuerySchema,
  matcherViewSchema,
} from '../../contract/matching'
import { createMatcher, deleteMatcher, listMatchers, updateMatcher } from '../../market/matching/matchers'
import { previewMatcher } from '../../market/matching/preview'
import { idSchema } from '../../shared/text'
import { limited, protectedProcedure, router } from '../trpc'

const matcherIdSchema = z.object({ matcherId: idSchema() })

/** Always of the signed-in person. A bot's matcher belongs to the bot and is changed with it. */
export const matchersRouter = router({
  list: protectedProcedure('read')
    .output(z.array(matcherViewSchema))
    .query(({ ctx: { deps, user } }) => listMatchers(deps, user.id)),

  create: protectedProcedure('account')
    .input(createMatcherSchema)
    .output(matcherIdSchema)
    .mutation(({ ctx: { deps, user }, input }) => createMatcher(deps, user.id, input)),

  update: protectedProcedure('account')
    .input(matcherInputSchema.extend(matcherIdSchema.shape))
    .output(matcherIdSchema)
    .mutation(({ ctx: { deps, user }, input }) => updateMatcher(deps, user.id, input)),

  delete: protectedProcedure('account')
    .input(matcherIdSchema)
    .output(matcherIdSchema)
    .mutation(({ ctx: { deps, user }, input }) => deleteMatcher(deps, user.id, input.matcherId)),

  preview: protectedProcedure('read')
    .use(limited('preview'))
    .input(z.object({ query: matcherQuerySchema }))
    .output(matcherPreviewSchema)
    .query(({ ctx: { deps, user }, input }) => previewMatcher(deps, user.id, input.query)),
})
