import * as z from 'zod'
import { EXAMPLES as EVERYDAY } from '@/db/seed/everyday'
import { requestKeySchema } from '../../contract/market'
import { EXAMPLES, runFresh } from '../../demo/run-fresh'
import { findShowcase } from '../../demo/showcase'
import { isDemoOn } from '../../env'
import { limited, publicProcedure, router } from '../trpc'

export const demoRouter = router({
  isOn: publicProcedure('read')
    .output(z.boolean())
    .query(({ ctx: { deps } }) => isDemoOn(deps.env)),

  /** What the demo market's bots know, each subject with a question that they answer; none where there is no demo. */
  examples: publicProcedure('read')
    .output(z.array(z.object({ subject: z.string(), question: z.string() })))
    .query(({ ctx: { deps } }) => (isDemoOn(deps.env) ? [...EVERYDAY] : [])),

  /** A settled public tree for the first page; null while there is none. */
  showcase: publicProcedure('read')
    .output(z.object({ rootId: z.string() }).nullable())
    .query(({ ctx: { deps } }) => findShowcase(deps.db)),

  /** Asks one of the examples anew in the name of a demo person; anybody may watch it being inspected. */
  runFresh: publicProcedure('visit')
    .use(limited('demoRun'))
    .input(z.object({ example: z.enum(EXAMPLES), requestKey: requestKeySchema }))
    .output(z.object({ contextId: z.string() }))
    .mutation(({ ctx: { deps }, input }) => runFresh(deps, input)),
})
