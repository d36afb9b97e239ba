import * as z from 'zod'
import { cursorSchema, idSchema, textSchema } from '../shared/text'
import { NOTE_REASONS, NOTE_STATUSES } from '../words/public-notes'
import { personSchema } from './auth'

/** Public notes on claims: what people write for everybody, shown once people who usually disagree find it helpful. */

/** Less says nothing that somebody could weigh. */
export const PUBLIC_NOTE_CHARS_MIN = 20
/** A few sentences with a source: it stands beside a verdict, and raters read many. */
export const PUBLIC_NOTE_CHARS_MAX = 600

const noteIdSchema = z.object({ noteId: idSchema() })

export const writePublicNoteSchema = z.object({
  /** A claim about a page of the web. */
  questionId: idSchema(),
  text: textSchema()
    .trim()
    .min(PUBLIC_NOTE_CHARS_MIN, 'Write a sentence or two, with a source if you can.')
    .max(PUBLIC_NOTE_CHARS_MAX),
})
export type WritePublicNote = z.infer<typeof writePublicNoteSchema>

export const ratePublicNoteSchema = noteIdSchema.extend({
  /** Each is a reason to find it helpful, or not to; null takes back what was said. */
  reason: z.enum(NOTE_REASONS).nullable(),
})
export type RatePublicNote = z.infer<typeof ratePublicNoteSchema>

export const removePublicNoteSchema = noteIdSchema

export const listPublicNotesSchema = z.object({
  /** Of this claim, whatever their status; null: those of all claims that are not shown. */
  questionId: idSchema().nullable().default(null),
  cursor: cursorSchema().nullable().default(null),
})
export type ListPublicNotes = z.infer<typeof listPublicNotesSchema>

export const publicNoteSchema = z.object({
  id: z.string(),
  text: z.string(),
  author: personSchema,
  isYours: z.boolean(),
  question: z.object({ id: z.string(), title: z.string(), claim: z.string() }),
  createdAt: z.date(),
  status: z.enum(NOTE_STATUSES),
  /** i_n, in hundredths, as last counted; null while it waits. */
  intercept: z.number().nullable(),
  /** Ratings that counted then. */
  ratings: z.int(),
  /** What the viewer said of it; null for nothing. */
  yourReason: z.enum(NOTE_REASONS).nullable(),
})
export type PublicNote = z.infer<typeof publicNoteSchema>

export const publicNotesSchema = z.object({
  notes: z.array(publicNoteSchema),
  nextCursor: z.string().nullable(),
  /** The claim that was asked for; null for all. `mayWrite`: the viewer has not written on it yet, and may. */
  claim: z.object({ id: z.string(), title: z.string(), claim: z.string(), mayWrite: z.boolean() }).nullable(),
})
export type PublicNotes = z.infer<typeof publicNotesSchema>
