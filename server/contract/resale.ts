import * as z from 'zod'
import { idSchema } from '../shared/text'
import { personSchema } from './auth'
import { priceMicrosSchema, requestKeySchema } from './market'
import { proseSchema } from './prose'

/** What is sold on: a source of a published answer, whose seller's licence and whose asker allow it. */

export const buyResaleSchema = z.object({
  offerId: idSchema(),
  /** As the buyer saw it. */
  priceMicros: priceMicrosSchema,
  requestKey: requestKeySchema,
})
export type BuyResaleInput = z.infer<typeof buyResaleSchema>

/** Why a viewer may not buy what is for resale, or has no need to. */
export const RESALE_HURDLES = ['signed-out', 'yours', 'bought', 'blocked'] as const

/** For resale on one question, as one viewer has it. */
export const forResaleSchema = z.object({
  offerId: z.string(),
  priceMicros: z.bigint(),
  /** Null when the viewer may buy it; `yours`: they sold it, or bought it first. */
  hurdle: z.enum(RESALE_HURDLES).nullable(),
})
export type ForResale = z.infer<typeof forResaleSchema>

/** What somebody bought at resale, for them alone. */
export const boughtAtResaleSchema = z.object({
  id: z.string(),
  offerId: z.string(),
  /** Of its answer; `hasPage` when they may open it: it may have been hidden since. */
  question: z.object({ id: z.string(), title: z.string(), hasPage: z.boolean() }),
  seller: personSchema,
  botName: z.string().nullable(),
  teaser: z.string(),
  /** Null only where a restored backup lacks its key. */
  privateInfo: z.string().nullable(),
  privateProse: proseSchema.nullable(),
  priceMicros: z.bigint(),
  boughtAt: z.date(),
})
export type BoughtAtResale = z.infer<typeof boughtAtResaleSchema>

export const boughtAtResalePageSchema = z.object({
  items: z.array(boughtAtResaleSchema),
  nextCursor: z.string().nullable(),
})
export type BoughtAtResalePage = z.infer<typeof boughtAtResalePageSchema>
