import * as z from 'zod'
import { AMOUNT_MICROS_MAX } from '../shared/money'

/** The text of one offer, for who may read it. */
export const offerTextSchema = z.object({
  offerId: z.string(),
  contextId: z.string(),
  teaser: z.string().nullable(),
  privateInfo: z.string(),
})
export type OfferText = z.infer<typeof offerTextSchema>

/** How a text can be had for its price: by its asker, whom an inspector has told nothing of it, or by anybody under a published answer. */
export const SALE_WAYS = ['unseen', 'resale'] as const

/** What a text costs: details of the refusal `market.payment_required`. */
export const saleSchema = z.object({
  offerId: z.string(),
  contextId: z.string(),
  teaser: z.string(),
  seller: z.string(),
  way: z.enum(SALE_WAYS),
  amountMicros: z.bigint().min(1n).max(AMOUNT_MICROS_MAX),
  version: z.int(),
})
export type Sale = z.infer<typeof saleSchema>
