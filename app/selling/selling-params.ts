import {
  createSerializer,
  type inferParserType,
  parseAsIsoDate,
  parseAsString,
  parseAsStringLiteral,
} from 'nuqs/server'
import {
  BY_ANYONE,
  OFFER_GROUPS,
  type OfferGroup,
  type OwnOffersInput,
  type SellingScope,
} from '@/server/contract/selling'
import { REASONS } from '@/server/protocol/verdict'

/** The days that are looked at as they stand in the address, in UTC; `to` is the last day that counts. */
export const dayParams = { from: parseAsIsoDate, to: parseAsIsoDate }

/** What the seller's page shows, as it stands in the address. */
export const sellingParams = {
  ...dayParams,
  by: parseAsString.withDefault(BY_ANYONE),
  show: parseAsStringLiteral(OFFER_GROUPS).withDefault('made'),
  reason: parseAsStringLiteral(REASONS),
}
export type SellingParams = inferParserType<typeof sellingParams>

/** An address with these choices; what is usual is left out. */
export const sellingQuery = createSerializer(sellingParams)

const DAY_MS = 24 * 60 * 60 * 1_000
/** Longer ones come from hand-made addresses; the contract would refuse them. */
const ID_CHARS_MAX = 60

/** What the market is asked to count. */
export function scopeOf({ from, to, by }: Pick<SellingParams, 'from' | 'to' | 'by'>): SellingScope {
  return { from, to: to && new Date(to.getTime() + DAY_MS), by: by.slice(0, ID_CHARS_MAX) }
}

/** What the market is asked to list: of what is counted, one group. */
export function listOf(params: SellingParams): Omit<OwnOffersInput, 'cursor'> {
  return { ...scopeOf(params), show: params.show, reason: params.reason }
}

/** The address of one group of the offers that are counted. */
export function groupHref(
  params: Pick<SellingParams, 'from' | 'to' | 'by'>,
  show: OfferGroup,
  reason: SellingParams['reason'] = null,
): string {
  const { from, to, by } = params
  return `${sellingQuery('/selling', { from, to, by, show, reason })}#offers`
}
