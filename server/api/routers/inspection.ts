import { tracked } from '@trpc/server'
import { z } from 'zod'
import { readSession } from '../../auth/sessions'
import { QUORUM_MAX, requestKeySchema } from '../../contract/market'
import { AppError } from '../../errors'
import { cancelByBuyer, resumeInspection, startInspection } from '../../inspection/engine/control'
import { recordDecision } from '../../inspection/engine/decide'
import { viewTree } from '../../inspection/views/tree-view'
import { watchTree } from '../../inspection/views/watch-tree'
import { decideSchema, treeViewSchema } from '../../tree/contract'
import { protectedProcedure, publicProcedure, router } from '../trpc'

const rootIdSchema = z.object({ rootId: z.string() })
const commandSchema = rootIdSchema.extend({ requestKey: requestKeySchema })

export const inspectionRouter = router({
  start: protectedProcedure
    .input(
      z.object({
        contextId: z.string(),
        /** Null reads all. */
        offerIds: z.array(z.string()).min(1).max(QUORUM_MAX).nullable(),
        requestKey: requestKeySchema,
      }),
    )
    .output(rootIdSchema)
    .mutation(({ ctx: { deps, user }, input }) => startInspection(deps, user.id, input)),

  cancel: protectedProcedure
    .input(commandSchema)
    .output(z.object({ returnedMicros: z.bigint() }))
    .mutation(({ ctx: { deps, user }, input }) => cancelByBuyer(deps, user.id, input)),

  resume: protectedProcedure
    .input(commandSchema)
    .output(rootIdSchema)
    .mutation(({ ctx: { deps, user }, input }) => resumeInspection(deps, user.id, input)),

  tree: publicProcedure
    .input(rootIdSchema)
    .output(treeViewSchema)
    .query(({ ctx: { deps, user }, input }) => viewTree(deps, user?.id ?? null, input.rootId)),

  /** Server-sent events, numbered per tree; a browser that comes back names the last one it has seen. */
  events: publicProcedure
    .input(
      rootIdSchema.extend({
        lastEventId: z
          .string()
          .regex(/^\d{1,12}$/)
          .nullish(),
      }),
    )
    .subscription(async function* ({ ctx: { deps, user, sessionId }, input, signal }) {
      const after = Number(input.lastEventId ?? 0)
      for await (const event of watchTree(deps, user?.id ?? null, input.rootId, after, signal)) {
        // A login that was ended hears nothing more (reliability, W6).
        if (sessionId && !(await readSession(deps, sessionId))) throw new AppError('auth.signed_out')
        yield tracked(String(event.seq), event)
      }
    }),

  decide: protectedProcedure
    .input(decideSchema)
    .output(rootIdSchema)
    .mutation(({ ctx: { deps, user }, input }) => recordDecision(deps, user.id, input)),
})
