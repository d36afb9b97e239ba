import * as z from 'zod'
import { CLAIM_CHARS_MAX, PAGE_CHARS_MAX } from '../../contract/decision'
import { askableMicros } from '../../contract/ledger'
import { PAGES_MAX } from '../../contract/limits'
import {
  askSchema,
  budgetMicrosSchema,
  editContextSchema,
  listSchema,
  PAGE_SIZE,
  quoteSchema,
  requestKeySchema,
  TITLE_CHARS_MAX,
} from '../../contract/market'
import {
  contextViewSchema,
  questionCardSchema,
  questionListSchema,
  reachSchema,
  revisionSchema,
  similarQuestionSchema,
} from '../../contract/market-view'
import { cancelByBuyer } from '../../inspection/engine/control'
import { raiseBudget } from '../../inspection/engine/raise-budget'
import { viewRoom } from '../../inspection/views/question-room'
import { allowanceToday } from '../../ledger/allowance'
import { walletSummary } from '../../ledger/queries'
import { ask } from '../../market/ask'
import { listRevisions, viewContext } from '../../market/context-view'
import { editContext } from '../../market/edit-context'
import { listQuestions, publishedQuestions, similarQuestions } from '../../market/question-cards'
import { readReach } from '../../market/reach'
import { withResale } from '../../market/resale/for-resale'
import { spendOrRequest } from '../../market/spend-requests'
import { idSchema, lineSchema, textSchema } from '../../shared/text'
import { questionRoomSchema } from '../../tree/room'
import { officeOf } from '../office'
import { protectedProcedure, publicProcedure, router } from '../trpc'

const contextIdSchema = z.object({ contextId: idSchema() })

export const contextsRouter = router({
  list: publicProcedure('read')
    .input(listSchema)
    .output(questionListSchema)
    .query(({ ctx: { deps, user }, input }) =>
      listQuestions(deps.db, user?.id ?? null, input, deps.clock.now()),
    ),

  /** Those with a published answer, the last published first. */
  published: publicProcedure('read')
    .input(z.object({ most: z.int().min(1).max(PAGE_SIZE) }))
    .output(z.array(questionCardSchema))
    .query(({ ctx: { deps, user }, input }) => publishedQuestions(deps.db, user?.id ?? null, input.most)),

  similar: publicProcedure('read')
    .input(
      z.object({
        text: textSchema().max(TITLE_CHARS_MAX + CLAIM_CHARS_MAX + 1),
        pages: z.array(lineSchema().max(PAGE_CHARS_MAX)).max(PAGES_MAX),
      }),
    )
    .output(z.array(similarQuestionSchema))
    .query(async ({ ctx: { deps, user }, input }) =>
      withResale(deps, await similarQuestions(deps.db, user?.id ?? null, input)),
    ),

  quote: protectedProcedure('read')
    .input(z.object({ budgetMicros: budgetMicrosSchema }))
    .output(quoteSchema)
    .query(async ({ ctx: { deps, user }, input: { budgetMicros } }) => {
      const own = await walletSummary(deps.db, user.id)
      const allowanceMicros = await allowanceToday(deps, user.id)
      const availableMicros = askableMicros({ ...own, allowanceMicros })
      return { budgetMicros, availableMicros, allowanceMicros, leftMicros: availableMicros - budgetMicros }
    }),

  ask: protectedProcedure('ask', 'spend')
    .input(askSchema)
    .output(contextIdSchema)
    .mutation(({ ctx: { deps, user }, input }) =>
      spendOrRequest(deps, user.id, { kind: 'ask', input, amountMicros: input.budgetMicros }, () =>
        ask(deps, user.id, input),
      ),
    ),

  view: publicProcedure('read')
    .input(z.object({ id: idSchema() }))
    .output(contextViewSchema)
    .query(({ ctx: { deps, user }, input }) => viewContext(deps, user?.id ?? null, input.id, officeOf(user))),

  /** With its offers, its tree and its asker's wallet, as they stood at one moment. */
  room: publicProcedure('read')
    .input(z.object({ id: idSchema() }))
    .output(questionRoomSchema)
    .query(({ ctx: { deps, user }, input }) => viewRoom(deps, user?.id ?? null, input.id, officeOf(user))),

  /** Of one's own question only. */
  reach: protectedProcedure('read')
    .input(contextIdSchema)
    .output(reachSchema)
    .query(({ ctx: { deps, user }, input }) => readReach(deps, user.id, input.contextId)),

  /** More of one's own credits for a question that is open. */
  raise: protectedProcedure('ask', 'spend')
    .input(
      z.object({ contextId: idSchema(), amountMicros: budgetMicrosSchema, requestKey: requestKeySchema }),
    )
    .output(contextIdSchema)
    .mutation(async ({ ctx: { deps, user }, input: { contextId, amountMicros, requestKey } }) => {
      const input = { rootId: contextId, amountMicros, requestKey }
      const { rootId } = await spendOrRequest(deps, user.id, { kind: 'raise', input, amountMicros }, () =>
        raiseBudget(deps, user.id, input),
      )
      return { contextId: rootId }
    }),

  edit: protectedProcedure('ask')
    .input(editContextSchema)
    .output(contextIdSchema)
    .mutation(({ ctx: { deps, user }, input }) => editContext(deps, user.id, input)),

  revisions: publicProcedure('read')
    .input(z.object({ id: idSchema() }))
    .output(z.array(revisionSchema))
    .query(({ ctx: { deps, user }, input }) => listRevisions(deps.db, user?.id ?? null, input.id)),

  cancel: protectedProcedure('ask')
    .input(z.object({ id: idSchema(), requestKey: requestKeySchema }))
    .output(z.object({ returnedMicros: z.bigint() }))
    .mutation(({ ctx: { deps, user }, input: { id, requestKey } }) =>
      cancelByBuyer(deps, user.id, { rootId: id, requestKey }),
    ),
})
