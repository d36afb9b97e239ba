import * as z from 'zod'
import { idSchema, lineSchema, webAddressSchema } from '../shared/text'
import { FOLLOWED } from '../words/follows'
import { handleSchema } from './auth'
import { PAGE_CHARS_MAX } from './decision'
import { tagSchema } from './market'
import { questionCardSchema } from './market-view'

/** A root question, a person by handle, a page of the web by any spelling of its address, or a tag. */
export const followedSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('question'), subject: idSchema() }),
  z.object({ kind: z.literal('person'), subject: handleSchema }),
  z.object({ kind: z.literal('page'), subject: webAddressSchema(PAGE_CHARS_MAX) }),
  z.object({ kind: z.literal('tag'), subject: tagSchema }),
])
export type FollowedThing = z.infer<typeof followedSchema>

export const setFollowSchema = z.intersection(followedSchema, z.object({ follows: z.boolean() }))
export type SetFollow = z.infer<typeof setFollowSchema>

/** How many follow it is for everybody to know; who does is not. */
export const followStateSchema = z.object({
  follows: z.boolean(),
  /** At most `FOLLOWERS_COUNTED_MAX`. */
  followers: z.int(),
})
export type FollowState = z.infer<typeof followStateSchema>

export const ownFollowSchema = z.object({
  kind: z.enum(FOLLOWED),
  /** As `followedSchema` takes it. */
  subject: z.string(),
  /** The question's title, the person's name, the page's title or address, the tag. */
  label: z.string(),
  since: z.date(),
})
export type OwnFollow = z.infer<typeof ownFollowSchema>

/** What begins with what somebody types. */
export const namesInputSchema = z.object({ query: lineSchema().trim().max(200) })

export const tagFoundSchema = z.object({
  tag: z.string(),
  /** At most `TAGGED_COUNTED_MAX`. */
  questions: z.int(),
})
export type TagFound = z.infer<typeof tagFoundSchema>

export const namesFoundSchema = z.object({
  tags: z.array(tagFoundSchema),
  people: z.array(z.object({ handle: z.string(), name: z.string() })),
})
export type NamesFound = z.infer<typeof namesFoundSchema>

/** A question that came, or was answered, in what somebody follows. */
export const followedQuestionSchema = questionCardSchema.extend({
  /** Which of what they follow it came by; the first of several. */
  by: z.object({ kind: z.enum(FOLLOWED), label: z.string() }),
  /** When it was asked, or for a question that is followed itself, when its answer was published or it ended. */
  newsAt: z.date(),
})
export type FollowedQuestion = z.infer<typeof followedQuestionSchema>
