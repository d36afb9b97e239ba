import { ASKER_SHARE_BASIS_POINTS, percentOf } from '../shared/money'

/**
 * What a seller lets the buyer do with what is bought: `asker` keeps it for the asker alone, `quotable` lets it be quoted in public,
 * `resale` lets it be sold on at a price of the seller's. Source: design, section 1.
 */
export const LICENCES = ['asker', 'quotable', 'resale'] as const
export type Licence = (typeof LICENCES)[number]

/** One plain line each, for the forms; `short` stands beside an offer. */
export const LICENCE_WORDS: Readonly<Record<Licence, { label: string; line: string; short: string }>> = {
  asker: {
    label: 'Keep it to themselves',
    line: 'A published answer names your offer and its price, never its words.',
    short: 'For the asker alone',
  },
  quotable: {
    label: 'Quote it in public',
    line: 'If the asker publishes the answer, everybody may read what you wrote.',
    short: 'May be quoted in public',
  },
  resale: {
    label: 'Sell it on',
    line: 'If the asker publishes the answer and agrees, others may buy it at your price. The fee and a share of 10 % for the asker are taken from that.',
    short: 'May be sold on',
  },
}

/** Where an asker is asked whether others may buy what their published answer rests on. */
export const RESALE_CHOICE = {
  label: 'Others may buy what you bought',
  hint: `Where its seller lets it be sold on, at the seller’s price. You get ${percentOf(ASKER_SHARE_BASIS_POINTS)} % of it each time.`,
} as const

/** What becomes of the price of a resale; follows “the seller, who”. */
export function partsInWords({
  askerName,
  feeBasisPoints,
}: {
  askerName: string
  feeBasisPoints: number
}): string {
  const fee = feeBasisPoints === 0 ? '' : `pays the market’s fee of ${percentOf(feeBasisPoints)} % and `
  return `${fee}gives ${askerName} ${percentOf(ASKER_SHARE_BASIS_POINTS)} % of the price for having asked first`
}
