import * as z from 'zod'
import { AMOUNT_MICROS_MAX, exactCredits, PRICE_MICROS_MIN } from '../shared/money'
import type { Licence } from '../words/licence'

/** What the buyer of an offer may do with it; fixed once an inspector has read the offer, and for ever once it is sold. */
export const licenceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('asker') }),
  z.object({ kind: z.literal('quotable') }),
  z.object({
    kind: z.literal('resale'),
    /** What each later reader pays. */
    priceMicros: z
      .bigint()
      .min(PRICE_MICROS_MIN, `A price is at least ${exactCredits(PRICE_MICROS_MIN)} credits.`)
      .max(AMOUNT_MICROS_MAX, `A price is at most ${exactCredits(AMOUNT_MICROS_MAX)} credits.`),
  }),
])
export type LicenceTerms = z.infer<typeof licenceSchema>

/** What was sold: its licence as it was sold under, and when its seller let it be quoted all the same; null where they have not. */
export type Sold = { licence: Licence; quoteAllowedAt: Date | null }

/** Whether its buyer may quote it in public. */
export const mayQuote = ({ licence, quoteAllowedAt }: Sold) =>
  licence === 'quotable' || quoteAllowedAt instanceof Date

export const FOR_ASKER: LicenceTerms = { kind: 'asker' }

type LicenceColumns = { licence: Licence; resaleMicros: bigint | null }

/** As it lies in the rows of offers and bots. */
export function licenceColumns(terms: LicenceTerms): LicenceColumns {
  return { licence: terms.kind, resaleMicros: terms.kind === 'resale' ? terms.priceMicros : null }
}

export function licenceOf({ licence, resaleMicros }: LicenceColumns): LicenceTerms {
  if (licence !== 'resale') return { kind: licence }
  // The table holds a price with every such row.
  return { kind: licence, priceMicros: resaleMicros ?? 0n }
}
