import * as z from 'zod'
import { siteLookSchema } from '../../contract/sites'
import {
  pagesByHashInputSchema,
  pagesByHashSchema,
  readAgainSchema,
  threadInputSchema,
  threadItemSchema,
  threadSchema,
} from '../../contract/threads'
import { readThreadInFrame } from '../../market/sites/site-questions'
import { readPagesByHash } from '../../market/threads/pages-by-hash'
import { readAgain } from '../../market/threads/read-again'
import { readThread, readThreadItem } from '../../market/threads/read-thread'
import { idSchema } from '../../shared/text'
import { protectedProcedure, publicProcedure, router } from '../trpc'

export const threadsRouter = router({
  /** What was asked about a page of the web. */
  view: publicProcedure('read')
    .input(threadInputSchema)
    .output(threadSchema)
    .query(({ ctx: { deps, user }, input }) => readThread(deps.db, user?.id ?? null, input)),

  /** As it stands in frames on other sites, with what an owner of the page's site chose. */
  inFrame: publicProcedure('read')
    .input(threadInputSchema.pick({ url: true }))
    .output(z.object({ thread: threadSchema, look: siteLookSchema.nullable() }))
    .query(({ ctx: { deps }, input }) => readThreadInFrame(deps, input.url)),

  /** One question, with what it says and rests on. */
  item: publicProcedure('read')
    .input(z.object({ id: idSchema() }))
    .output(threadItemSchema)
    .query(({ ctx: { deps, user }, input }) => readThreadItem(deps.db, user?.id ?? null, input.id)),

  /** The same for everybody, and of whole buckets, so that nobody says by asking which page he reads. */
  byHash: publicProcedure('read')
    .input(pagesByHashInputSchema)
    .output(pagesByHashSchema)
    .query(({ ctx: { deps }, input }) => readPagesByHash(deps.db, input)),

  /** Only of a page that somebody asked about, and not many times an hour. */
  readAgain: protectedProcedure('ask')
    .input(threadInputSchema.pick({ url: true }))
    .output(readAgainSchema)
    .mutation(({ ctx: { deps }, input }) => readAgain(deps, input.url)),
})
