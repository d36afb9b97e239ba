import { feeOn, formatCredits, percentOf } from '../shared/money'
import { counted } from './amounts'

/** What a seller gets of a price, and when. */
export type SaleTerms = {
  /** What the market keeps of a price, in hundredths of a per cent. */
  feeBasisPoints: number
  /** For so long after a sale its buyer may complain, and the seller waits. */
  pendingHours: number
}

const WHOLE_BASIS_POINTS = 10_000
const HOURS_OF_DAY = 24

/** "You get 4.25 of 5.00 credits (fee 15 %), 3 days after the sale."; without a price, its share. */
export function saleTermsInWords(priceMicros: bigint | null, terms: SaleTerms): string {
  const { feeBasisPoints } = terms
  const share =
    priceMicros === null
      ? `${percentOf(WHOLE_BASIS_POINTS - feeBasisPoints)} % of the price`
      : `${formatCredits(priceMicros - feeOn(priceMicros, feeBasisPoints))} of ${formatCredits(priceMicros)} credits`
  return `You get ${share} (fee ${percentOf(feeBasisPoints)} %), ${waitInWords(terms)}.`
}

function waitInWords({ pendingHours }: SaleTerms): string {
  if (pendingHours === 0) return 'at once'
  const isDays = pendingHours % HOURS_OF_DAY === 0
  const wait = isDays ? counted(pendingHours / HOURS_OF_DAY, 'day') : counted(pendingHours, 'hour')
  return `${wait} after the sale`
}
