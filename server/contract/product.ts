import * as z from 'zod'

/** What is kept of each: a line that a person reads. */
const FACT_CHARS_MAX = 300
const fact = z.string().max(FACT_CHARS_MAX)

/**
 * What a product's page says of it in schema.org data (`Product`, its first `Offer` and its `AggregateRating`); null where it says
 * nothing. Words of a stranger like the rest of the page.
 */
export const productFactsSchema = z.object({
  name: fact,
  brand: fact.nullable(),
  description: fact.nullable(),
  /** As the page writes them: "249.00" and "EUR". */
  price: fact.nullable(),
  currency: fact.nullable(),
  /** The last part of the schema.org word, as "InStock". */
  availability: fact.nullable(),
  /** "4.3 of 5, 120 ratings", as far as it is told. */
  rating: fact.nullable(),
})
export type ProductFacts = z.infer<typeof productFactsSchema>
