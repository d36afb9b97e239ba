import * as z from 'zod'
import { namesFoundSchema, namesInputSchema, tagFoundSchema } from '../../contract/follows'
import { addresseeSchema } from '../../contract/market-view'
import { findAddressees, findNames, newestTags } from '../../market/finding/find-names'
import { publicProcedure, router } from '../trpc'

/** What is found besides questions, which `contexts.list` finds. */
export const searchRouter = router({
  names: publicProcedure('read')
    .input(namesInputSchema)
    .output(namesFoundSchema)
    .query(({ ctx: { deps, user }, input }) => findNames(deps.db, user?.id ?? null, input.query)),

  /** Whom a question can be put to by name. */
  addressees: publicProcedure('read')
    .input(namesInputSchema)
    .output(z.array(addresseeSchema))
    .query(({ ctx: { deps, user }, input }) => findAddressees(deps.db, user?.id ?? null, input.query)),

  tags: publicProcedure('read')
    .output(z.array(tagFoundSchema))
    .query(({ ctx: { deps } }) => newestTags(deps.db)),
})
