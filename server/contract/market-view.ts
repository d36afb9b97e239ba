import * as z from 'zod'
import { PHASES } from '../protocol/advance'
import { DECISION_KINDS, RESOLVER_ROLES } from '../protocol/decision'
import { policySchema } from '../protocol/policy'
import { ASK_KINDS, REASONS } from '../protocol/verdict'
import { COMPLAINT_OUTCOMES } from '../words/complaints'
import { PAGE_STATES } from '../words/pages'
import { BOT_KINDS } from '../words/sellers'
import { SEAL_REASONS } from '../words/tree'
import { personSchema } from './auth'
import { decisionSchema } from './decision'
import { licenceSchema } from './licence'
import { startSchema } from './market'
import { productFactsSchema } from './product'
import { proseSchema } from './prose'
import { calibrationSchema, sellerBitsSchema, sellerRecordSchema } from './records'

/** The state a person sees on a question; one word each in `components/status`. */
export const QUESTION_STATES = [
  'collecting',
  'inspecting',
  'waiting',
  'provisional',
  /** Settled before, and taken up again: what was offered since is read. */
  'reopened',
  'paused',
  'answered',
  /** It ended, and nothing was bought: nobody has answered it. */
  'expired',
  'decided',
  /** Its outcome is told: a forecast's, or a claim's. */
  'resolved',
  'cancelled',
  'failed',
] as const

export type QuestionState = (typeof QUESTION_STATES)[number]

/** How an asker treated sellers, over the last questions that ended and had an offer: how many, read by an inspector, with a purchase. */
export const askerCountsSchema = z.object({ ended: z.int(), inspected: z.int(), bought: z.int() })

export type AskerCounts = z.infer<typeof askerCountsSchema>

/** What is published of a question's answer, on one line. */
export const answerCardSchema = z.object({
  /** The option that was recommended; null for other decisions, and where none stands out. */
  verdict: z.string().nullable(),
  /** From 0 to 1, of a claim; null where no probability was given. */
  probability: z.number().nullable(),
  /** The first sentence that others may read, in plain words; may be empty. */
  lead: z.string(),
  /** The model or the built-in inspector that wrote it: never a person. */
  writtenBy: z.string(),
  /** What it rests on, and what that cost. */
  sources: z.int(),
  costMicros: z.bigint(),
})

export type AnswerCard = z.infer<typeof answerCardSchema>

/** A row of the list of questions. */
export const questionCardSchema = z.object({
  id: z.string(),
  title: z.string(),
  decision: z.enum(DECISION_KINDS),
  tags: z.array(z.string()),
  asker: personSchema,
  budgetMicros: z.bigint(),
  /** Still in the escrows of its tree. */
  heldMicros: z.bigint(),
  offers: z.int(),
  state: z.enum(QUESTION_STATES),
  createdAt: z.date(),
  deadlineAt: z.date(),
  endedAt: z.date().nullable(),
  isYours: z.boolean(),
  /** Null while nothing is published. */
  answer: answerCardSchema.nullable(),
})

export type QuestionCard = z.infer<typeof questionCardSchema>

/** What was asked before, for somebody who is about to ask. */
export const similarQuestionSchema = questionCardSchema.extend({
  /** Sources of its published answer that can be bought now, and the least price; null where there are none. */
  resale: z.object({ sources: z.int(), fromMicros: z.bigint() }).nullable(),
})

export type SimilarQuestion = z.infer<typeof similarQuestionSchema>

export const questionListSchema = z.object({
  items: z.array(questionCardSchema),
  nextCursor: z.string().nullable(),
})

/** What a seller laid down to post an offer, and what became of it: `kept` where an agent judged the offer to be off the subject, or its teaser to mislead. */
export const bondSchema = z.object({ amountMicros: z.bigint(), state: z.enum(['held', 'returned', 'kept']) })

export type BondView = z.infer<typeof bondSchema>

/** An offer as one viewer may see it. `teaser` is null while sealed, `privateInfo` unless the viewer wrote or bought it. */
export const seenOfferSchema = z.object({
  id: z.string(),
  contextId: z.string(),
  seller: personSchema,
  /** The bot that wrote it; its owner is the seller. */
  botId: z.string().nullable(),
  botName: z.string().nullable(),
  /** Posted by a bot, or through a key of its seller's: no person is known to have written it. */
  isByProgram: z.boolean(),
  teaser: z.string().nullable(),
  privateInfo: z.string().nullable(),
  /** The same laid out; null with it. */
  privateProse: proseSchema.nullable(),
  seal: z.enum(SEAL_REASONS).nullable(),
  /** Where `chosenAmong` is set, the most that it may have, but for who reads it. */
  privateWords: z.int(),
  /** What is sealed chose it among so many passages of its bot; null of an offer that was written or found by public words. */
  chosenAmong: z.int().nullable(),
  priceMicros: z.bigint(),
  /** What its buyer may do with it. */
  licence: licenceSchema,
  /** By that licence, or because its seller allowed it after the sale. */
  mayQuote: z.boolean(),
  state: z.enum(['open', 'withdrawn', 'bought', 'passed']),
  /** Posted after its question was settled: read only once the asker takes that up again. */
  isCounter: z.boolean(),
  reason: z.enum(REASONS).nullable(),
  way: z.enum(['inspected', 'unseen']).nullable(),
  createdAt: z.date(),
  firstReadAt: z.date().nullable(),
  endedAt: z.date().nullable(),
})

export type SeenOffer = z.infer<typeof seenOfferSchema>

/** Of a seller's offers that an inspector read and judged: how many had a teaser that promised more than the text keeps. */
export const teaserHonestySchema = z.object({ judged: z.int(), misleading: z.int() })

export type TeaserHonesty = z.infer<typeof teaserHonestySchema>

/** On its question's page, with what the viewer may do there. */
export const offerViewSchema = seenOfferSchema.extend({
  /** Null, as are all its times but the first, where only the asker may watch: what became of it is between him and its seller. */
  state: seenOfferSchema.shape.state.nullable(),
  priceMicros: z.bigint().nullable(),
  privateWords: z.int().nullable(),
  /** The seller's record; null while too few of their offers were judged to say anything. */
  sellerHonesty: teaserHonestySchema.nullable(),
  version: z.int(),
  changedAt: z.date().nullable(),
  isYours: z.boolean(),
  /** For its seller alone; null without one. */
  bond: bondSchema.nullable(),
  /** For its two sides: what came of the buyer's complaint, once it is decided; null without one, and for everybody else. */
  complaint: z
    .object({ outcome: z.enum(COMPLAINT_OUTCOMES).nullable(), refundedMicros: z.bigint() })
    .nullable(),
  /** For its seller alone: who bought it asked to quote it in public; null where nobody has. */
  quoteAskedAt: z.date().nullable(),
  can: z.object({
    change: z.boolean(),
    withdraw: z.boolean(),
    buyUnseen: z.boolean(),
    /** What one sold for the asker alone can be allowed to be quoted. */
    allowQuoting: z.boolean(),
  }),
})

export type OfferView = z.infer<typeof offerViewSchema>

/** What came of a page that a question is about. */
export const pageReadingSchema = z.object({
  /** "P1", …: what an answer cites. */
  handle: z.string(),
  url: z.string(),
  state: z.enum(PAGE_STATES),
  /** Why it was not read, to follow "because"; null unless it is unread. */
  notRead: z.string().nullable(),
  title: z.string(),
  /** When it was fetched, or given up. */
  readAt: z.date().nullable(),
  words: z.int(),
  /** SHA-256 of what was fetched; empty while nothing was. */
  contentHash: z.string(),
  /** The same of what the answer before rested on, when the question was taken up again because the page had changed; empty otherwise. */
  earlierHash: z.string(),
  /** What the inspector sees of it, for the asker alone: anyone else reads it where it lies. */
  passages: z.array(z.string()).nullable(),
  /**
   * For the asker, too: its sentence that comes closest to the question, matched by words, and whether it seems to say the same as the
   * question's claim or something else; null where none is close.
   */
  says: z.object({ sentence: z.string(), side: z.enum(['same', 'other']).nullable() }).nullable(),
  isWhole: z.boolean(),
  /** What it says in schema.org data of the product that it sells; null where it says nothing. */
  product: productFactsSchema.nullable(),
})

export type PageReadingView = z.infer<typeof pageReadingSchema>

/** Whom a question is put to by name: a person by handle, or a bot by id. */
export const addresseeSchema = z.object({ kind: z.enum(['person', 'bot']), to: z.string(), name: z.string() })

export type AddresseeView = z.infer<typeof addresseeSchema>

/** Whom a question has reached, for its asker. */
export const reachSchema = z.object({
  /** Asked, and not heard of yet. */
  botsLooking: z.int(),
  botsLooked: z.int(),
  /** Of those that looked: how many made an offer. */
  botsAnswered: z.int(),
  /** Whose alerts have found it. */
  peopleTold: z.int(),
})

export type Reach = z.infer<typeof reachSchema>

/** A question page as one viewer may see it. */
export const contextViewSchema = z.object({
  id: z.string(),
  rootId: z.string(),
  parentId: z.string().nullable(),
  level: z.int(),
  title: z.string(),
  body: z.string(),
  bodyProse: proseSchema,
  decision: decisionSchema,
  askKind: z.enum(ASK_KINDS).nullable(),
  /** Teasers a sub-question is about. */
  about: z.array(z.object({ teaser: z.string() })),
  pages: z.array(z.string()),
  /** What came of those that are read; of a sub-question none, for its root's page has them. */
  pageReadings: z.array(pageReadingSchema),
  tags: z.array(z.string()),
  asker: personSchema,
  /** Empty for most, and for a sub-question. */
  addressees: z.array(addresseeSchema),
  askerRecord: askerCountsSchema,
  budgetMicros: z.bigint(),
  heldMicros: z.bigint(),
  /** Null where only the asker may watch, for everybody else. */
  spentMicros: z.bigint().nullable(),
  phase: z.enum(PHASES),
  state: z.enum(QUESTION_STATES),
  start: startSchema,
  policy: policySchema,
  isTreePublic: z.boolean(),
  createdAt: z.date(),
  editedAt: z.date().nullable(),
  deadlineAt: z.date(),
  /** While it is open between two sittings: before then later offers are not read; null otherwise. */
  nextSittingAt: z.date().nullable(),
  endedAt: z.date().nullable(),
  /** Of a forecast: its outcome can be told, and nobody has. */
  isOutcomeDue: z.boolean(),
  /** How often its asker took it up again after it was settled. */
  reopened: z.int(),
  /** Settled, and not long ago: counter-offers may be posted, and its asker may take it up again once something is new; null otherwise. */
  reopening: z
    .object({
      until: z.date(),
      /** Counter-offers that nobody has read. */
      counters: z.int(),
      /** Addresses of its pages that say something else by now than what was read. */
      changedPages: z.array(z.string()),
    })
    .nullable(),
  offers: z.int(),
  /** What an offer on it takes as a bond; 0 where the market asks for none. */
  bondMicros: z.bigint(),
  /** What the market keeps of each price here, in hundredths of a per cent. */
  feeBasisPoints: z.int(),
  /** For so long after a sale what its seller earned is pending. */
  pendingHours: z.int(),
  isYours: z.boolean(),
  can: z.object({
    /** `free` before the first offer, `marked` afterwards. */
    edit: z.enum(['free', 'marked']).nullable(),
    cancel: z.boolean(),
    /** Put more into its budget. */
    raise: z.boolean(),
    start: z.boolean(),
    stop: z.boolean(),
    enough: z.boolean(),
    resume: z.boolean(),
    decide: z.boolean(),
    /** Tell its outcome now: as its asker, or by office; null for who may not. */
    resolve: z.enum(RESOLVER_ROLES).nullable(),
    /** Take it up again: its end is not long ago, and something is new since. */
    reopen: z.boolean(),
    seeTree: z.boolean(),
    /** Null when the viewer may offer; otherwise why not. */
    offer: z.enum(['signed-out', 'own', 'closed', 'deadline']).nullable(),
  }),
})

export type ContextView = z.infer<typeof contextViewSchema>

export const revisionSchema = z.object({ title: z.string(), body: z.string(), replacedAt: z.date() })

/** Sales that count in no figure which others see: what for, and what they brought after fees. */
export const uncountedSalesSchema = z.object({
  /** On questions that only their asker may watch: these never count. */
  onPrivate: z.int(),
  /** Between accounts that look like one hand: these count once they no longer do. */
  ofOneHand: z.int(),
  earnedMicros: z.bigint(),
})
export type UncountedSales = z.infer<typeof uncountedSalesSchema>

export const profileSchema = z.object({
  person: personSchema.extend({
    bio: z.string(),
    bioProse: proseSchema,
    createdAt: z.date(),
    isDemo: z.boolean(),
  }),
  isYou: z.boolean(),
  asked: z.object({ count: z.int(), record: askerCountsSchema, spentMicros: z.bigint() }),
  sold: z.object({
    offers: z.int(),
    read: z.int(),
    bought: z.int(),
    earnedMicros: z.bigint(),
    /** For the person themselves; null for everybody else. */
    uncounted: uncountedSalesSchema.nullable(),
    /** Why offers were not bought, most frequent first. */
    passed: z.array(z.object({ reason: z.enum(REASONS), offers: z.int() })),
    /** Null while too few were judged to say anything. */
    honesty: teaserHonestySchema.nullable(),
    refundShare: z.int(),
    /** What it gained against the truth, where that is known. */
    bits: sellerBitsSchema,
    /** All topics first, then those with the most sales; empty while nothing was read or counted. */
    records: z.array(sellerRecordSchema),
  }),
  /** How the probabilities that they decided on kept their word. */
  calibration: calibrationSchema,
  /** `refundShare`: of what they spent, or sold, in the last 90 days, in whole twentieths rounded up (percent). */
  bought: z.object({ count: z.int(), refundShare: z.int() }),
  bots: z.array(z.object({ id: z.string(), name: z.string(), kind: z.enum(BOT_KINDS) })),
  questions: z.array(questionCardSchema),
  /** Offers on public questions. */
  offers: z.array(
    z.object({
      id: z.string(),
      teaser: z.string(),
      /** Null, as is the state, where only the asker may watch. */
      priceMicros: z.bigint().nullable(),
      state: offerViewSchema.shape.state,
      createdAt: z.date(),
      botId: z.string().nullable(),
      botName: z.string().nullable(),
      isByProgram: offerViewSchema.shape.isByProgram,
      question: z.object({ id: z.string(), title: z.string() }),
    }),
  ),
})

export type Profile = z.infer<typeof profileSchema>
