import * as z from 'zod'
import { personSchema } from '../contract/auth'
import { decisionSchema, RESOLVE_SOURCE_CHARS_MAX } from '../contract/decision'
import { budgetMicrosSchema, ratingViewSchema } from '../contract/market'
import { type SeenOffer, seenOfferSchema } from '../contract/market-view'
import { proseSchema } from '../contract/prose'
import { PHASES } from '../protocol/advance'
import { ANSWERS_ON_THE_WAY } from '../protocol/alphabets'
import { CLAIM_VERDICTS, OUTCOMES, RESOLVER_ROLES } from '../protocol/decision'
import { PROTOCOLS } from '../protocol/policy'
import { ASK_KINDS } from '../protocol/verdict'
import { idSchema, lineSchema, textSchema } from '../shared/text'
import { SEAL_REASONS } from '../words/tree'

export const TREE_STATUSES = [
  'collecting',
  'running',
  'provisional',
  'paused',
  'settled',
  'cancelled',
  'failed',
] as const
export type TreeStatus = (typeof TREE_STATUSES)[number]

/** What can happen in a tree. Events carry ids, amounts and codes, never text. */
export const EVENT_TYPES = [
  'context.opened',
  'budget.raised',
  'offer.posted',
  'offer.changed',
  'offer.withdrawn',
  'offer.lapsed',
  'context.inspecting',
  'offer.held',
  'offer.passed',
  'offer.bought',
  'context.answering',
  'context.answered',
  'context.waiting',
  'sitting.ended',
  'enough.said',
  'context.settled',
  'context.cancelled',
  'context.failed',
  'tree.started',
  'tree.paused',
  'tree.resumed',
  'tree.reopened',
  'answer.written',
  'answer.published',
  'answer.withdrawn',
  'value.counted',
  'purchase.rated',
  'purchase.contested',
  'purchase.answered',
  'purchase.judged',
  'decision.recorded',
  'outcome.due',
  'question.resolved',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

export const treeEventSchema = z.object({
  seq: z.int(),
  type: z.enum(EVENT_TYPES),
  contextId: z.string(),
  offerId: z.string().nullable(),
  /** Budget of a context that is opened or taken up again, what was put in later, price of a purchase, what a settled context returned. */
  amountMicros: z.bigint().nullable(),
  round: z.int().nullable(),
  /** A reason code, an ask kind, a failure code, a rating, an outcome, which answer on the way, or why a question is taken up again. */
  code: z.string().nullable(),
  at: z.date(),
})
export type TreeEvent = z.infer<typeof treeEventSchema>

/** One reading of a context's offers, for its buyer. */
export const readingSchema = z.object({
  inspector: z.string(),
  /** Of the words that it was asked with; empty for the built-in inspector, and while it is under way. */
  promptVersion: z.string(),
})
export type Reading = z.infer<typeof readingSchema>

/** Who of several opinions was for an offer that was bought; none where too little was at stake to ask others. */
export const splitSchema = z.object({
  offerId: z.string(),
  opinions: z.array(z.object({ inspector: z.string(), buys: z.boolean() })),
})
export type Split = z.infer<typeof splitSchema>

/** An answer that a question of a tree got on the way, from what was bought for it; for the buyer. */
export const onTheWaySchema = z.object({
  /** The step's that wrote it. */
  round: z.int(),
  writtenAs: z.enum(ANSWERS_ON_THE_WAY),
  markdown: z.string(),
  /** The same laid out, each citation a link that `citations.ts` reads. */
  prose: proseSchema,
  /** Citation [n] is the n-th of these. */
  citations: z.array(z.object({ number: z.int(), offerId: z.string() })),
  writtenBy: z.string(),
})
export type OnTheWay = z.infer<typeof onTheWaySchema>

export const treeContextSchema = z.object({
  id: z.string(),
  parentId: z.string().nullable(),
  level: z.int(),
  /** Null while sealed. */
  title: z.string().nullable(),
  seal: z.enum(SEAL_REASONS).nullable(),
  askKind: z.enum(ASK_KINDS).nullable(),
  /** Offers of the parent this sub-question is about. */
  about: z.array(z.string()),
  budgetMicros: z.bigint(),
  phase: z.enum(PHASES),
  round: z.int(),
  createdAt: z.date(),
  inspectedAt: z.date().nullable(),
  endedAt: z.date().nullable(),
  /** Earliest first; empty for everybody but the buyer. */
  readings: z.array(readingSchema),
  /** Roughly and in words, as far as the bits that were left tell it when the tree has ended; for the buyer. */
  tokens: z.string().nullable(),
  /** How long its readings took together, as roughly and as far. */
  took: z.string().nullable(),
  /** Of its purchases, as far as those bits tell it; for the buyer. */
  splits: z.array(splitSchema),
  /** Earliest first; empty for everybody but the buyer. */
  onTheWay: z.array(onTheWaySchema),
})
export type TreeContext = z.infer<typeof treeContextSchema>

export type TreeOffer = SeenOffer

export const valueSchema = z.object({
  gain: z.number(),
  unit: z.enum(['bits', 'utility']),
  hasChangedDecision: z.boolean(),
})

export const recommendedSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('open') }),
  z.object({
    kind: z.literal('belief'),
    probability: z.number(),
    /** What a claim is held to be; left out, or null, where that was not said. */
    verdict: z.enum(CLAIM_VERDICTS).nullish(),
  }),
  z.object({ kind: z.literal('choice'), utilities: z.array(z.number()) }),
])

/** What each purchase of an answer was worth, averaged over the orders in which all of them could have been bought. */
export const countedSchema = z.object({
  /** Under way: the figures are of what was counted so far. */
  isDue: z.boolean(),
  /** Whose recommendations were counted. */
  countedBy: z.string(),
  unit: z.enum(['bits', 'utility']),
  /** All orders; otherwise so many were drawn, and each share has a band. */
  isExact: z.boolean(),
  orders: z.int(),
  /** What everything bought was worth together: the sum of the shares. */
  total: z.number(),
  /** Of a choice: utility between the best option and the worst one, as everything bought has it. Null for a claim. */
  spread: z.number().nullable(),
  /** What that is worth to the buyer, who alone is told. */
  stakeMicros: z.bigint().nullable(),
  purchases: z.array(
    z.object({
      offerId: z.string(),
      share: z.number(),
      low: z.number(),
      high: z.number(),
      /** `never`: in no order does it change what is recommended. `unseen`: in none of those drawn. */
      changes: z.enum(['never', 'unseen', 'sometimes']),
      /** What would be recommended to who knew all but this one; for the buyer, null for others. */
      without: recommendedSchema.nullable(),
    }),
  ),
})
export type Counted = z.infer<typeof countedSchema>

export const answerViewSchema = z.object({
  /** Null for everybody but the buyer, who alone paid for what it quotes. */
  markdown: z.string().nullable(),
  /** The same laid out, each citation a link that `citations.ts` reads; null with it. */
  prose: proseSchema.nullable(),
  /** From 1; each later one takes the place of the one before. */
  revision: z.int(),
  writtenBy: z.string(),
  writtenAt: z.date(),
  /** In the order of purchase, as `trail` has them; [n] cites the one with this number. `value` is what the purchase changed, null for open answers. */
  citations: z.array(
    z.object({
      number: z.int(),
      offerId: z.string(),
      contextId: z.string(),
      priceMicros: z.bigint(),
      value: valueSchema.nullable(),
      /** What the buyer said of it afterwards. */
      rating: ratingViewSchema.nullable(),
    }),
  ),
  /** What the dossier recommended after 0, 1, 2, … purchases; the last one is the recommendation. */
  trail: z.array(recommendedSchema),
  /** Null until its buyer asks for it, and where nothing could be counted. */
  counted: countedSchema.nullable(),
  /** It was asked for, and nothing is counted yet. */
  isCountDue: z.boolean(),
})
export type AnswerView = z.infer<typeof answerViewSchema>

/** What the asker published of an answer: all of it is for everybody to read. */
export const publicationViewSchema = z.object({
  /** From 1, in the order of publishing. */
  number: z.int(),
  /** The answer's. */
  revision: z.int(),
  markdown: z.string(),
  prose: proseSchema,
  /** Sentences that were left out, because they rest on a source whose seller keeps it for the asker, or name none. */
  withheld: z.int(),
  /** The model or the built-in inspector that wrote it: never a person. */
  writtenBy: z.string(),
  publishedAt: z.date(),
})
export type PublicationView = z.infer<typeof publicationViewSchema>

/** What of the answers is published: the one that stands, and what it replaced, earliest first. */
export const publishedSchema = z.object({
  standing: publicationViewSchema.nullable(),
  earlier: z.array(publicationViewSchema),
})
export type Published = z.infer<typeof publishedSchema>

export const decisionViewSchema = z.object({
  option: z.int().nullable(),
  percent: z.int().nullable(),
  /** Of a claim; null where only a probability was told. */
  verdict: z.enum(CLAIM_VERDICTS).nullable(),
  note: z.string(),
  decidedAt: z.date(),
})
export type DecisionView = z.infer<typeof decisionViewSchema>

/** What turned out to be so, and who says so. */
export const resolutionViewSchema = z.object({
  /** From 1, in the order of telling. */
  number: z.int(),
  outcome: z.enum(OUTCOMES),
  /** Where it can be read: a text or an address. */
  source: z.string(),
  reason: z.string(),
  by: personSchema,
  byRole: z.enum(RESOLVER_ROLES),
  resolvedAt: z.date(),
})
export type ResolutionView = z.infer<typeof resolutionViewSchema>

/** The outcome that stands, and those that a correction replaced, earliest first. */
export const resolvedSchema = z.object({
  standing: resolutionViewSchema.nullable(),
  earlier: z.array(resolutionViewSchema),
  /** What the standing one makes of each purchase of the last answer, in bits of log score; none where nobody is scored. */
  scores: z.array(z.object({ offerId: z.string(), bits: z.number() })),
})
export type Resolved = z.infer<typeof resolvedSchema>

/** A page of the source, with room for how it was read. */
export const RESOLVE_REASON_CHARS_MAX = 1_000
export const resolveSchema = z.object({
  rootId: idSchema(),
  outcome: z.enum(OUTCOMES),
  source: lineSchema()
    .trim()
    .min(1, 'Name where it can be read: an address, or what you saw.')
    .max(RESOLVE_SOURCE_CHARS_MAX),
  reason: textSchema()
    .trim()
    .min(1, 'Say in a few words how the source tells it.')
    .max(RESOLVE_REASON_CHARS_MAX),
})
export type ResolveInput = z.infer<typeof resolveSchema>

/** What changes of the tree itself; small, and sent with every delta. */
const treeHeadSchema = z.object({
  status: z.enum(TREE_STATUSES),
  /** In words, while paused. */
  pausedFor: z.string().nullable(),
  inspectorName: z.string(),
  /** Beyond what was bought, rounded up; at most `BITS_PER_ROOT`. */
  bitsSpent: z.int(),
  /** How many tokens a model used, roughly and in words, once the tree has ended. */
  tokens: z.string().nullable(),
  startedAt: z.date().nullable(),
  endedAt: z.date().nullable(),
  /** The answer, or its next revision, is being written. */
  isAnswerDue: z.boolean(),
  /** Everything up to the event of this number is in it, and nothing that came later. */
  lastSeq: z.int(),
})
export type TreeHead = z.infer<typeof treeHeadSchema>

/** The whole tree as one viewer may see it. */
export const treeViewSchema = treeHeadSchema.extend({
  rootId: z.string(),
  protocol: z.enum(PROTOCOLS),
  decision: decisionSchema,
  isYours: z.boolean(),
  contexts: z.array(treeContextSchema),
  offers: z.array(seenOfferSchema),
  /** Earliest first, from the first. */
  events: z.array(treeEventSchema),
  /** The last one. */
  answer: answerViewSchema.nullable(),
  /** Those before it, earliest first. */
  earlierAnswers: z.array(answerViewSchema),
  published: publishedSchema,
  decisionMade: decisionViewSchema.nullable(),
  resolved: resolvedSchema,
})
export type TreeView = z.infer<typeof treeViewSchema>

/** What some events, the last of which is `lastSeq`, made new or changed, as one viewer may see it. */
export const treeDeltaSchema = treeHeadSchema.extend({
  /** Whole rows; a row of the same id is replaced. */
  contexts: z.array(treeContextSchema),
  offers: z.array(seenOfferSchema),
  withdrawnOfferIds: z.array(z.string()),
  /** Earliest first. */
  events: z.array(treeEventSchema),
  /** Null when it is as it was: what is written is never taken back. */
  answer: answerViewSchema.nullable(),
  /** All that came before `answer`; empty with null. */
  earlierAnswers: z.array(answerViewSchema),
  /** Null when it is as it was. */
  published: publishedSchema.nullable(),
  decisionMade: decisionViewSchema.nullable(),
  /** Null when it is as it was. */
  resolved: resolvedSchema.nullable(),
})
export type TreeDelta = z.infer<typeof treeDeltaSchema>

export const decideSchema = z.object({
  rootId: idSchema(),
  option: z.int32().min(0).nullable(),
  percent: z.int().min(0).max(100).nullable(),
  /** Of a claim, what you hold it to be; may be left out. */
  verdict: z.enum(CLAIM_VERDICTS).nullish(),
  note: textSchema().trim().max(2_000),
})
export const countSchema = z.object({
  rootId: idSchema(),
  /** Of the answer that is counted: a later one is not counted by mistake. */
  revision: z.int32(),
  /** What the best option rather than the worst is worth to the buyer; null to leave it open. */
  stakeMicros: budgetMicrosSchema.nullable(),
})
export type CountInput = z.infer<typeof countSchema>

export const publishSchema = z.object({
  rootId: idSchema(),
  /** Of the answer that was previewed: a later one is not published by mistake. */
  revision: z.int32(),
  /** Others may buy what it rests on, where the seller's licence lets it be sold on; left out, as it was. */
  isResaleAgreed: z.boolean().optional(),
})
export type PublishInput = z.infer<typeof publishSchema>

/** A tree's answer as others would see it if it were published now. */
export const publicationPreviewSchema = z.object({
  answer: answerViewSchema,
  publication: publicationViewSchema,
  offers: z.array(seenOfferSchema),
  /** Of what it rests on, offers that others could buy if the asker agrees. */
  resold: z.array(z.string()),
  /** The asker has agreed. */
  isResaleAgreed: z.boolean(),
  /** Nothing of it may be read: it can be published only together with them. */
  isBare: z.boolean(),
})
export type PublicationPreview = z.infer<typeof publicationPreviewSchema>

export type DecideInput = z.infer<typeof decideSchema>
