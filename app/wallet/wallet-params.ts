import {
  createSerializer,
  type inferParserType,
  parseAsArrayOf,
  parseAsIsoDate,
  parseAsString,
  parseAsStringLiteral,
} from 'nuqs/server'
import { WALLET_KINDS, type WalletRowsInput } from '@/server/contract/ledger'

/** The filters of the wallet as they stand in the address; days are days in UTC. */
export const walletParams = {
  kinds: parseAsArrayOf(parseAsStringLiteral(WALLET_KINDS)).withDefault([]),
  from: parseAsIsoDate,
  /** The last day that is shown. */
  to: parseAsIsoDate,
  text: parseAsString.withDefault(''),
}
export type WalletParams = inferParserType<typeof walletParams>

/** An address with these filters; what is usual is left out. */
export const walletQuery = createSerializer(walletParams)

/** Longer texts come from hand-made addresses; the contract would refuse them. */
const TEXT_CHARS_MAX = 200
const DAY_MS = 24 * 60 * 60 * 1_000

/** What the market is asked for. */
export function walletInput({
  kinds,
  from,
  to,
  text,
}: WalletParams): Omit<WalletRowsInput, 'cursor' | 'limit'> {
  return {
    kinds: [...new Set(kinds)],
    from,
    to: to && new Date(to.getTime() + DAY_MS),
    text: text.trim().slice(0, TEXT_CHARS_MAX),
  }
}

/** A running balance means nothing once rows are left out. */
export function isFiltered({ kinds, from, to, text }: WalletParams): boolean {
  return kinds.length > 0 || from !== null || to !== null || text.trim() !== ''
}
