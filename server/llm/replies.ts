import * as z from 'zod'
import { PRIVATE_CHARS_MAX, TEASER_CHARS_MAX } from '@/server/contract/market'
import { sizesWithin } from '@/server/protocol/bits'
import { CLAIM_VERDICTS, optionsOf, statementOf } from '@/server/protocol/decision'
import type { Strategy } from '@/server/protocol/policy'
import { ASK_KINDS, BUY_REASONS } from '@/server/protocol/verdict'
import { SCHEMA_WORDS } from '@/server/shared/schema-words'
import { creditsText } from './fence'
import { meantHandle, meantMicros, meantWord } from './mend'
import type {
  AnswerReply,
  AnswerTask,
  AppraiseReply,
  AppraiseTask,
  DecisionText,
  InspectReply,
  InspectTask,
  LacksTask,
  OfferReply,
  OfferTask,
  Recommended,
  RecommendTask,
} from './model'

/** What a reply is; or what is wrong with it, as its model is told: made of our words and its own. */
export type Read<T> = { ok: true; value: T } | { ok: false; problem: string }

/**
 * The closed forms of a model's replies, each made for its task. The schema is sent as a strict JSON schema, so that a server
 * that keeps to it cannot err; `example` stands in the prompt, for servers that know no schemas; `read` checks what comes back,
 * mends what has one meaning, and turns it into what the port promises.
 */
export type ReplyForm<T> = {
  /** Names the JSON schema; a letter-and-underscore word. */
  name: 'verdict' | 'appraisal' | 'recommendation' | 'answer' | 'offer'
  schema: z.ZodType
  example: object
  read(reply: unknown): Read<T>
}

function problemOf(error: z.ZodError): { ok: false; problem: string } {
  const told = error.issues
    .slice(0, PROBLEMS_TOLD)
    .map(({ path, message }) => `${path.join('.')}: ${message}`)
  return { ok: false, problem: told.join('; ') }
}
/** More than a few do not help whoever has lost the form. */
const PROBLEMS_TOLD = 3

/** Reasons that are an opinion of the inspector's; the others are set by the market. */
const OPINIONS = [
  'irrelevant',
  'too-expensive',
  'redundant',
  'unconvincing',
  'contradicted',
  'misleading-teaser',
] as const

/** A page of thoughts; a debate ends after so many turns. */
const THOUGHTS_CHARS_MAX = 6_000
const TURNS_MAX = 12
const TURN_CHARS_MAX = 1_000

/** Of a reply, read leniently: a missing list is an empty one, a word of a closed list may be written as people write. */
const lenient = {
  buy: z.array(z.object({ handle: z.string(), reason: word(BUY_REASONS) })).nullish(),
  pass: z.array(z.object({ handle: z.string(), reason: word(OPINIONS) })).nullish(),
  misleading: z.array(z.string()).nullish(),
  ask: z
    .array(
      z.object({
        about: z.union([z.array(z.string()), z.string().transform((one) => [one])]),
        kind: word(ASK_KINDS),
        // The market words a sub-question; what a model writes all the same is not needed.
        question: z.string().default(''),
        budget: z.union([z.string(), z.number()]),
      }),
    )
    .nullish(),
}
const lenientVerdict = z.object(lenient)

function word<const T extends readonly [string, ...string[]]>(words: T) {
  return z.string().transform(meantWord).pipe(z.enum(words))
}

/** A verdict on the offers on this table. Reasoning comes first, so that it is written before what rests on it; it is dropped here. */
export function verdictForm(task: InspectTask): ReplyForm<InspectReply> {
  const handles = task.offers.map((offer) => offer.handle)
  return {
    name: 'verdict',
    schema: verdictSchema(task, handles),
    example: verdictExample(task, handles),
    read(reply) {
      const parsed = lenientVerdict.safeParse(reply, SCHEMA_WORDS)
      if (!parsed.success) return problemOf(parsed.error)
      const { buy, pass, misleading, ask } = parsed.data
      const meant = <T extends { handle: string }>(named: T) => ({
        ...named,
        handle: meantHandle(named.handle, handles),
      })
      const verdict: InspectReply = {
        buy: (buy ?? []).map(meant),
        pass: (pass ?? []).map(meant),
        ...(misleading ? { misleading: misleading.map((handle) => meantHandle(handle, handles)) } : {}),
        ask: [],
      }
      for (const { about, budget, ...wish } of ask ?? []) {
        const budgetMicros = meantMicros(budget)
        if (budgetMicros === null) return { ok: false, problem: `ask: "${budget}" is not an amount` }
        verdict.ask.push({
          ...wish,
          about: about.map((handle) => meantHandle(handle, handles)),
          budgetMicros,
        })
      }
      return namesNothing(verdict, handles)
        ? { ok: false, problem: `it names none of the offers on the table, which are ${handles.join(', ')}` }
        : { ok: true, value: verdict }
    },
  }
}

/** Where there are offers, a verdict says something of one of them: another one was meant for another table. */
function namesNothing({ buy, pass, ask }: InspectReply, handles: readonly string[]): boolean {
  const named = [...buy, ...pass].map(({ handle }) => handle).concat(ask.flatMap(({ about }) => about))
  const isAboutTheQuestion = ask.some(({ about }) => about.length === 0)
  return handles.length > 0 && !isAboutTheQuestion && !named.some((handle) => handles.includes(handle))
}

function verdictSchema(
  { strategy, asksAllowed, appraisals, budgetMicros }: InspectTask,
  handles: readonly string[],
): z.ZodType {
  const [size, ...smaller] = sizesWithin(budgetMicros).map(creditsText)
  const [first, ...others] = handles
  // Without offers the lists stay empty; a schema still wants a shape.
  const handle = first === undefined ? z.string() : z.enum([first, ...others])
  const list = <T extends z.ZodType>(item: T, max = handles.length) => z.array(item).max(max)
  const shape = {
    buy: list(z.object({ handle, reason: z.enum(BUY_REASONS) })),
    pass: list(z.object({ handle, reason: z.enum(OPINIONS) })),
    ...(appraisals ? {} : { misleading: list(handle) }),
    ...(asksAllowed > 0 && size !== undefined
      ? {
          ask: list(
            z.object({
              about: list(handle),
              kind: z.enum(ASK_KINDS),
              // The market rounds down to these anyway.
              budget: z.enum([size, ...smaller]),
            }),
            asksAllowed,
          ),
        }
      : {}),
  }
  return z.object({ ...REASONING[strategy], ...shape })
}

const REASONING: Record<Strategy, z.ZodRawShape> = {
  direct: {},
  'chain-of-thought': { thoughts: z.string().max(THOUGHTS_CHARS_MAX) },
  debate: {
    debate: z
      .array(z.object({ speaker: z.enum(['best', 'thrifty']), says: z.string().max(TURN_CHARS_MAX) }))
      .max(TURNS_MAX),
  },
}

const REASONING_EXAMPLE: Record<Strategy, object> = {
  direct: {},
  'chain-of-thought': { thoughts: 'A answers it and is cheap; B is beside the point.' },
  debate: {
    debate: [
      { speaker: 'best', says: 'A settles it.' },
      { speaker: 'thrifty', says: 'Then B adds nothing for its price.' },
    ],
  },
}

/** One purchase, one pass, one question: as many as this table can show. */
function verdictExample(
  { strategy, asksAllowed, appraisals }: InspectTask,
  handles: readonly string[],
): object {
  const [one, other] = handles
  return {
    ...REASONING_EXAMPLE[strategy],
    buy: one === undefined ? [] : [{ handle: one, reason: 'worth-its-price' }],
    pass: other === undefined ? [] : [{ handle: other, reason: 'irrelevant' }],
    ...(appraisals ? {} : { misleading: [] }),
    ...(asksAllowed > 0 ? { ask: [] } : {}),
  }
}

/** A number, or one written as text. */
const numeral = z.union([
  z.number(),
  z
    .string()
    .regex(/^\s*-?\d+(\.\d+)?\s*$/)
    .transform(Number),
])

const score = z.number().min(0).max(10)
const appraisalShape = { relevance: score, credibility: score, novelty: score, isTeaserFair: z.boolean() }
const lenientScore = numeral.pipe(score)
const lenientAppraisal = z.object({
  relevance: lenientScore,
  credibility: lenientScore,
  novelty: lenientScore,
  isTeaserFair: z.boolean(),
  // A proposal that cannot be read is none: the scores stand.
  check: word(ASK_KINDS).nullish().catch(null),
})

/** Scores of one offer that is read alone and, where one may be asked, the check that its reader proposes. */
export function appraisalForm({ mayAsk }: Pick<AppraiseTask, 'mayAsk'>): ReplyForm<AppraiseReply> {
  const example = { relevance: 8, credibility: 6, novelty: 7, isTeaserFair: true }
  return {
    name: 'appraisal',
    schema: z.object(mayAsk ? { ...appraisalShape, check: z.enum(ASK_KINDS).nullable() } : appraisalShape),
    example: mayAsk ? { ...example, check: null } : example,
    read(reply) {
      const parsed = lenientAppraisal.safeParse(reply, SCHEMA_WORDS)
      if (!parsed.success) return problemOf(parsed.error)
      return { ok: true, value: { ...parsed.data, check: mayAsk ? (parsed.data.check ?? null) : null } }
    },
  }
}

/** Some ten pages: an answer is read by a person. */
export const ANSWER_CHARS_MAX = 20_000
const answerSchema = z.object({ markdown: z.string().trim().min(1).max(ANSWER_CHARS_MAX) })
const UTILITY_MAX = 10
const probability = z.number().min(0).max(1)
const utility = z.number().min(-UTILITY_MAX).max(UTILITY_MAX)

/** One probability, of a claim with what it is held to be, or a utility for each option. An open question has none. */
export function recommendationForm({ question: { decision } }: RecommendTask): ReplyForm<Recommended> {
  return {
    name: 'recommendation',
    schema: z.object(recommendationShape(decision, z.number(), z.enum(CLAIM_VERDICTS))),
    example: recommendationExample(decision),
    read(reply) {
      const parsed = z
        .object(recommendationShape(decision, numeral, lenientVerdictWord))
        .safeParse(reply, SCHEMA_WORDS)
      return parsed.success
        ? { ok: true, value: recommendedOf(decision, parsed.data) }
        : problemOf(parsed.error)
    },
  }
}

/** An answer that cites what it rests on. */
export function answerForm({ question, dossier, sealed = [], lacks }: AnswerTask): ReplyForm<AnswerReply> {
  const read = (question.read ?? []).filter(({ notRead }) => notRead === null)
  const handles = [...dossier, ...read].map(({ handle }) => handle).concat(sealed)
  return {
    name: 'answer',
    schema: lacks ? answerSchema.extend(lacksShape(lacks)) : answerSchema,
    example: {
      markdown: handles.length === 0 ? 'Nothing was bought.' : `It is so in dry soil. [${handles[0]}]`,
      ...(lacks ? { ...REASONING_EXAMPLE[lacks.strategy], missing: [] } : {}),
    },
    read(reply) {
      const parsed = answerSchema.safeParse(reply, SCHEMA_WORDS)
      if (!parsed.success) return problemOf(parsed.error)
      const markdown = withoutUnknownCitations(parsed.data.markdown, handles)
      if (handles.length > 0 && !handles.some((handle) => markdown.includes(`[${handle}]`))) {
        return { ok: false, problem: `it cites nothing; what it rests on is cited as [${handles[0]}]` }
      }
      return { ok: true, value: { markdown, ...(lacks ? { missing: missingIn(reply, lacks) } : {}) } }
    },
  }
}

/** Reasoning comes before what rests on it; it is dropped here. */
function lacksShape({ strategy, parts, asksAllowed, budgetMicros }: LacksTask): z.ZodRawShape {
  const [first = '1', ...others] = parts.map((_, index) => String(index + 1))
  const [size = creditsText(budgetMicros), ...smaller] = sizesWithin(budgetMicros).map(creditsText)
  const one = z.object({ part: z.enum([first, ...others]), budget: z.enum([size, ...smaller]) })
  return { ...REASONING[strategy], missing: z.array(one).max(asksAllowed) }
}

const amount = z.union([z.string(), z.number()])
const lenientMissing = z.object({
  missing: z.array(z.object({ part: amount, budget: amount }).nullable().catch(null)),
})

/** What cannot be read is not missing: the answer stands. */
function missingIn(reply: unknown, { parts }: LacksTask): NonNullable<AnswerReply['missing']> {
  const parsed = lenientMissing.safeParse(reply, SCHEMA_WORDS)
  return (parsed.success ? parsed.data.missing : []).flatMap((one) => {
    const part = Number(one?.part) - 1
    const budgetMicros = one ? meantMicros(one.budget) : null
    return budgetMicros === null || parts[part] === undefined ? [] : { part, budgetMicros }
  })
}

/** A word that cannot be read is none: the probability stands. */
const lenientVerdictWord = word(CLAIM_VERDICTS).nullish().catch(null)

function recommendationShape(
  decision: DecisionText,
  number: z.ZodType<number>,
  verdict: z.ZodType,
): z.ZodRawShape {
  // What a claim is held to be comes first, so that the probability follows from it.
  if (decision.kind === 'belief') return { verdict, probability: number.pipe(probability) }
  if (decision.kind === 'forecast') return { probability: number.pipe(probability) }
  const options = optionsOf(decision)
  return options.length === 0 ? {} : { utilities: z.array(number.pipe(utility)).length(options.length) }
}

function recommendationExample(decision: DecisionText): object {
  if (decision.kind === 'belief') return { verdict: 'unproven', probability: 0.5 }
  if (decision.kind === 'forecast') return { probability: 0.5 }
  const options = optionsOf(decision)
  return options.length === 0 ? {} : { utilities: options.map(() => 0) }
}

/** Of what fits the shape. */
function recommendedOf(decision: DecisionText, parsed: object): Recommended {
  if (decision.kind === 'open') return { kind: 'open' }
  return { kind: statementOf(decision) === null ? 'choice' : 'belief', ...parsed } as Recommended
}

/** A citation of something that was never bought would be a dead link, or a lie. */
function withoutUnknownCitations(markdown: string, handles: readonly string[]): string {
  return markdown.replace(/ ?\[(P?\d+)\]/g, (citation: string, handle: string) =>
    handles.includes(handle) ? citation : '',
  )
}

const PRICE = 'Credits as decimal text, for example "2.50"; empty without an answer.'
const offerShape = {
  hasAnswer: z.boolean(),
  teaser: z.string().max(TEASER_CHARS_MAX),
  privateInfo: z.string().max(PRIVATE_CHARS_MAX),
}
const lenientOffer = z.object({ ...offerShape, price: z.union([z.string(), z.number()]).nullish() })

/** An offer, with a price where the task lets the model name one. A price that is none is taken for none named. */
export function offerForm({ priceBounds }: Pick<OfferTask, 'priceBounds'>): ReplyForm<{ offer: OfferReply }> {
  const example = { hasAnswer: true, teaser: 'How often the filter clogs', privateInfo: 'Every six weeks.' }
  return {
    name: 'offer',
    schema: z.object(priceBounds ? { ...offerShape, price: z.string().describe(PRICE) } : offerShape),
    example: priceBounds ? { ...example, price: '1.50' } : example,
    read(reply) {
      const parsed = lenientOffer.safeParse(reply, SCHEMA_WORDS)
      if (!parsed.success) return problemOf(parsed.error)
      const teaser = parsed.data.teaser.trim()
      const privateInfo = parsed.data.privateInfo.trim()
      const isSilent = !parsed.data.hasAnswer || teaser === '' || privateInfo === ''
      const priceMicros = priceBounds ? meantMicros(parsed.data.price ?? '') : null
      return { ok: true, value: { offer: isSilent ? null : { teaser, privateInfo, priceMicros } } }
    },
  }
}
