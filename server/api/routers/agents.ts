import * as z from 'zod'
import {
  agentSchema,
  claimableSchema,
  claimSchema,
  registerAgentSchema,
  registeredAgentSchema,
} from '../../contract/agents'
import { adoptAgent, registerAgent, viewAgent, viewClaimable } from '../../sellers/agents/agents'
import { limited, protectedProcedure, publicProcedure, router } from '../trpc'

/** Agents that register themselves, and the people who adopt them. */
export const agentsRouter = router({
  register: publicProcedure('read')
    .use(limited('registerAgent'))
    .input(registerAgentSchema)
    .output(registeredAgentSchema)
    .mutation(({ ctx, input }) => registerAgent(ctx.deps, input)),

  me: publicProcedure('read')
    .output(agentSchema.nullable())
    .query(({ ctx: { deps, agentId = null, keyId } }) => viewAgent(deps, { agentId, keyId })),

  claimable: protectedProcedure('account')
    .input(claimSchema)
    .output(claimableSchema)
    .query(({ ctx, input }) => viewClaimable(ctx.deps, input.claim)),

  adopt: protectedProcedure('sell', 'account')
    .input(claimSchema)
    .output(z.object({ botId: z.string() }))
    .mutation(({ ctx, input }) => adoptAgent(ctx.deps, ctx.user.id, input.claim)),
})
