import * as z from 'zod'
import { PREFIX_DIGITS_MAX } from '../shared/page-prefix'
import { cursorSchema, webAddressSchema } from '../shared/text'
import { PASSAGE_PLACES } from '../words/pages'
import { personSchema } from './auth'
import { PAGE_CHARS_MAX } from './decision'
import { QUESTION_STATES, questionCardSchema } from './market-view'
import { replySchema } from './replies'
import { claimLineSchema } from './same-claims'

/** Threads on pages of the web: what is known, asked and checked about an address. */

export const threadInputSchema = z.object({
  /** As a reader has it: tracking parameters and places on the page do not matter. */
  url: webAddressSchema(PAGE_CHARS_MAX),
  cursor: cursorSchema().nullable().default(null),
})
export type ThreadInput = z.infer<typeof threadInputSchema>

/** The passage that a question is about, as selectors of the W3C's Web Annotation Data Model. */
export const passageViewSchema = z.object({
  /** `detached`: the page does not say it as it did, or says it more than once. */
  place: z.enum(PASSAGE_PLACES),
  quote: z.object({
    type: z.literal('TextQuoteSelector'),
    exact: z.string(),
    prefix: z.string(),
    suffix: z.string(),
  }),
  /** In characters of the page's main text, as it was when the passage was last found; null while it was not. */
  position: z.object({ type: z.literal('TextPositionSelector'), start: z.int(), end: z.int() }).nullable(),
})
export type PassageView = z.infer<typeof passageViewSchema>

/** A question in the thread of a page, with what its answer says and rests on, as far as the viewer may know. */
export const threadItemSchema = z.object({
  question: questionCardSchema,
  /** What is to be believed or not; empty for other decisions. */
  claim: z.string(),
  /** How likely the claim is true, from 0 to 1, by its latest answer; null while none says so, and where only the asker may watch. */
  probability: z.number().nullable(),
  /** Where no answer says so: how likely its asker holds it, in whole percent, from 0 to 100; null as above, and while nothing is decided. */
  decidedPercent: z.int().nullable(),
  /** What was bought for that answer: teasers that the viewer may read. */
  sources: z.array(z.object({ offerId: z.string(), teaser: z.string(), priceMicros: z.bigint() })),
  /** Public notes that people who usually disagree find helpful; never part of the verdict. */
  notes: z.array(z.object({ id: z.string(), text: z.string(), author: personSchema })),
  /** What whom the claim is about says to it. */
  replies: z.array(replySchema),
  /** The claim and those on other pages that are one with it, the first asked first; empty while it stands alone. */
  history: z.array(claimLineSchema),
  /** Null when it is about the whole page. */
  passage: passageViewSchema.nullable(),
})
export type ThreadItem = z.infer<typeof threadItemSchema>

export const threadSchema = z.object({
  /** The page's normal form: one thread for all spellings of its address. */
  address: z.string(),
  /** What the page calls itself; empty while it was not read. */
  title: z.string(),
  /** The name of what it sells; empty when it says none. */
  product: z.string(),
  readAt: z.date().nullable(),
  /** Why the last try to read it brought nothing, to follow "because"; null when it did not fail. */
  notRead: z.string().nullable(),
  /** It is about to be read again. */
  isDue: z.boolean(),
  /** The newest question first. */
  items: z.array(threadItemSchema),
  nextCursor: z.string().nullable(),
})
export type Thread = z.infer<typeof threadSchema>

export const pagesByHashInputSchema = z.object({
  /** The first hex digits of the SHA-256 of a page's address in normal form, as many as the market says. */
  prefix: z
    .string()
    .regex(
      new RegExp(`^[0-9a-f]{0,${PREFIX_DIGITS_MAX}}$`),
      `Write the first hex digits of the hash, ${PREFIX_DIGITS_MAX} at most, in lower case.`,
    )
    .default(''),
  cursor: cursorSchema().nullable().default(null),
})
export type PagesByHashInput = z.infer<typeof pagesByHashInputSchema>

/** A question about a page, as much of it as marks its passage there. */
export const pageMarkSchema = z.object({
  questionId: z.string(),
  title: z.string(),
  /** Empty for other decisions than a claim. */
  claim: z.string(),
  state: z.enum(QUESTION_STATES),
  /** What the published answer decides for; null while there is none, and where it decides for nothing. */
  verdict: z.string().nullable(),
  /** As in a thread. */
  probability: threadItemSchema.shape.probability,
  decidedPercent: threadItemSchema.shape.decidedPercent,
  /** Null when it is about the whole page, or its page was not read yet. */
  quote: passageViewSchema.shape.quote.nullable(),
})
export type PageMark = z.infer<typeof pageMarkSchema>

export const pagesByHashSchema = z.object({
  /** How many digits this market wants just now. */
  digits: z.int(),
  /** Pages whose hashes begin so, by their hashes; null when the prefix has another length than `digits`: ask again. */
  pages: z
    .array(
      z.object({
        /** SHA-256 of its address in normal form, in hex. */
        hash: z.string(),
        /** Among `marks`. */
        claims: z.int(),
        questions: z.int(),
        /** Older questions stand in its thread alone. */
        hasMore: z.boolean(),
        /** The newest question first. */
        marks: z.array(pageMarkSchema),
      }),
    )
    .nullable(),
  nextCursor: z.string().nullable(),
})
export type PagesByHash = z.infer<typeof pagesByHashSchema>

/** `recent`: it was read a few minutes ago; `never`: nobody asked about it, or this market reads no pages. */
export const readAgainSchema = z.object({ state: z.enum(['due', 'recent', 'never']) })
export type ReadAgain = z.infer<typeof readAgainSchema>
