import * as z from 'zod'
import { DECISION_KINDS } from '../protocol/decision'
import { AMOUNT_MICROS_MAX } from '../shared/money'
import { lineSchema, webAddressSchema } from '../shared/text'
import { personSchema } from './auth'
import { PAGE_CHARS_MAX } from './decision'
import { requestKeySchema } from './market'

export const KEYWORDS_MAX = 20
export const MATCHER_TAGS_MAX = 20
export const PAGE_PREFIXES_MAX = 20
export const MATCHER_NAME_CHARS_MAX = 60
/** A year: nobody answers older questions, and open ones end within 90 days. */
export const AGE_HOURS_MAX = 365 * 24
/** A person's matchers; more are one matcher with more words. */
export const MATCHERS_PER_PERSON_MAX = 50
/** What a preview looks back over. */
export const PREVIEW_CONTEXTS = 500
/** Of those that match, so many are shown. */
export const PREVIEW_EXAMPLES = 50

export const keywordSchema = lineSchema().trim().min(2, 'A keyword has at least two letters.').max(60)
const keywordsSchema = z.array(keywordSchema).max(KEYWORDS_MAX, `At most ${KEYWORDS_MAX} words or phrases.`)
const percentSchema = z.int().min(0).max(100, 'A share is at most 100 %.')

/** A seller's standing query over contexts; all conditions that are set must hold. */
const queryFields = z.object({
  /** Words or phrases, any of which is enough. */
  anyOf: keywordsSchema.default([]),
  /** Words or phrases that must all occur. */
  allOf: keywordsSchema.default([]),
  /** Words or phrases none of which may occur. */
  noneOf: keywordsSchema.default([]),
  /** Any of these tags. */
  tags: z.array(lineSchema().trim().toLowerCase().min(1).max(30)).max(MATCHER_TAGS_MAX).default([]),
  /** A page of the question begins with any of these addresses. */
  pagePrefixes: z.array(webAddressSchema(PAGE_CHARS_MAX)).max(PAGE_PREFIXES_MAX).default([]),
  /** Kinds of decision; empty means any. */
  decisions: z.array(z.enum(DECISION_KINDS)).default([]),
  scope: z.enum(['roots', 'sub-contexts', 'both']).default('both'),
  budgetMicrosMin: z.bigint().min(0n).max(AMOUNT_MICROS_MAX).default(0n),
  /** Of the asker's questions that ended: how many an inspector read, how many had a purchase, in per cent. */
  inspectedPercentMin: percentSchema.default(0),
  boughtPercentMin: percentSchema.default(0),
  /** Null for any age. */
  ageHoursMax: z.int().min(1).max(AGE_HOURS_MAX).nullable().default(null),
})

/** A query that asks for nothing would match every question there is; that is noise, so one condition is required. */
const isSelective = (query: z.infer<typeof queryFields>) =>
  [query.anyOf, query.allOf, query.tags, query.pagePrefixes, query.decisions].some(
    (list) => list.length > 0,
  ) || query.budgetMicrosMin > 0n

export const matcherQuerySchema = queryFields.refine(isSelective, {
  path: ['anyOf'],
  message: 'Say what it looks for: words, tags, pages, a kind of question or a least budget.',
})
export type MatcherQuery = z.infer<typeof matcherQuerySchema>

/** A query as it is shown: what has no matcher any more asks for nothing. */
export const shownQuerySchema = queryFields
export const NO_QUERY: MatcherQuery = queryFields.parse({})

/** A person's matcher, with the name its owner gave it. */
export const matcherInputSchema = z.object({
  name: lineSchema()
    .trim()
    .min(2, 'Name it, so that the inbox can say which one fired.')
    .max(MATCHER_NAME_CHARS_MAX),
  query: matcherQuerySchema,
})
export type MatcherInput = z.infer<typeof matcherInputSchema>

export const createMatcherSchema = matcherInputSchema.extend({ requestKey: requestKeySchema })
export type CreateMatcherInput = z.infer<typeof createMatcherSchema>

export const matcherViewSchema = z.object({
  id: z.string(),
  name: z.string(),
  query: matcherQuerySchema,
  createdAt: z.date(),
  changedAt: z.date().nullable(),
})
export type MatcherView = z.infer<typeof matcherViewSchema>

/** What a query would have matched among the last public contexts. */
export const matcherPreviewSchema = z.object({
  /** How many public contexts of others were looked at: at most `PREVIEW_CONTEXTS`. */
  looked: z.int(),
  matched: z.int(),
  /** The newest of those, for a look. */
  examples: z.array(
    z.object({
      contextId: z.string(),
      title: z.string(),
      isRoot: z.boolean(),
      asker: personSchema,
      budgetMicros: z.bigint(),
      createdAt: z.date(),
    }),
  ),
})
export type MatcherPreview = z.infer<typeof matcherPreviewSchema>
