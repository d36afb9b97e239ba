import * as z from 'zod'
import { BODY_CHARS_MAX } from '../../contract/market'
import { proseSchema } from '../../contract/prose'
import { layOutToPost } from '../../prose/laid-out'
import { textSchema } from '../../shared/text'
import { limited, publicProcedure, router } from '../trpc'

export const textsRouter = router({
  /**
   * What is being typed, as it will be read. A mutation because addresses are too short for a text; it changes
   * nothing. Signed out too: a draft may be begun before signing in.
   */
  preview: publicProcedure('read')
    .use(limited('layOut'))
    .input(z.object({ markdown: textSchema().max(BODY_CHARS_MAX + 1) }))
    .output(proseSchema)
    .mutation(({ ctx, input }) =>
      layOutToPost(ctx.deps.prose, { field: 'markdown', markdown: input.markdown }),
    ),
})
