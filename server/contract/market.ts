import * as z from 'zod'
import { PHASES } from '../protocol/advance'
import {
  DECISION_KINDS,
  type DecisionKind,
  optionsOf,
  RESOLVER_ROLES,
  RESOLVERS,
  type Resolver,
  statementOf,
} from '../protocol/decision'
import { policySchema } from '../protocol/policy'
import { ASK_KINDS, REASONS } from '../protocol/verdict'
import { AROUND_CHARS_MAX } from '../shared/anchor'
import { AMOUNT_MICROS_MAX, BUDGET_MICROS_MIN, formatCredits, PRICE_MICROS_MIN } from '../shared/money'
import {
  cursorSchema,
  idSchema,
  lineSchema,
  momentSchema,
  TITLE_CHARS_MIN,
  textSchema,
  webAddressSchema,
} from '../shared/text'
import { PAGE_STATES } from '../words/pages'
import { RATINGS } from '../words/ratings'
import { BOT_KINDS } from '../words/sellers'
import { SEAL_REASONS } from '../words/tree'
import { personSchema } from './auth'
import { FOR_ASKER, licenceSchema } from './licence'
import { LIST_STATES, LIST_TABS, PAGES_MAX } from './limits'
import { productFactsSchema } from './product'
import { proseSchema } from './prose'
import { calibrationSchema, sellerBitsSchema } from './records'

export const TITLE_CHARS_MAX = 200
/** 20 000 characters: a long article; beyond that a page address serves better. */
export const BODY_CHARS_MAX = 20_000
export const CLAIM_CHARS_MAX = 500
export const OPTION_CHARS_MAX = 120
export const OPTIONS_MAX = 10
/** The longest address that browsers and servers agree on. */
export const PAGE_CHARS_MAX = 2_000
/** A long paragraph: who marks more than that marks no claim. */
export const QUOTED_CHARS_MAX = 1_000
/** A price as its page has it, "€ 249 with delivery". */
export const PRODUCT_PRICE_CHARS_MAX = 80
/** A page of needs; more belongs into the details. */
export const NEEDS_CHARS_MAX = 2_000
/** A name and an address. */
export const RESOLVE_SOURCE_CHARS_MAX = 500
export const TAGS_MAX = 8
/** A handle, or the id of a bot. */
export const ADDRESSEE_CHARS_MAX = 64
/** Whom one has in mind; whoever is told more often stops reading. */
export const ADDRESSEES_MAX = 10
export const TEASER_CHARS_MIN = 10
export const TEASER_CHARS_MAX = 400
/** About 3 000 words: what an inspector can read in one call beside others. */
export const PRIVATE_CHARS_MAX = 20_000
/** A minute at least, for bots need no longer; 90 days at most, so that no credits are held for ever. */
export const DEADLINE_MINUTES_MIN = 1
export const DEADLINE_MINUTES_MAX = 90 * 24 * 60
export const QUORUM_MAX = 50
export const PAGE_SIZE = 20

export const budgetMicrosSchema = z
  .bigint()
  .min(BUDGET_MICROS_MIN, `A budget is at least ${formatCredits(BUDGET_MICROS_MIN)} credits.`)
  .max(AMOUNT_MICROS_MAX, `A budget is at most ${formatCredits(AMOUNT_MICROS_MAX)} credits.`)

export const priceMicrosSchema = z
  .bigint()
  .min(PRICE_MICROS_MIN, `A price is at least ${formatCredits(PRICE_MICROS_MIN)} credits.`)
  .max(AMOUNT_MICROS_MAX, `A price is at most ${formatCredits(AMOUNT_MICROS_MAX)} credits.`)

/** Made once when a form opens; the same key never has two effects. */
export const requestKeySchema = idSchema().min(8).max(64)

const pageSchema = webAddressSchema(PAGE_CHARS_MAX)

/** Of a page, what a question is about: a passage, and what stands around it (TextQuoteSelector of the Web Annotation Data Model). */
export const passageSchema = z.object({
  /** One of the question's pages. */
  page: pageSchema,
  exact: lineSchema().trim().min(1, 'Mark some words of the page.').max(QUOTED_CHARS_MAX),
  prefix: lineSchema()
    .max(2 * AROUND_CHARS_MAX)
    .default(''),
  suffix: lineSchema()
    .max(2 * AROUND_CHARS_MAX)
    .default(''),
})
export type Passage = z.infer<typeof passageSchema>

export const tagSchema = lineSchema()
  .trim()
  .toLowerCase()
  .regex(/^[\p{L}\p{N}][\p{L}\p{N}+#.-]{0,29}$/u, 'A tag is one word of letters, digits, + # . or -.')

/** What kind of decision the question serves. */
export const decisionSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('open') }),
  z.object({
    kind: z.literal('choice'),
    options: z
      .array(lineSchema().trim().min(1, 'Name this option or remove it.').max(OPTION_CHARS_MAX))
      .min(2, 'A choice needs at least two options.')
      .max(OPTIONS_MAX)
      .refine(
        // Two that have no name yet are each told so.
        (options) => {
          const named = options.filter((option) => option !== '').map((option) => option.toLowerCase())
          return new Set(named).size === named.length
        },
        'Two options are the same.',
      ),
  }),
  z.object({
    kind: z.literal('belief'),
    claim: lineSchema().trim().min(TITLE_CHARS_MIN, 'Write the claim in one sentence.').max(CLAIM_CHARS_MAX),
  }),
  z
    .object({
      kind: z.literal('forecast'),
      /** A statement that will turn out to be so or not. */
      event: lineSchema()
        .trim()
        .min(TITLE_CHARS_MIN, 'Write in one sentence what may come.')
        .max(CLAIM_CHARS_MAX),
      /** After this no probability counts as a forecast. */
      closesAt: momentSchema(),
      /** From then on the outcome may be told. */
      resolvesAt: momentSchema(),
      /** Who tells it. */
      resolver: z.enum(RESOLVERS),
      /** Where it is read: a name or an address; may be empty unless a named source tells it. */
      source: lineSchema().trim().max(RESOLVE_SOURCE_CHARS_MAX),
    })
    .refine(({ closesAt, resolvesAt }) => closesAt <= resolvesAt, {
      path: ['resolvesAt'],
      message: 'The outcome is told when the forecast is closed, or later.',
    })
    .refine(({ resolver, source }) => resolver !== 'source' || source !== '', {
      path: ['source'],
      message: 'Name the source, or say that somebody else tells the outcome.',
    }),
  z.object({
    kind: z.literal('buy'),
    /** The product's page. */
    product: pageSchema,
    /** As the page has it, currency included. */
    price: lineSchema().trim().min(1, 'Write what it costs, as its page says.').max(PRODUCT_PRICE_CHARS_MAX),
    /** What it is needed for, one a line or in sentences. */
    needs: textSchema()
      .trim()
      .min(TITLE_CHARS_MIN, 'Say what you need it for, and what it must do.')
      .max(NEEDS_CHARS_MAX),
  }),
])
export type Decision = z.infer<typeof decisionSchema>

/** When the inspection begins: on the buyer's word, at N offers, or at the deadline. It begins at the deadline in any case. */
export const startSchema = z.discriminatedUnion('rule', [
  z.object({ rule: z.literal('manual') }),
  /** As soon as the bots that were triggered have answered. */
  z.object({ rule: z.literal('now') }),
  z.object({ rule: z.literal('quorum'), offers: z.int().min(1).max(QUORUM_MAX) }),
  z.object({ rule: z.literal('deadline') }),
])
export type Start = z.infer<typeof startSchema>

/**
 * How often a question is read that does not say: twelve times. Sittings are a minute, two, four … apart and the last is held at the
 * deadline (`nextSittingAt`), so these reach over seventeen hours of offers and cost a dozen readings at most.
 */
export const USUAL_SITTINGS = 12

/**
 * How a new question is inspected. It stays open: a provisional answer as soon as the bots have answered, later offers read in further
 * sittings until its deadline or until its asker says enough. `maxSittings: 1` is “answer me once, now”. The protocol by itself has one
 * sitting, and so have questions that were asked before there were several.
 */
export const askPolicySchema = policySchema.extend({
  maxSittings: policySchema.shape.maxSittings.unwrap().default(USUAL_SITTINGS),
})

const questionFields = {
  title: lineSchema()
    .trim()
    .min(TITLE_CHARS_MIN, `Ask in at least ${TITLE_CHARS_MIN} characters.`)
    .max(TITLE_CHARS_MAX, `Keep the question under ${TITLE_CHARS_MAX} characters; details go below.`),
  body: textSchema()
    .trim()
    .max(BODY_CHARS_MAX, `Keep the details under ${BODY_CHARS_MAX} characters; link to a page for more.`),
}

export const askSchema = z.object({
  ...questionFields,
  decision: decisionSchema,
  pages: z.array(pageSchema).max(PAGES_MAX, `At most ${PAGES_MAX} pages.`),
  /** What of one of these pages it is about; left out, all of each, or the claim where a page says it in these words. */
  passage: passageSchema.optional(),
  tags: z.array(tagSchema).max(TAGS_MAX, `At most ${TAGS_MAX} tags.`),
  /** Whom it is put to by name, beside everybody who looks for such a question: people by handle, bots by id. */
  addressees: z
    .array(lineSchema().trim().min(1).max(ADDRESSEE_CHARS_MAX))
    .max(ADDRESSEES_MAX, `At most ${ADDRESSEES_MAX} people and bots by name.`)
    .optional(),
  budgetMicros: budgetMicrosSchema,
  /** From now. */
  deadlineMinutes: z.int().min(DEADLINE_MINUTES_MIN).max(DEADLINE_MINUTES_MAX),
  start: startSchema,
  isTreePublic: z.boolean(),
  /** Every answer is published as soon as it is written; left out, none is. */
  publishWhenDone: z.boolean().optional(),
  policy: askPolicySchema.prefault({}),
  requestKey: requestKeySchema,
})
export type AskInput = z.infer<typeof askSchema>

export const editContextSchema = z.object({
  contextId: idSchema(),
  ...questionFields,
  /** Only before the first offer; left out to keep what is there. */
  decision: decisionSchema.optional(),
  pages: askSchema.shape.pages.optional(),
  tags: askSchema.shape.tags.optional(),
})
export type EditContextInput = z.infer<typeof editContextSchema>

export const postOfferSchema = z.object({
  contextId: idSchema(),
  teaser: lineSchema()
    .trim()
    .min(TEASER_CHARS_MIN, `Say in at least ${TEASER_CHARS_MIN} characters what you are selling.`)
    .max(TEASER_CHARS_MAX, `Keep the teaser under ${TEASER_CHARS_MAX} characters.`),
  privateInfo: textSchema()
    .trim()
    .min(1, 'Write the information you are selling.')
    .max(PRIVATE_CHARS_MAX, `Keep the information under ${PRIVATE_CHARS_MAX} characters.`),
  priceMicros: priceMicrosSchema,
  licence: licenceSchema.default(FOR_ASKER),
  /** May stand on a settled question: read only if its asker takes it up again. Said by the seller, for the price is then their risk. */
  isCounter: z.boolean().default(false),
  requestKey: requestKeySchema,
})
export type PostOfferInput = z.input<typeof postOfferSchema>

export const changeOfferSchema = postOfferSchema.omit({ contextId: true, isCounter: true }).extend({
  offerId: idSchema(),
  version: z.int32(),
  /** Left out to keep what is there. */
  licence: licenceSchema.optional(),
})
export type ChangeOfferInput = z.infer<typeof changeOfferSchema>

/** Long enough for what was wrong. */
export const RATING_REASON_CHARS_MAX = 500
export const rateSchema = z.object({
  rootId: idSchema(),
  offerId: idSchema(),
  rating: z.enum(RATINGS),
  reason: textSchema().trim().min(1, 'Say in a few words why.').max(RATING_REASON_CHARS_MAX),
})
export type RateInput = z.infer<typeof rateSchema>

/** `reason`: for the buyer and the seller; null for others. */
export const ratingViewSchema = z.object({ rating: z.enum(RATINGS), reason: z.string().nullable() })
export type RatingView = z.infer<typeof ratingViewSchema>

export const listSchema = z.object({
  tab: z.enum(LIST_TABS).default('newest'),
  query: lineSchema().trim().max(200).default(''),
  tag: lineSchema().max(30).nullable().default(null),
  decision: z.enum(DECISION_KINDS).nullable().default(null),
  /** Left out, all. */
  state: z.enum(LIST_STATES).nullish(),
  cursor: cursorSchema().nullable().default(null),
})
export type ListInput = z.infer<typeof listSchema>

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
  teaser: z.string().nullable(),
  privateInfo: z.string().nullable(),
  /** The same laid out; null with it. */
  privateProse: proseSchema.nullable(),
  seal: z.enum(SEAL_REASONS).nullable(),
  privateWords: z.int(),
  priceMicros: z.bigint(),
  /** What its buyer may do with it. */
  licence: licenceSchema,
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
  can: z.object({ change: z.boolean(), withdraw: z.boolean(), buyUnseen: z.boolean() }),
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
    /** Why offers were not bought, most frequent first. */
    passed: z.array(z.object({ reason: z.enum(REASONS), offers: z.int() })),
    /** Null while too few were judged to say anything. */
    honesty: teaserHonestySchema.nullable(),
    refundShare: z.int(),
    /** What it gained against the truth, where that is known. */
    bits: sellerBitsSchema,
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
      question: z.object({ id: z.string(), title: z.string() }),
    }),
  ),
})
export type Profile = z.infer<typeof profileSchema>

/** What asking would cost, before confirming. Inspection itself is free in this version. */
export const quoteSchema = z.object({
  budgetMicros: z.bigint(),
  /** What can be asked with now, the allowance in it. */
  availableMicros: z.bigint(),
  /** Of that, what was given for today and is spent first. */
  allowanceMicros: z.bigint(),
  leftMicros: z.bigint(),
})
export type Quote = z.infer<typeof quoteSchema>

/** What `decisionOf` reads of a context's row. */
export type DecisionRow = {
  decision: DecisionKind
  options: string[]
  claim: string
  closesAt: Date | null
  resolvesAt: Date | null
  resolver: Resolver | null
  resolveSource: string
  productUrl: string
  productPrice: string
  needs: string
}

/** The parts of `decisionSchema` as they lie in a context's row. */
export function decisionOf(row: DecisionRow): Decision {
  switch (row.decision) {
    case 'choice':
      return { kind: 'choice', options: row.options }
    case 'belief':
      return { kind: 'belief', claim: row.claim }
    case 'forecast': {
      const { claim, closesAt, resolvesAt, resolver, resolveSource } = row
      if (closesAt === null || resolvesAt === null) throw new Error('A forecast has no dates')
      return {
        kind: 'forecast',
        event: claim,
        closesAt,
        resolvesAt,
        resolver: resolver ?? 'asker',
        source: resolveSource,
      }
    }
    case 'buy':
      return { kind: 'buy', product: row.productUrl, price: row.productPrice, needs: row.needs }
    case 'open':
      return { kind: 'open' }
  }
}

/** As a context's row has it. */
export function rowOfDecision(decision: Decision): DecisionRow {
  const { kind } = decision
  return {
    decision: kind,
    options: [...optionsOf(decision)],
    claim: statementOf(decision) ?? '',
    ...(kind === 'forecast'
      ? {
          closesAt: decision.closesAt,
          resolvesAt: decision.resolvesAt,
          resolver: decision.resolver,
          resolveSource: decision.source,
        }
      : { closesAt: null, resolvesAt: null, resolver: null, resolveSource: '' }),
    ...(kind === 'buy'
      ? { productUrl: decision.product, productPrice: decision.price, needs: decision.needs }
      : { productUrl: '', productPrice: '', needs: '' }),
  }
}

/** The pages of a question: a product's own comes first. */
export function pagesOf(decision: Decision | undefined, pages: readonly string[]): string[] {
  if (decision?.kind !== 'buy') return [...pages]
  return [decision.product, ...pages.filter((page) => page !== decision.product)]
}
