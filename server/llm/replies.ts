import { z } from 'zod'
import type { Strategy } from '@/server/protocol/policy'
import { ASK_KINDS, BUY_REASONS } from '@/server/protocol/verdict'
import { parseCredits } from '@/server/shared/money'
import type {
  AnswerReply,
  AnswerTask,
  Appraised,
  DecisionText,
  InspectReply,
  InspectTask,
  OfferReply,
  OfferTask,
  Recommended,
} from './model'

/**
 * The closed forms of a model's replies. Each is sent as a strict JSON schema and checked again when the reply comes back;
 * `read` turns it into what the port promises and returns `null` when it is not that.
 */
export type ReplyForm<T> = {
  /** Names the JSON schema; a letter-and-underscore word. */
  name: 'verdict' | 'appraisal' | 'answer' | 'offer'
  schema: z.ZodType
  read(reply: unknown): T | null
}

/** Reasons that are an opinion of the inspector's; the others are set by the market. */
const OPINIONS = [
  'irrelevant',
  'too-expensive',
  'redundant',
  'unconvincing',
  'contradicted',
  'misleading-teaser',
] as const

const verdictShape = {
  buy: z.array(z.object({ handle: z.string(), reason: z.enum(BUY_REASONS) })),
  pass: z.array(z.object({ handle: z.string(), reason: z.enum(OPINIONS) })),
  ask: z.array(
    z.object({
      about: z.array(z.string()),
      kind: z.enum(ASK_KINDS),
      question: z.string(),
      budget: z.string().describe('Credits as decimal text, for example "2.50".'),
    }),
  ),
}
const verdictSchema = z.object(verdictShape)

/** Reasoning comes first, so that it is written before the verdict that rests on it. */
const VERDICT_SCHEMAS: Record<Strategy, z.ZodType> = {
  direct: verdictSchema,
  'chain-of-thought': z.object({ thoughts: z.string(), ...verdictShape }),
  debate: z.object({
    debate: z.array(z.object({ speaker: z.enum(['best', 'thrifty']), says: z.string() })),
    ...verdictShape,
  }),
}

/** A verdict. Reasoning is dropped here; handles are left as they are, because the market checks them. */
export function verdictForm({ strategy }: Pick<InspectTask, 'strategy'>): ReplyForm<InspectReply> {
  return {
    name: 'verdict',
    schema: VERDICT_SCHEMAS[strategy],
    read(reply) {
      const parsed = verdictSchema.safeParse(reply)
      if (!parsed.success) return null
      const ask: InspectReply['ask'] = []
      for (const { about, kind, question, budget } of parsed.data.ask) {
        const amount = parseCredits(budget)
        if (!amount.ok) return null
        ask.push({ about, kind, question, budgetMicros: amount.micros })
      }
      return { buy: parsed.data.buy, pass: parsed.data.pass, ask }
    },
  }
}

const scoreSchema = z.number().min(0).max(10)
const appraisalSchema = z.object({
  relevance: scoreSchema,
  credibility: scoreSchema,
  novelty: scoreSchema,
  isTeaserFair: z.boolean(),
})

export const APPRAISAL_FORM: ReplyForm<Appraised> = {
  name: 'appraisal',
  schema: appraisalSchema,
  read: (reply) => appraisalSchema.safeParse(reply).data ?? null,
}

const textSchema = z.object({ markdown: z.string() })
const probabilitiesSchema = z.array(z.number().min(0).max(1))
const utilitiesSchema = z.array(z.array(z.number().min(-10).max(10)))

/** An answer with one recommendation more than there are purchases, each for as many options as the question has. */
export function answerForm({ question, dossier, sealed }: AnswerTask): ReplyForm<AnswerReply> {
  const { decision } = question
  const entries = dossier.length + 1
  const handles = new Set([...dossier.map((info) => info.handle), ...(sealed?.handles ?? [])])
  const schema = answerSchema(decision)
  return {
    name: 'answer',
    schema,
    read(reply) {
      const text = textSchema.safeParse(reply)
      const trail = trailFrom(decision, reply, entries)
      if (!text.success || text.data.markdown.trim() === '' || !trail) return null
      return { markdown: withoutUnknownCitations(text.data.markdown, handles), trail }
    },
  }
}

function answerSchema({ kind }: DecisionText): z.ZodType {
  if (kind === 'belief') return textSchema.extend({ trail: probabilitiesSchema })
  if (kind === 'choice') return textSchema.extend({ trail: utilitiesSchema })
  return textSchema
}

function trailFrom(decision: DecisionText, reply: unknown, entries: number): Recommended[] | null {
  if (decision.kind === 'open') return Array.from({ length: entries }, () => ({ kind: 'open' }))
  if (decision.kind === 'belief') {
    const trail = z.object({ trail: probabilitiesSchema.length(entries) }).safeParse(reply).data?.trail
    return trail?.map((probability): Recommended => ({ kind: 'belief', probability })) ?? null
  }
  const oneEach = z.array(z.number().min(-10).max(10)).length(decision.options.length)
  const trail = z.object({ trail: z.array(oneEach).length(entries) }).safeParse(reply).data?.trail
  return trail?.map((utilities): Recommended => ({ kind: 'choice', utilities })) ?? null
}

/** A citation of something that was never bought would be a dead link, or a lie. */
function withoutUnknownCitations(markdown: string, handles: ReadonlySet<string>): string {
  return markdown.replace(/ ?\[(\d+)\]/g, (citation: string, handle: string) =>
    handles.has(handle) ? citation : '',
  )
}

const offerSchema = z.object({ hasAnswer: z.boolean(), teaser: z.string(), privateInfo: z.string() })
const pricedOfferSchema = offerSchema.extend({
  price: z.string().describe('Credits as decimal text, for example "2.50"; empty without an answer.'),
})

/** An offer, with a price where the task lets the model name one. A price that is none is taken for none named. */
export function offerForm({ priceBounds }: Pick<OfferTask, 'priceBounds'>): ReplyForm<{ offer: OfferReply }> {
  return {
    name: 'offer',
    schema: priceBounds ? pricedOfferSchema : offerSchema,
    read(reply) {
      const parsed = offerSchema.safeParse(reply)
      if (!parsed.success) return null
      const teaser = parsed.data.teaser.trim()
      const privateInfo = parsed.data.privateInfo.trim()
      const isSilent = !parsed.data.hasAnswer || teaser === '' || privateInfo === ''
      const price = priceBounds ? parseCredits(pricedOfferSchema.safeParse(reply).data?.price ?? '') : null
      return {
        offer: isSilent ? null : { teaser, privateInfo, priceMicros: price?.ok ? price.micros : null },
      }
    },
  }
}
