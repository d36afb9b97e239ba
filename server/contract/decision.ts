import * as z from 'zod'
import { type DecisionKind, optionsOf, RESOLVERS, type Resolver, statementOf } from '../protocol/decision'
import { lineSchema, momentSchema, TITLE_CHARS_MIN, textSchema, webAddressSchema } from '../shared/text'

export const CLAIM_CHARS_MAX = 500
export const OPTION_CHARS_MAX = 120
export const OPTIONS_MAX = 10
/** The longest address that browsers and servers agree on. */
export const PAGE_CHARS_MAX = 2_000
/** A price as its page has it, "€ 249 with delivery". */
export const PRODUCT_PRICE_CHARS_MAX = 80
/** A page of needs; more belongs into the details. */
export const NEEDS_CHARS_MAX = 2_000
/** A name and an address. */
export const RESOLVE_SOURCE_CHARS_MAX = 500
export const pageSchema = webAddressSchema(PAGE_CHARS_MAX)

/** What kind of decision the question serves. */
export const decisionSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('open') }),
  z.object({
    kind: z.literal('choice'),
    options: z
      .array(lineSchema().trim().min(1, 'Name this option or remove it.').max(OPTION_CHARS_MAX))
      .min(2, 'A choice needs at least two options.')
      .max(OPTIONS_MAX)
      .refine(
        // Two that have no name yet are each told so.
        (options) => {
          const named = options.filter((option) => option !== '').map((option) => option.toLowerCase())
          return new Set(named).size === named.length
        },
        'Two options are the same.',
      ),
  }),
  z.object({
    kind: z.literal('belief'),
    claim: lineSchema().trim().min(TITLE_CHARS_MIN, 'Write the claim in one sentence.').max(CLAIM_CHARS_MAX),
  }),
  z
    .object({
      kind: z.literal('forecast'),
      /** A statement that will turn out to be so or not. */
      event: lineSchema()
        .trim()
        .min(TITLE_CHARS_MIN, 'Write in one sentence what may come.')
        .max(CLAIM_CHARS_MAX),
      /** After this no probability counts as a forecast. */
      closesAt: momentSchema(),
      /** From then on the outcome may be told. */
      resolvesAt: momentSchema(),
      /** Who tells it. */
      resolver: z.enum(RESOLVERS),
      /** Where it is read: a name or an address; may be empty unless a named source tells it. */
      source: lineSchema().trim().max(RESOLVE_SOURCE_CHARS_MAX),
    })
    .refine(({ closesAt, resolvesAt }) => closesAt <= resolvesAt, {
      path: ['resolvesAt'],
      message: 'The outcome is told when the forecast is closed, or later.',
    })
    .refine(({ resolver, source }) => resolver !== 'source' || source !== '', {
      path: ['source'],
      message: 'Name the source, or say that somebody else tells the outcome.',
    }),
  z.object({
    kind: z.literal('buy'),
    /** The product's page. */
    product: pageSchema,
    /** As the page has it, currency included. */
    price: lineSchema().trim().min(1, 'Write what it costs, as its page says.').max(PRODUCT_PRICE_CHARS_MAX),
    /** What it is needed for, one a line or in sentences. */
    needs: textSchema()
      .trim()
      .min(TITLE_CHARS_MIN, 'Say what you need it for, and what it must do.')
      .max(NEEDS_CHARS_MAX),
  }),
])

export type Decision = z.infer<typeof decisionSchema>

/** What `decisionOf` reads of a context's row. */
export type DecisionRow = {
  decision: DecisionKind
  options: string[]
  claim: string
  closesAt: Date | null
  resolvesAt: Date | null
  resolver: Resolver | null
  resolveSource: string
  productUrl: string
  productPrice: string
  needs: string
}

/** The parts of `decisionSchema` as they lie in a context's row. */
export function decisionOf(row: DecisionRow): Decision {
  switch (row.decision) {
    case 'choice':
      return { kind: 'choice', options: row.options }
    case 'belief':
      return { kind: 'belief', claim: row.claim }
    case 'forecast': {
      const { claim, closesAt, resolvesAt, resolver, resolveSource } = row
      if (closesAt === null || resolvesAt === null) throw new Error('A forecast has no dates')
      return {
        kind: 'forecast',
        event: claim,
        closesAt,
        resolvesAt,
        resolver: resolver ?? 'asker',
        source: resolveSource,
      }
    }
    case 'buy':
      return { kind: 'buy', product: row.productUrl, price: row.productPrice, needs: row.needs }
    case 'open':
      return { kind: 'open' }
  }
}

/** As a context's row has it. */
export function rowOfDecision(decision: Decision): DecisionRow {
  const { kind } = decision
  return {
    decision: kind,
    options: [...optionsOf(decision)],
    claim: statementOf(decision) ?? '',
    ...(kind === 'forecast'
      ? {
          closesAt: decision.closesAt,
          resolvesAt: decision.resolvesAt,
          resolver: decision.resolver,
          resolveSource: decision.source,
        }
      : { closesAt: null, resolvesAt: null, resolver: null, resolveSource: '' }),
    ...(kind === 'buy'
      ? { productUrl: decision.product, productPrice: decision.price, needs: decision.needs }
      : { productUrl: '', productPrice: '', needs: '' }),
  }
}

/** The pages of a question: a product's own comes first. */
export function pagesOf(decision: Decision | undefined, pages: readonly string[]): string[] {
  if (decision?.kind !== 'buy') return [...pages]
  return [decision.product, ...pages.filter((page) => page !== decision.product)]
}
