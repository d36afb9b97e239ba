import { tracked } from '@trpc/server'
import * as z from 'zod'
import { loginCheck } from '../../auth/sessions'
import { budgetMicrosSchema, QUORUM_MAX, rateSchema, requestKeySchema } from '../../contract/market'
import { keptSourceSchema } from '../../contract/quoting'
import { cancelByBuyer, sayEnough, startInspection } from '../../inspection/engine/control'
import { recordDecision } from '../../inspection/engine/decide'
import { publishAnswer, takeAnswerBack } from '../../inspection/engine/publish'
import { reopenQuestion } from '../../inspection/engine/reopen'
import { resolveQuestion } from '../../inspection/engine/resolve'
import { resumeInspection } from '../../inspection/engine/resume'
import { requestCount } from '../../inspection/step/count-value'
import { awaitOutcome, readOutcome } from '../../inspection/views/await-outcome'
import { previewPublication } from '../../inspection/views/preview-publication'
import { viewTree } from '../../inspection/views/tree-view'
import { watchTree } from '../../inspection/views/watch-tree'
import { ask } from '../../market/ask'
import { askToQuote, listKept } from '../../market/quoting'
import { ratePurchase } from '../../market/rate-purchase'
import { spendOrRequest } from '../../market/spend-requests'
import { withReceipt } from '../../receipts/receipt'
import { idSchema } from '../../shared/text'
import {
  countSchema,
  decideSchema,
  publicationPreviewSchema,
  publishSchema,
  resolveSchema,
  treeViewSchema,
} from '../../tree/contract'
import { asQuestion, inspectedSchema, inspectSchema } from '../../tree/outcome'
import { officeOf } from '../office'
import { protectedProcedure, publicProcedure, router } from '../trpc'

const rootIdSchema = z.object({ rootId: idSchema() })
const commandSchema = rootIdSchema.extend({ requestKey: requestKeySchema })

export const inspectionRouter = router({
  start: protectedProcedure('ask')
    .input(
      z.object({
        contextId: idSchema(),
        /** Null reads all. */
        offerIds: z.array(idSchema()).min(1).max(QUORUM_MAX).nullable(),
        requestKey: requestKeySchema,
      }),
    )
    .output(rootIdSchema)
    .mutation(({ ctx: { deps, user }, input }) => startInspection(deps, user.id, input)),

  cancel: protectedProcedure('ask')
    .input(commandSchema)
    .output(z.object({ returnedMicros: z.bigint() }))
    .mutation(({ ctx: { deps, user }, input }) => cancelByBuyer(deps, user.id, input)),

  enough: protectedProcedure('ask')
    .input(commandSchema)
    .output(rootIdSchema)
    .mutation(({ ctx: { deps, user }, input }) => sayEnough(deps, user.id, input)),

  /** Takes a settled question up again, to have read what was offered since. */
  reopen: protectedProcedure('ask', 'spend')
    .input(commandSchema.extend({ budgetMicros: budgetMicrosSchema }))
    .output(rootIdSchema)
    .mutation(({ ctx: { deps, user }, input }) =>
      spendOrRequest(deps, user.id, { kind: 'reopen', input, amountMicros: input.budgetMicros }, () =>
        reopenQuestion(deps, user.id, input),
      ),
    ),

  resume: protectedProcedure('ask')
    .input(commandSchema.extend({ withBuiltIn: z.boolean().default(false) }))
    .output(rootIdSchema)
    .mutation(({ ctx: { deps, user }, input }) => resumeInspection(deps, user.id, input)),

  /** Asks, waits for a short time and says what came of it; sent again with the same key it asks nothing twice. */
  inspect: protectedProcedure('read', 'ask', 'spend')
    .input(inspectSchema)
    .output(inspectedSchema)
    .mutation(async ({ ctx: { deps, user }, input, signal }) => {
      const question = asQuestion(input)
      const wanted = { kind: 'ask', input: question, amountMicros: input.budgetMicros } as const
      const asked = await spendOrRequest(deps, user.id, wanted, () => ask(deps, user.id, question))
      const waitMs = input.waitSeconds * 1_000
      return withReceipt(
        deps,
        user.id,
        await awaitOutcome(deps, user.id, { rootId: asked.contextId, waitMs, signal }),
      )
    }),

  outcome: protectedProcedure('read')
    .input(rootIdSchema)
    .output(inspectedSchema)
    .query(async ({ ctx: { deps, user }, input }) =>
      withReceipt(deps, user.id, await readOutcome(deps, user.id, input.rootId)),
    ),

  tree: publicProcedure('read')
    .input(rootIdSchema)
    .output(treeViewSchema)
    .query(({ ctx: { deps, user }, input }) => viewTree(deps, user?.id ?? null, input.rootId)),

  /**
   * Server-sent deltas of a tree, each with the number of the last event in it; a browser that comes back names the last one it
   * has, and gets what happened since.
   */
  follow: publicProcedure('read')
    .input(
      rootIdSchema.extend({
        lastEventId: z
          .string()
          .regex(/^\d{1,9}$/)
          .nullish(),
      }),
    )
    .subscription(async function* ({ ctx: { deps, user, sessionId, keyId }, input, signal }) {
      const after = Number(input.lastEventId ?? 0)
      const requireLogin = loginCheck(deps, { sessionId, keyId })
      for await (const delta of watchTree(deps, user?.id ?? null, input.rootId, after, signal)) {
        await requireLogin()
        yield tracked(String(delta.lastSeq), delta)
      }
    }),

  /** What others would see of the answer, before it is published; null where its sellers let nothing of it be read. */
  previewPublication: protectedProcedure('read')
    .input(rootIdSchema)
    .output(publicationPreviewSchema.nullable())
    .query(({ ctx: { deps, user }, input }) => previewPublication(deps, user.id, input.rootId)),

  /** What was bought for the asker alone: it stays out of what others would read. */
  kept: protectedProcedure('read')
    .input(rootIdSchema)
    .output(z.array(keptSourceSchema))
    .query(({ ctx: { deps, user }, input }) => listKept(deps, user.id, input.rootId)),

  /** Asks their sellers to let it be quoted: each once. */
  askToQuote: protectedProcedure('decide')
    .input(rootIdSchema)
    .output(z.object({ asked: z.int() }))
    .mutation(({ ctx: { deps, user }, input }) => askToQuote(deps, user.id, input)),

  publish: protectedProcedure('decide')
    .input(publishSchema)
    .output(rootIdSchema)
    .mutation(({ ctx: { deps, user }, input }) => publishAnswer(deps, user.id, input)),

  takeBack: protectedProcedure('decide')
    .input(rootIdSchema)
    .output(rootIdSchema)
    .mutation(({ ctx: { deps, user }, input }) => takeAnswerBack(deps, user.id, input)),

  /** What the buyer thinks of a purchase: once. */
  rate: protectedProcedure('decide')
    .input(rateSchema)
    .output(rootIdSchema)
    .mutation(({ ctx: { deps, user }, input }) => ratePurchase(deps, user.id, input)),

  /** Counts what each purchase was worth; the figures come with the tree. */
  countValue: protectedProcedure('decide')
    .input(countSchema)
    .output(rootIdSchema)
    .mutation(({ ctx: { deps, user }, input }) => requestCount(deps, user.id, input)),

  /** The asker tells what came of a forecast or a claim. */
  resolve: protectedProcedure('decide')
    .input(resolveSchema)
    .output(rootIdSchema)
    .mutation(({ ctx: { deps, user }, input }) =>
      resolveQuestion(deps, { id: user.id, office: null }, input),
    ),

  /** A moderator does, where the asker does not or the question says so; an operator also corrects what was told. */
  resolveInOffice: protectedProcedure('moderate')
    .input(resolveSchema)
    .output(rootIdSchema)
    .mutation(({ ctx: { deps, user }, input }) =>
      resolveQuestion(deps, { id: user.id, office: officeOf(user) }, input),
    ),

  decide: protectedProcedure('decide')
    .input(decideSchema)
    .output(rootIdSchema)
    .mutation(({ ctx: { deps, user }, input }) => recordDecision(deps, user.id, input)),
})
