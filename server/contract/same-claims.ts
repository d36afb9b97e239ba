import * as z from 'zod'
import { idSchema } from '../shared/text'
import { questionCardSchema } from './market-view'

/** One claim on many pages: claims that two people say are one, shown with one history. */

export const claimIdSchema = z.object({ questionId: idSchema() })

export const sayTheSameSchema = claimIdSchema.extend({
  /** The other claim. */
  otherId: idSchema(),
})
export type SayTheSame = z.infer<typeof sayTheSameSchema>

/** `same`: it is the second word, and both are shown as one from now on. */
export const saidTheSameSchema = z.object({ state: z.enum(['proposed', 'same']) })
export type SaidTheSame = z.infer<typeof saidTheSameSchema>

/** A claim in the history of one that stands on several pages, as far as the viewer may know. */
export const claimLineSchema = z.object({
  question: questionCardSchema,
  claim: z.string(),
  /** As in the thread of a page. */
  probability: z.number().nullable(),
  decidedPercent: z.int().nullable(),
  /** Normal forms of the addresses that it stands on. */
  pages: z.array(z.string()),
})
export type ClaimLine = z.infer<typeof claimLineSchema>

export const sameClaimsSchema = z.object({
  /** The claim itself and those that are one with it, the first asked first; empty while it stands alone. */
  history: z.array(claimLineSchema),
  /** Those that one person said are the same; a second one confirms it. */
  proposed: z.array(claimLineSchema.extend({ isYours: z.boolean() })),
  /** What the search for like questions finds; only for who is signed in. */
  candidates: z.array(claimLineSchema),
})
export type SameClaims = z.infer<typeof sameClaimsSchema>
