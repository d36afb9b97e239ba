import { z } from 'zod'
import { formatCredits } from '../shared/money'

/** What a row of a wallet was for, as its owner sees it: the same transfer is a `sale` here and a `purchase` there. */
export const WALLET_KINDS = ['grant', 'hold', 'release', 'refund', 'sale', 'fee', 'purchase'] as const
export type WalletKind = (typeof WALLET_KINDS)[number]

/** A year of a busy seller fits in a few pages; a page is still read in one go. */
export const WALLET_ROWS_MAX = 200
const WALLET_ROWS_DEFAULT = 50

export const walletRowsSchema = z.object({
  /** Empty: all kinds. */
  kinds: z.array(z.enum(WALLET_KINDS)).max(WALLET_KINDS.length).default([]),
  /** From this moment, and before that one. */
  from: z.date().nullable().default(null),
  to: z.date().nullable().default(null),
  /** Found in the question's title or the offer's teaser. */
  text: z.string().trim().max(200).default(''),
  cursor: z
    .string()
    .regex(/^\d{1,18}$/)
    .nullable()
    .default(null),
  limit: z.int().min(1).max(WALLET_ROWS_MAX).default(WALLET_ROWS_DEFAULT),
})
export type WalletRowsInput = z.input<typeof walletRowsSchema>

/** Why credits were made: everybody starts with some, and people of the demo market get what a fresh example holds. */
export const GRANT_CAUSES = ['welcome', 'demo'] as const

export const walletRowSchema = z.object({
  id: z.string(),
  kind: z.enum(WALLET_KINDS),
  at: z.date(),
  /** Above zero when credits came in, below when they went out. */
  amountMicros: z.bigint(),
  /** What was available just after it. */
  balanceMicros: z.bigint(),
  /** What it was for; null for a grant. `hasPage` when the account's owner may open it: not every sub-question may be read later. */
  question: z.object({ id: z.string(), title: z.string(), hasPage: z.boolean() }).nullable(),
  /** Of the offer that was bought or sold. */
  offer: z.object({ id: z.string(), teaser: z.string() }).nullable(),
  /** For what returned from a question: how much of its budget was spent. */
  spentMicros: z.bigint().nullable(),
  /** For a grant: what it was for, where its cause is known. */
  grantedFor: z.enum(GRANT_CAUSES).nullable(),
})
export type WalletRow = z.infer<typeof walletRowSchema>

export const walletPageSchema = z.object({
  rows: z.array(walletRowSchema),
  nextCursor: z.string().nullable(),
})
export type WalletPage = z.infer<typeof walletPageSchema>

export const walletSummarySchema = z.object({
  /** Can be spent now. */
  availableMicros: z.bigint(),
  /** In the budgets of open questions. */
  heldMicros: z.bigint(),
  totalMicros: z.bigint(),
  /** By selling, after fees. */
  earnedMicros: z.bigint(),
  /** By buying, inspected and unseen. */
  spentMicros: z.bigint(),
})
export type WalletSummary = z.infer<typeof walletSummarySchema>

/** One of the books' checks, as `npm run verify` and the health page show it. */
export const ledgerCheckSchema = z.object({
  name: z.string(),
  /** What is always true. */
  sentence: z.string(),
  ok: z.boolean(),
  /** How many rows were looked at. */
  checked: z.int(),
  /** What is wrong, by id; the first few. */
  problems: z.array(z.string()),
})
export type LedgerCheck = z.infer<typeof ledgerCheckSchema>

/** A name for each kind, for filters and for the column of kinds. */
export const WALLET_KIND_WORDS = {
  grant: 'Granted',
  hold: 'Held',
  release: 'Returned',
  refund: 'Refunded',
  sale: 'Sold',
  fee: 'Fee',
  purchase: 'Bought unseen',
} as const satisfies Record<WalletKind, string>

const GRANT_WORDS = {
  welcome: 'Welcome grant',
  demo: 'Topped up to run an example of the demo market',
} as const satisfies Record<(typeof GRANT_CAUSES)[number], string>

/** Enough of a title to know it again on a phone. */
const QUOTED_CHARS_MAX = 60

/** Why the credits moved, in one line: “Held for your question “…””. */
export function causeInWords({
  kind,
  question,
  offer,
  spentMicros,
  grantedFor,
}: Pick<WalletRow, 'kind' | 'question' | 'offer' | 'spentMicros' | 'grantedFor'>): string {
  const title = question ? quoted(question.title) : 'a question'
  const teaser = offer ? quoted(offer.teaser) : 'an offer'
  switch (kind) {
    case 'grant':
      return grantedFor === null ? 'Granted' : GRANT_WORDS[grantedFor]
    case 'hold':
      return `Held for your question ${title}`
    case 'release':
      return spentMicros
        ? `Returned from ${title} after ${formatCredits(spentMicros)} credits were spent`
        : `Returned from ${title}, nothing was bought`
    case 'refund':
      return `Returned from your cancelled question ${title}`
    case 'sale':
      return `Sold ${teaser}`
    case 'fee':
      return `Market fee on ${teaser}`
    case 'purchase':
      return `Bought ${teaser} unseen`
  }
}

function quoted(text: string): string {
  const characters = [...text]
  if (characters.length <= QUOTED_CHARS_MAX) return `“${text}”`
  return `“${characters
    .slice(0, QUOTED_CHARS_MAX - 1)
    .join('')
    .trimEnd()}…”`
}
