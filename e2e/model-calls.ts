import * as z from 'zod'

/** What the market asks a model in tests, as it comes over the wire, and what a script may reply. */

const decisionSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('open') }),
  z.object({ kind: z.literal('choice'), options: z.array(z.string()) }),
  z.object({ kind: z.literal('belief'), claim: z.string() }),
  z.object({
    kind: z.literal('forecast'),
    event: z.string(),
    closesAt: z.coerce.date(),
    resolvesAt: z.coerce.date(),
    source: z.string(),
  }),
  z.object({ kind: z.literal('buy'), product: z.string(), price: z.string(), needs: z.string() }),
])
const pageSchema = z.object({
  handle: z.string(),
  url: z.string(),
  title: z.string().default(''),
  passages: z.array(z.string()).default([]),
  isWhole: z.boolean().default(true),
  notRead: z.string().nullable().default(null),
})
const questionSchema = z
  .object({
    title: z.string(),
    body: z.string(),
    decision: decisionSchema,
    /** An address that nobody tried, or what came of a page. */
    pages: z.array(z.union([z.string(), pageSchema])),
  })
  .transform(({ pages, ...question }) => ({
    ...question,
    pages: pages.map((page) => (typeof page === 'string' ? page : page.url)),
    read: pages.flatMap((page) => (typeof page === 'string' ? [] : page)),
  }))
const kindSchema = z.enum(['verify', 'exception', 'source', 'compare', 'context', 'follow-up'])
const subjectSchema = z.object({ kind: kindSchema, teasers: z.array(z.string()) }).nullable()
const appraisalSchema = z.object({
  relevance: z.number(),
  credibility: z.number(),
  novelty: z.number(),
  isTeaserFair: z.boolean(),
  check: kindSchema.nullish(),
})
const offerSchema = z.object({
  handle: z.string(),
  /** Both empty when the offer was appraised in a call of its own. */
  teaser: z.string().default(''),
  privateInfo: z.string().default(''),
  price: z.string(),
  appraisal: appraisalSchema.optional(),
})
const knownSchema = z.object({
  handle: z.string(),
  teaser: z.string().default(''),
  privateInfo: z.string().default(''),
  price: z.string(),
  level: z.number(),
  answers: z
    .object({ question: z.string().nullable(), kind: kindSchema, about: z.array(z.string()) })
    .nullable(),
})

const recommendedSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('belief'), probability: z.number() }),
  z.object({ kind: z.literal('choice'), utilities: z.array(z.number()) }),
])

/** What each kind of call holds between its markers; amounts are decimal credits as text. */
export const DATA = {
  verdict: z.object({
    questions: z.array(questionSchema),
    subject: subjectSchema,
    offers: z.array(offerSchema),
    above: z.array(offerSchema),
    known: z.array(knownSchema),
    reserved: z.array(z.string()),
    buysAtOnce: z.boolean(),
    budget: z.string(),
    asksAllowed: z.number(),
    askBudgetMin: z.string(),
    round: z.number(),
  }),
  appraisal: z.object({
    questions: z.array(questionSchema),
    subject: subjectSchema,
    known: z.array(knownSchema),
    offer: offerSchema,
    mayAsk: z.boolean(),
  }),
  recommendation: z.object({ question: questionSchema, dossier: z.array(knownSchema) }),
  answer: z.object({
    question: questionSchema,
    dossier: z.array(knownSchema),
    recommended: recommendedSchema.optional(),
    sealed: z.array(z.string()).optional(),
    /** What a first answer may name as missing, by number. */
    parts: z.array(z.object({ number: z.string(), text: z.string() })).optional(),
    /** The first answer and what its follow-ups found, where these are to refine it. */
    first: z.string().optional(),
    followUps: z.array(z.object({ question: z.string(), answer: z.string() })).optional(),
  }),
  offer: z.object({
    brief: z.string(),
    question: questionSchema,
    subject: subjectSchema,
    budget: z.string(),
  }),
}

export type CallKind = keyof typeof DATA
export type CallData = { [K in CallKind]: z.infer<(typeof DATA)[K]> }

export type Recorded = {
  /** The system prompt and the user message as they came over the wire. */
  system: string
  user: string
  token: string
  model: string
  /** Names of the fields that the JSON schema requires, in order; of the prompt's example where no schema was sent. */
  fields: string[]
  /** How the form of the reply was asked for. */
  format: 'json_schema' | 'json_object' | 'none'
  /** The JSON schema that was sent. */
  schema: unknown
  hasStoreOff: boolean
  authorization: string
}
export type ModelCall = { [K in CallKind]: Recorded & { kind: K; data: CallData[K] } }[CallKind]

export type Fault =
  /** The connection is reset. */
  | 'down'
  | 'refusal'
  | 'truncated'
  /** Words instead of JSON, and JSON of another form. */
  | 'not-json'
  | 'off-format'
  /** Nothing comes any more: before the first word, or after some. */
  | 'hang'
  | 'stall'
  /** Goes on and on. */
  | 'endless'
  | { status: number; code?: string; param?: string; message?: string }

/** How a reply is put on the wire, where it is not one JSON document in the content. */
export type Wording = {
  /** The text that is sent for the document. */
  says?: (document: string) => string
  /** Content in parts, or the arguments of a tool's call. */
  as?: 'parts' | 'tool-call'
}
export type Scripted = { delayMs?: number; wording?: Wording } & ({ reply: object } | { fault: Fault })
export type Script = (call: ModelCall) => Scripted | Promise<Scripted>
