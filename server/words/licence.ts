/**
 * What a seller lets the buyer do with what is bought: `asker` keeps it for the asker alone, `quotable` lets it be quoted in public,
 * `resale` lets it be sold on at a price of the seller's. Source: design, section 1.
 */
export const LICENCES = ['asker', 'quotable', 'resale'] as const
