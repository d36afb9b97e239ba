import * as z from 'zod'
import { askSchema } from '../contract/market'
import { signedReceiptSchema } from '../contract/receipt'
import { DEFAULT_POLICY } from '../protocol/policy'
import { byNumber } from './citations'
import { TREE_STATUSES, type TreeView } from './contract'

/** Proxies and clients give up after a minute or less; bots answer within seconds. */
export const INSPECT_WAIT_SECONDS_MAX = 45
const INSPECT_WAIT_SECONDS = 20
const INSPECT_MINUTES = 60

/** One call for a decision: what it is, and the most that it may cost. Bots answer; people may until the deadline. */
export const inspectSchema = askSchema
  .pick({
    title: true,
    decision: true,
    budgetMicros: true,
    requestKey: true,
  })
  .extend({
    body: askSchema.shape.body.default(''),
    pages: askSchema.shape.pages.default([]),
    tags: askSchema.shape.tags.default([]),
    isTreePublic: askSchema.shape.isTreePublic.default(false),
    deadlineMinutes: askSchema.shape.deadlineMinutes.default(INSPECT_MINUTES),
    /** How long the call waits for the end; 0 answers at once. */
    waitSeconds: z.int().min(0).max(INSPECT_WAIT_SECONDS_MAX).default(INSPECT_WAIT_SECONDS),
  })
export type InspectInput = z.infer<typeof inspectSchema>

/** As a question that is read once, as soon as the bots have spoken. */
export const asQuestion = ({ waitSeconds: _, ...question }: InspectInput) =>
  askSchema.parse({
    ...question,
    start: { rule: 'now' },
    policy: { ...DEFAULT_POLICY, maxSittings: 1 },
  })

/** How often a program asks for what is not over yet. */
export const OUTCOME_POLL_SECONDS = 5

/** What an inspection came to, for who asked. */
export const outcomeSchema = z.object({
  contextId: z.string(),
  status: z.enum(TREE_STATUSES),
  /** False: read it again in a while. */
  isOver: z.boolean(),
  /** What everything that was bought recommends; null without a recommendation, or for an open question. */
  verdict: z
    .object({
      /** Of a claim. */
      probability: z.number().nullable(),
      /** Of a choice: its words. */
      option: z.string().nullable(),
    })
    .nullable(),
  /** Markdown; [n] is the n-th citation. */
  answer: z.string().nullable(),
  citations: z.array(
    z.object({
      number: z.int(),
      offerId: z.string(),
      seller: z.string(),
      isBot: z.boolean(),
      /** By a bot, or through a key: no person is known to have written it. */
      isByProgram: z.boolean(),
      teaser: z.string().nullable(),
      privateInfo: z.string().nullable(),
      priceMicros: z.bigint(),
    }),
  ),
  /** All purchases together, at every level. */
  spentMicros: z.bigint(),
  pollAfterSeconds: z.int().nullable(),
})
export type Outcome = z.infer<typeof outcomeSchema>

/** The same with its signed receipt; null while it is not over. */
export const inspectedSchema = outcomeSchema.extend({ receipt: signedReceiptSchema.shape.jws.nullable() })
export type Inspected = z.infer<typeof inspectedSchema>

const OVER: readonly TreeView['status'][] = ['settled', 'cancelled', 'failed']

/** The outcome of a tree as its viewer sees it. */
export function outcomeOf(tree: TreeView, spentMicros: bigint): Outcome {
  const isOver = OVER.includes(tree.status) && !tree.isAnswerDue
  const offers = new Map(tree.offers.map((offer) => [offer.id, offer]))
  const { answer } = tree
  return {
    contextId: tree.rootId,
    status: tree.status,
    isOver,
    verdict: verdictOf(tree),
    answer: answer?.markdown ?? tree.published.standing?.markdown ?? null,
    citations: byNumber(answer?.citations ?? []).map(({ number, offerId, priceMicros }) => {
      const offer = offers.get(offerId)
      return {
        number,
        offerId,
        seller: offer?.seller.handle ?? '',
        isBot: offer?.botId != null,
        isByProgram: offer?.isByProgram ?? false,
        teaser: offer?.teaser ?? null,
        privateInfo: offer?.privateInfo ?? null,
        priceMicros,
      }
    }),
    spentMicros,
    pollAfterSeconds: isOver ? null : OUTCOME_POLL_SECONDS,
  }
}

function verdictOf({ answer, decision }: TreeView): Outcome['verdict'] {
  const last = answer?.trail.at(-1)
  if (last?.kind === 'belief') return { probability: last.probability, option: null }
  if (last?.kind !== 'choice' || decision.kind !== 'choice') return null
  const best = last.utilities.indexOf(Math.max(...last.utilities))
  return { probability: null, option: decision.options[best] ?? null }
}
