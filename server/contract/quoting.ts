import * as z from 'zod'

/** Something that was bought for the asker alone, as its asker sees it: its words stay out of a published answer. */
export const keptSourceSchema = z.object({
  offerId: z.string(),
  /** Null while it could give away what was not bought. */
  teaser: z.string().nullable(),
  sellerName: z.string(),
  botName: z.string().nullable(),
  /** When its seller was asked to let it be quoted; null while that has not been asked. */
  askedAt: z.date().nullable(),
})
export type KeptSource = z.infer<typeof keptSourceSchema>
