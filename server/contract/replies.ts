import * as z from 'zod'
import { idSchema, textSchema } from '../shared/text'
import { REPLY_STANDINGS } from '../words/replies'
import { handleSchema, personSchema } from './auth'

/** The right of reply: what whom a claim is about says to it, beside its verdict. */

/** Room for an account of the matter with its sources; it stands on everybody's page. */
export const REPLY_CHARS_MAX = 2_000

const claimSchema = z.object({ questionId: idSchema() })

export const viewRepliesSchema = claimSchema

export const nameSubjectSchema = claimSchema.extend({ handle: handleSchema })
export type NameSubject = z.infer<typeof nameSubjectSchema>

export const writeReplySchema = claimSchema.extend({
  text: textSchema().trim().min(1, 'Say what you have to say to the claim.').max(REPLY_CHARS_MAX),
})
export type WriteReply = z.infer<typeof writeReplySchema>

/** As it stands beside a verdict. */
export const replySchema = z.object({
  id: z.string(),
  text: z.string(),
  author: personSchema,
  standing: z.enum(REPLY_STANDINGS),
  /** Their site; empty where they were named. */
  host: z.string(),
  createdAt: z.date(),
  editedAt: z.date().nullable(),
})
export type Reply = z.infer<typeof replySchema>

export const repliesSchema = z.object({
  replies: z.array(
    replySchema.extend({
      isYours: z.boolean(),
      /** What it said before, the last first. */
      earlier: z.array(z.object({ text: z.string(), replacedAt: z.date() })),
    }),
  ),
  /** Whom the claim is about, to who named them and to moderators; null to everybody else, and while nobody is named. */
  subject: personSchema.nullable(),
  can: z.object({
    /** As whom the viewer may name somebody now; null for nobody. */
    name: z.enum(['asker', 'moderator']).nullable(),
    reply: z.boolean(),
  }),
})
export type Replies = z.infer<typeof repliesSchema>
