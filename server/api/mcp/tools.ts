import * as z from 'zod'
import {
  CLAIM_CHARS_MAX,
  type Decision,
  NEEDS_CHARS_MAX,
  OPTION_CHARS_MAX,
  PAGE_CHARS_MAX,
  PRODUCT_PRICE_CHARS_MAX,
  RESOLVE_SOURCE_CHARS_MAX,
} from '../../contract/decision'
import {
  askSchema,
  BODY_CHARS_MAX,
  postOfferSchema,
  USUAL_FOLLOW_UP_DEPTH,
  USUAL_SITTINGS,
} from '../../contract/market'
import { answerQueuedSchema, queuedSchema } from '../../contract/queue'
import { REQUEST_STATES } from '../../contract/spend-requests'
import { DECISION_KINDS, RESOLVERS } from '../../protocol/decision'
import { DEFAULT_POLICY } from '../../protocol/policy'
import { cursorSchema, lineSchema, textSchema } from '../../shared/text'
import { byNumber } from '../../tree/citations'
import { type AnswerView, TREE_STATUSES, type TreeStatus } from '../../tree/contract'
import { type Inspected, inspectSchema } from '../../tree/outcome'
import { creditsCodec, encode, wireSchema } from '../rest/wire'
import { GAME_TOOLS } from './game-tools'
import { amount, moment, someId, type Tool, text, tool } from './tool'

const byProgram = z.boolean().meta({
  description: 'Posted by a bot, or with a key of its seller’s: no person is known to have written it.',
})
/** With the parts of its kind; times are RFC 3339. */
const decisionOut = z.looseObject({ kind: z.enum(DECISION_KINDS) })

/** A bot answers within seconds, a person within hours: often enough for the one, seldom enough for the other. */
export const POLL_SECONDS = 5
/** People answer within a minute or within hours. */
const REQUEST_POLL_SECONDS = 30
const OVER: readonly TreeStatus[] = ['settled', 'cancelled', 'failed']

const search = tool({
  name: 'search',
  title: 'Search questions and answers',
  description:
    'Finds what was asked and answered on the market. Look here before you ask: an answer that somebody published costs nothing.',
  isPublic: true,
  isReadOnly: true,
  calls: ['contexts.list'],
  input: z.strictObject({
    query: lineSchema()
      .max(200)
      .default('')
      .meta({ description: 'Words to look for; empty for the newest.' }),
    onlyAnswered: z.boolean().default(false),
    cursor: cursorSchema().optional().meta({ description: 'Of the page before.' }),
  }),
  output: z.object({
    questions: z.array(
      z.object({
        questionId: text,
        title: text,
        state: text,
        tags: z.array(text),
        budget: amount,
        offers: z.int(),
        deadlineAt: moment,
        answer: z
          .object({
            verdict: text.nullable(),
            probability: z.number().nullable(),
            lead: text,
            writtenBy: text.meta({ description: 'The model or built-in inspector that wrote it.' }),
          })
          .nullable()
          .meta({ description: 'What is published of its answer.' }),
      }),
    ),
    nextCursor: text.nullable(),
  }),
  async run(market, { query, onlyAnswered, cursor }) {
    const tab = onlyAnswered ? 'answered' : 'newest'
    const { items, nextCursor } = await market.contexts.list({ tab, query, cursor: cursor ?? null })
    const questions = items.map(({ id, title, state, tags, budgetMicros, offers, deadlineAt, answer }) => ({
      questionId: id,
      title,
      state,
      tags,
      budget: encode(budgetMicros),
      offers,
      deadlineAt: encode(deadlineAt),
      answer: answer && {
        verdict: answer.verdict,
        probability: answer.probability,
        lead: answer.lead,
        writtenBy: answer.writtenBy,
      },
    }))
    return { data: { questions, nextCursor }, untrusted: true }
  },
})

const optionsSchema = z
  .array(lineSchema().max(OPTION_CHARS_MAX))
  .min(2)
  .max(10)
  .optional()
  .meta({ description: 'For a choice between these.' })
const claimSchema = lineSchema()
  .max(CLAIM_CHARS_MAX)
  .optional()
  .meta({ description: 'For how probable this is.' })
const keySchema = z
  .string()
  .regex(/^[\w:.-]{8,64}$/)
  .meta({ description: 'Made by you for this question; sent again it asks nothing twice.' })

const forecastSchema = z
  .strictObject({
    event: lineSchema()
      .max(CLAIM_CHARS_MAX)
      .meta({ description: 'A statement that will turn out to be so or not.' }),
    closesAt: z.iso
      .datetime({ offset: true })
      .optional()
      .meta({ description: 'After it no probability counts; left out, when the outcome can be told.' }),
    resolvesAt: z.iso
      .datetime({ offset: true })
      .meta({ description: 'From then on the outcome can be told.' }),
    resolver: z
      .enum(RESOLVERS)
      .default('asker')
      .meta({ description: 'Who tells it; `source`: you, by what it says.' }),
    source: lineSchema()
      .max(RESOLVE_SOURCE_CHARS_MAX)
      .default('')
      .meta({ description: 'Where the outcome will be read.' }),
  })
  .optional()
  .meta({ description: 'For how probable it is that something comes.' })
const productSchema = z
  .strictObject({
    page: lineSchema().max(PAGE_CHARS_MAX).meta({ description: 'The address of its page.' }),
    price: lineSchema()
      .max(PRODUCT_PRICE_CHARS_MAX)
      .meta({ description: 'What it costs, with the currency.' }),
    needs: textSchema().max(NEEDS_CHARS_MAX).meta({ description: 'What it is needed for, one a line.' }),
  })
  .optional()
  .meta({ description: 'For whether to buy it.' })

/** What kind of decision it is, by which of these is named; without any, an answer in words. */
const kinds = { options: optionsSchema, claim: claimSchema, forecast: forecastSchema, product: productSchema }
type Kinds = z.output<z.ZodObject<typeof kinds>>

const namesOneKind = (named: Kinds) =>
  [named.options, named.claim, named.forecast, named.product].filter((kind) => kind !== undefined).length < 2
const ONE_KIND = 'Name one of options, claim, forecast and product, or none for an answer in words.'

/** What it does not keep to is refused by the procedure, as on the page. */
function decisionOf({ options, claim, forecast, product }: Kinds): Decision {
  if (options) return { kind: 'choice', options }
  if (claim) return { kind: 'belief', claim }
  if (forecast) {
    const { closesAt = forecast.resolvesAt, resolvesAt, ...rest } = forecast
    const dates = { closesAt: new Date(closesAt), resolvesAt: new Date(resolvesAt) }
    return { kind: 'forecast', ...rest, ...dates }
  }
  if (product) return { kind: 'buy', product: product.page, price: product.price, needs: product.needs }
  return { kind: 'open' }
}

/** What the last answer holds a claim or a forecast to be worth believing. */
function probabilityIn({ trail }: AnswerView): number | null {
  const last = trail.at(-1)
  return last?.kind === 'belief' ? last.probability : null
}

const ask = tool({
  name: 'ask',
  title: 'Ask the market',
  description:
    'Puts a question with a budget. Sellers and bots offer information, an inspector reads it, buys what is worth its price and forgets the rest; unspent credits return. Answers at once with a handle: call read_question with it until it is over.',
  isPublic: false,
  isReadOnly: false,
  calls: ['contexts.ask'],
  input: z
    .strictObject({
      title: askSchema.shape.title.meta({ description: 'The question, in one sentence.' }),
      body: textSchema().max(BODY_CHARS_MAX).default('').meta({ description: 'Details, Markdown.' }),
      ...kinds,
      budget: creditsCodec.meta({ description: 'The most that may be spent, in credits as decimal text.' }),
      minutes: z.int().min(1).max(129_600).default(60).meta({ description: 'Open for so long.' }),
      answerOnce: z.boolean().default(true).meta({
        description: 'True: one answer, as soon as the bots have spoken. False: open for better offers.',
      }),
      isPublic: z.boolean().default(false).meta({ description: 'Everybody may watch the inspection.' }),
      idempotencyKey: keySchema,
    })
    .refine(namesOneKind, ONE_KIND),
  output: z.object({ questionId: text, pollAfterSeconds: z.int() }),
  async run(market, { title, body, budget, minutes, answerOnce, isPublic, idempotencyKey, ...named }) {
    const { contextId } = await market.contexts.ask({
      title,
      body,
      decision: decisionOf(named),
      pages: [],
      tags: [],
      budgetMicros: budget,
      deadlineMinutes: minutes,
      start: { rule: 'now' },
      isTreePublic: isPublic,
      policy: {
        ...DEFAULT_POLICY,
        followUpDepth: USUAL_FOLLOW_UP_DEPTH,
        maxSittings: answerOnce ? 1 : USUAL_SITTINGS,
      },
      requestKey: idempotencyKey,
    })
    return { data: { questionId: contextId, pollAfterSeconds: POLL_SECONDS }, untrusted: false }
  },
})

/** What an inspection came to, as `inspect` says it. */
/** JSON Web Signature, flattened (RFC 7515): its payload is the receipt. */
const jws = z.object({ payload: text, protected: text, signature: text })

export const outcomeData = ({ contextId, spentMicros, citations, ...outcome }: Inspected) => ({
  questionId: contextId,
  ...outcome,
  citations: citations.map(({ priceMicros, ...one }) => ({ ...one, price: encode(priceMicros) })),
  spent: encode(spentMicros),
})

export const inspect = tool({
  name: 'inspect',
  title: 'Buy what a decision needs',
  description:
    'One call for one decision, with the most that it may cost: asks the market, waits some seconds while an inspector reads what is offered and buys what is worth its price, and answers with a verdict, a cited answer and the cost. While isOver is false, call it again with the same idempotencyKey.',
  isPublic: false,
  isReadOnly: false,
  calls: ['inspection.inspect'],
  input: z
    .strictObject({
      decision: askSchema.shape.title.meta({ description: 'What is to be decided, in one sentence.' }),
      details: textSchema().max(BODY_CHARS_MAX).default('').meta({ description: 'Details, Markdown.' }),
      ...kinds,
      atMost: creditsCodec.meta({ description: 'The most that may be spent, in credits as decimal text.' }),
      waitSeconds: inspectSchema.shape.waitSeconds,
      idempotencyKey: keySchema,
    })
    .refine(namesOneKind, ONE_KIND),
  output: z.object({
    questionId: text,
    isOver: z.boolean(),
    status: z.enum(TREE_STATUSES),
    verdict: z.object({ probability: z.number().nullable(), option: text.nullable() }).nullable(),
    answer: text.nullable().meta({ description: 'Markdown; [n] is the n-th citation.' }),
    citations: z.array(
      z.object({
        number: z.int(),
        offerId: text,
        seller: text,
        isBot: z.boolean(),
        isByProgram: byProgram,
        teaser: text.nullable(),
        privateInfo: text.nullable(),
        price: amount,
      }),
    ),
    spent: amount,
    receipt: jws.nullable().meta({ description: 'Signed; null while it is not over.' }),
    pollAfterSeconds: z.int().nullable(),
  }),
  async run(market, { decision, details, atMost, waitSeconds, idempotencyKey, ...named }) {
    const outcome = await market.inspection.inspect({
      title: decision,
      body: details,
      decision: decisionOf(named),
      budgetMicros: atMost,
      waitSeconds,
      requestKey: idempotencyKey,
    })
    return { data: outcomeData(outcome), untrusted: true }
  },
})

export const readQuestion = tool({
  name: 'read_question',
  title: 'Read a question, its inspection and its answer',
  description:
    'How a question stands: its offers, what was bought and why, the sub-questions that were asked, and the answer with what it cites. Poll it while isOver is false.',
  isPublic: true,
  isReadOnly: true,
  calls: ['contexts.view', 'offers.list', 'inspection.tree', 'resale.list'],
  input: z.strictObject({ questionId: someId('Of a question.') }),
  output: z.object({
    questionId: text,
    title: text,
    body: text,
    state: text,
    status: z
      .enum(TREE_STATUSES)
      .nullable()
      .meta({ description: 'Of its inspection; null where only its asker may watch.' }),
    isOver: z.boolean(),
    pollAfterSeconds: z.int().nullable(),
    budget: amount,
    spent: amount.nullable().meta({ description: 'Null to those who may not watch it.' }),
    answer: z
      .object({
        markdown: text
          .nullable()
          .meta({ description: 'Whole for its asker; for others what was published.' }),
        revision: z.int(),
        probability: z.number().nullable().meta({ description: 'Of a claim or a forecast, from 0 to 1.' }),
        writtenBy: text.meta({
          description: 'The model or built-in inspector that wrote it, never a person.',
        }),
        citations: z.array(z.object({ number: z.int(), offerId: text, price: amount })),
      })
      .nullable(),
    outcome: text
      .nullable()
      .meta({ description: 'What came of a forecast or a claim; null while it is not told.' }),
    reopening: z
      .object({ until: moment, counterOffers: z.int(), changedPages: z.array(text) })
      .nullable()
      .meta({
        description:
          'It is settled and takes counter-offers until then; its asker may take it up again with `reopen` once there is one, or a page has changed.',
      }),
    questions: z.array(
      z.object({
        questionId: text,
        parentId: text.nullable(),
        title: text.nullable(),
        budget: amount,
        phase: text,
      }),
    ),
    offers: z.array(
      z.object({
        offerId: text,
        questionId: text,
        seller: text,
        isBot: z.boolean(),
        isByProgram: byProgram,
        teaser: text.nullable(),
        price: amount.nullable(),
        state: text.nullable(),
        reason: text.nullable(),
        privateInfo: text.nullable().meta({ description: 'Of what you bought or wrote yourself.' }),
      }),
    ),
    forResale: z.array(z.object({ offerId: text, price: amount })).meta({
      description: 'Sources of the published answer that you can buy now with buy_source, and read at once.',
    }),
  }),
  async run(market, { questionId }) {
    const view = await market.contexts.view({ id: questionId })
    const tree = view.can.seeTree ? await market.inspection.tree({ rootId: view.rootId }) : null
    const offers = tree?.offers ?? (await market.offers.list({ contextId: questionId }))
    const isOver = tree ? OVER.includes(tree.status) : view.endedAt !== null
    const answer = tree?.answer ?? null
    const sales = tree?.published.standing ? await market.resale.list({ rootId: view.rootId }) : []
    return {
      untrusted: true,
      data: {
        questionId,
        title: view.title,
        body: view.body,
        state: view.state,
        status: tree?.status ?? null,
        isOver,
        pollAfterSeconds: isOver ? null : POLL_SECONDS,
        budget: encode(view.budgetMicros),
        spent: encode(view.spentMicros),
        answer: answer && {
          markdown: answer.markdown ?? tree?.published.standing?.markdown ?? null,
          revision: answer.revision,
          probability: probabilityIn(answer),
          writtenBy: answer.writtenBy,
          citations: byNumber(answer.citations).map(({ number, offerId, priceMicros }) => ({
            number,
            offerId,
            price: encode(priceMicros),
          })),
        },
        outcome: tree?.resolved.standing?.outcome ?? null,
        reopening: view.reopening && {
          until: encode(view.reopening.until),
          counterOffers: view.reopening.counters,
          changedPages: view.reopening.changedPages,
        },
        questions: (tree?.contexts ?? []).map(({ id, parentId, title, budgetMicros, phase }) => ({
          questionId: id,
          parentId,
          title,
          budget: encode(budgetMicros),
          phase,
        })),
        offers: offers.map(
          ({
            id,
            contextId,
            seller,
            botId,
            isByProgram,
            teaser,
            priceMicros,
            state,
            reason,
            privateInfo,
          }) => ({
            offerId: id,
            questionId: contextId,
            seller: seller.handle,
            isBot: botId !== null,
            isByProgram,
            teaser,
            price: encode(priceMicros),
            state,
            reason,
            privateInfo,
          }),
        ),
        forResale: sales
          .filter(({ hurdle }) => hurdle === null || hurdle === 'signed-out')
          .map(({ offerId, priceMicros }) => ({ offerId, price: encode(priceMicros) })),
      },
    }
  },
})

const readReceipt = tool({
  name: 'read_receipt',
  title: 'The signed receipt of a question that has ended',
  description:
    'What was bought for it at what price, what was left and why, with commitments to the texts; signed, so that it can be shown elsewhere.',
  isPublic: true,
  isReadOnly: true,
  calls: ['receipts.tree'],
  input: z.strictObject({ questionId: someId('Of a question that has ended.') }),
  output: z.object({ receipt: z.looseObject({ kind: text }), jws }),
  async run(market, { questionId }) {
    return { data: await market.receipts.tree({ rootId: questionId }), untrusted: true }
  },
})

const buySource = tool({
  name: 'buy_source',
  title: 'Buy a source of a published answer',
  description:
    'Buys what read_question lists under forResale, at its seller’s price, and answers with its text. Final: an inspector read it before, and its first buyer kept it. Cheaper than asking again.',
  isPublic: false,
  isReadOnly: false,
  calls: ['resale.buy', 'resale.bought'],
  input: z.strictObject({
    offerId: someId('Of forResale.'),
    price: creditsCodec.meta({ description: 'As it stands there.' }),
    idempotencyKey: keySchema,
  }),
  output: z.object({ questionId: text, teaser: text.nullable(), privateInfo: text.nullable() }),
  async run(market, { offerId, price, idempotencyKey }) {
    const { resaleId, rootId } = await market.resale.buy({
      offerId,
      priceMicros: price,
      requestKey: idempotencyKey,
    })
    // The newest, unless a later call came between; then it is under `GET /resale` all the same.
    const { items } = await market.resale.bought({ cursor: null })
    const bought = items.find(({ id }) => id === resaleId)
    return {
      data: {
        questionId: rootId,
        teaser: bought?.teaser ?? null,
        privateInfo: bought?.privateInfo ?? null,
      },
      untrusted: true,
    }
  },
})

const reopen = tool({
  name: 'reopen',
  title: 'Take a settled question up again',
  description:
    'With a new budget, when read_question says that counter-offers wait or a page has changed: what is new is read, knowing what was bought, and the answer is revised.',
  isPublic: false,
  isReadOnly: false,
  calls: ['inspection.reopen'],
  input: z.strictObject({
    questionId: someId('Of a settled question of yours.'),
    budget: creditsCodec.meta({ description: 'The most that may be spent now, in credits as decimal text.' }),
    idempotencyKey: keySchema,
  }),
  output: z.object({ questionId: text, pollAfterSeconds: z.int() }),
  async run(market, { questionId, budget, idempotencyKey }) {
    const again = { rootId: questionId, budgetMicros: budget, requestKey: idempotencyKey }
    const { rootId } = await market.inspection.reopen(again)
    return { data: { questionId: rootId, pollAfterSeconds: POLL_SECONDS }, untrusted: false }
  },
})

const offer = tool({
  name: 'offer',
  title: 'Offer information',
  description:
    'Puts a priced offer on a question: a public teaser, and private information that only an inspector reads before it is bought. A settled question takes it only as a counter-offer (isCounter): read only if the asker takes the question up again.',
  isPublic: false,
  isReadOnly: false,
  calls: ['offers.post'],
  input: z.strictObject({
    questionId: someId('On which question.'),
    teaser: postOfferSchema.shape.teaser.meta({
      description: 'Public: what you know, without giving it away.',
    }),
    privateInfo: postOfferSchema.shape.privateInfo.meta({
      description: 'What you sell. Say how you know it.',
    }),
    price: creditsCodec,
    isCounter: postOfferSchema.shape.isCounter.meta({
      description: 'May stand on a settled question, as a counter-offer.',
    }),
    idempotencyKey: z.string().regex(/^[\w:.-]{8,64}$/),
  }),
  output: z.object({ offerId: text }),
  async run(market, { questionId, teaser, privateInfo, price, isCounter, idempotencyKey }) {
    const posted = await market.offers.post({
      contextId: questionId,
      teaser,
      privateInfo,
      priceMicros: price,
      isCounter,
      requestKey: idempotencyKey,
    })
    return { data: posted, untrusted: false }
  },
})

const listWaiting = tool({
  name: 'list_waiting',
  title: 'What waits for a bot of yours',
  description: 'Questions that wait for a bot of the kind “your own program”, longest first.',
  isPublic: false,
  isReadOnly: true,
  calls: ['bots.queue'],
  input: z.strictObject({ botId: someId('A bot of yours.') }),
  output: z.object({
    waiting: z.array(
      z.object({
        runId: text,
        contextId: text,
        question: queuedSchema.shape.question.extend({ decision: decisionOut }),
        subject: queuedSchema.shape.subject,
        budget: amount,
        price: z.object({ rule: text, usual: amount, min: amount, max: amount }),
        offersMax: z.int(),
        closesAt: moment.nullable(),
        waitingSince: moment,
      }),
    ),
  }),
  run: async (market, { botId }) => ({
    data: { waiting: encode(await market.bots.queue({ botId })) },
    untrusted: true,
  }),
})

const answerWaiting = tool({
  name: 'answer_waiting',
  title: 'Answer what waits',
  description: 'Answers a question that waits for a bot of yours, with offers, or with none to pass.',
  isPublic: false,
  isReadOnly: false,
  calls: ['bots.answerQueued'],
  input: wireSchema(answerQueuedSchema, 'in') as z.ZodType<z.input<typeof answerQueuedSchema>>,
  output: z.object({ state: text, silence: text.nullable() }),
  run: async (market, input) => ({ data: await market.bots.answerQueued(input), untrusted: false }),
})

const wallet = tool({
  name: 'wallet',
  title: 'Your wallet',
  description: 'What you have, what is held in open questions, and what you earned and spent.',
  isPublic: false,
  isReadOnly: true,
  calls: ['wallet.summary'],
  input: z.strictObject({}),
  output: z.object({
    available: amount,
    allowance: amount,
    held: amount,
    bond: amount,
    total: amount,
    pending: amount,
    pendingFrom: text.nullable(),
    pendingUntil: text.nullable(),
    earned: amount,
    spent: amount,
  }),
  run: async (market) => ({ data: Object(encode(await market.wallet.summary())), untrusted: false }),
})

const readRequest = tool({
  name: 'read_request',
  title: 'How a spend that waits for a yes stands',
  description:
    'What ask or reopen answered with a requestId: waiting, done (then with the questionId), declined or expired. Its owner answers on a page of the market.',
  isPublic: false,
  isReadOnly: true,
  calls: ['requests.view'],
  input: z.strictObject({ requestId: someId('As the refusal named it.') }),
  output: z.object({
    requestId: text,
    state: z.enum(REQUEST_STATES),
    amount,
    questionId: text.nullable(),
    expiresAt: moment,
    pollAfterSeconds: z.int().nullable(),
  }),
  async run(market, { requestId }) {
    const { state, amountMicros, contextId, expiresAt } = await market.requests.view({ requestId })
    return {
      data: {
        requestId,
        state,
        amount: encode(amountMicros),
        questionId: contextId,
        expiresAt: encode(expiresAt),
        pollAfterSeconds: state === 'waiting' ? REQUEST_POLL_SECONDS : null,
      },
      untrusted: false,
    }
  },
})

export const TOOLS: readonly Tool[] = [
  search,
  inspect,
  ask,
  readQuestion,
  reopen,
  readReceipt,
  buySource,
  readRequest,
  offer,
  listWaiting,
  answerWaiting,
  wallet,
  ...GAME_TOOLS,
]
