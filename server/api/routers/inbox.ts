import * as z from 'zod'
import { loginCheck } from '../../auth/sessions'
import { inboxCountsSchema, inboxListSchema, inboxMarkSchema, inboxPageSchema } from '../../contract/inbox'
import { countItems, listItems, markAllSeen, markItems } from '../../market/inbox/items'
import { countForYou } from '../../market/inbox/notices'
import { watchInbox } from '../../market/inbox/watch-inbox'
import { protectedProcedure, router } from '../trpc'

const markedSchema = z.object({ marked: z.int() })

/** Always of the signed-in person: no input names whose inbox it is. */
export const inboxRouter = router({
  items: protectedProcedure('read')
    .input(inboxListSchema)
    .output(inboxPageSchema)
    .query(({ ctx: { deps, user }, input }) => listItems(deps, user.id, input)),

  counts: protectedProcedure('read')
    .output(inboxCountsSchema)
    .query(async ({ ctx: { deps, user } }) => {
      const states = await countItems(deps, user.id)
      return { states, toAnswer: states.new, forYou: await countForYou(deps.db, user.id) }
    }),

  mark: protectedProcedure('read')
    .input(inboxMarkSchema)
    .output(markedSchema)
    .mutation(({ ctx: { deps, user }, input }) => markItems(deps, user.id, input)),

  markAllSeen: protectedProcedure('read')
    .output(markedSchema)
    .mutation(({ ctx: { deps, user } }) => markAllSeen(deps, user.id)),

  /** Server-sent hints that lists or badges may have changed; they say nothing else. */
  watch: protectedProcedure('read').subscription(async function* ({
    ctx: { deps, user, sessionId, keyId },
    signal,
  }) {
    const requireLogin = loginCheck(deps, { sessionId, keyId })
    for await (const hint of watchInbox(deps, user.id, signal)) {
      await requireLogin()
      yield hint
    }
  }),
})
