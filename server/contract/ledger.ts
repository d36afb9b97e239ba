import * as z from 'zod'
import { lineSchema, momentSchema } from '../shared/text'

/** What a row of a wallet was for, as its owner sees it: the same transfer is a `sale` here and a `purchase` there, `resold` here and a
 * `resale` there. */
export const WALLET_KINDS = [
  'grant',
  'hold',
  'release',
  'refund',
  'clear',
  'purchase-refunded',
  'sale',
  'fee',
  'purchase',
  'resale',
  'resold',
  'share',
  'share-given',
  'bond',
  'bond-returned',
  'stake',
  'stake-returned',
  'reward',
  'correction',
] as const
export type WalletKind = (typeof WALLET_KINDS)[number]

/** A year of a busy seller fits in a few pages; a page is still read in one go. */
export const WALLET_ROWS_MAX = 200
const WALLET_ROWS_DEFAULT = 50

export const walletRowsSchema = z.object({
  /** Empty: all kinds. */
  kinds: z.array(z.enum(WALLET_KINDS)).max(WALLET_KINDS.length).default([]),
  /** From this moment, and before that one. */
  from: momentSchema().nullable().default(null),
  to: momentSchema().nullable().default(null),
  /** Found in the question's title or the offer's teaser. */
  text: lineSchema().trim().max(200).default(''),
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

/** What was bought out of a budget, as its buyer sees it. */
export const walletPurchaseSchema = z.object({
  offerId: z.string(),
  at: z.date(),
  priceMicros: z.bigint(),
  /** Who was paid, and the bot of theirs that wrote it. */
  seller: z.string(),
  botName: z.string().nullable(),
  /** Null while it could give away what was not bought. */
  teaser: z.string().nullable(),
})
export type WalletPurchase = z.infer<typeof walletPurchaseSchema>

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
  /** Of the oversight game whose pot, stake or reward it is; null for all else. */
  game: z.object({ id: z.string(), title: z.string() }).nullable(),
  /** Of the offer that was bought or sold, or that a bond was laid down for. */
  offer: z.object({ id: z.string(), teaser: z.string() }).nullable(),
  /** For what returned from a question: how much of its budget was spent. */
  spentMicros: z.bigint().nullable(),
  /** For what is held: what was bought out of it so far, first the last; empty for all else. */
  bought: z.array(walletPurchaseSchema),
  /** For a grant: what it was for, where its cause is known. */
  grantedFor: z.enum(GRANT_CAUSES).nullable(),
  /** For a bond: it was kept, and does not return. */
  isBondKept: z.boolean(),
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
  /** Given for today: can be asked with, besides what is available, and nothing else. */
  allowanceMicros: z.bigint(),
  /** In the budgets of open questions, and in the pots and stakes of oversight games that have not ended. */
  heldMicros: z.bigint(),
  /** Laid down for offers on open questions. */
  bondMicros: z.bigint(),
  totalMicros: z.bigint(),
  /** Earned, and not available yet: its buyers may still complain. */
  pendingMicros: z.bigint(),
  /** When the first and the last of it become available; null while nothing is pending. */
  pendingFrom: z.date().nullable(),
  pendingUntil: z.date().nullable(),
  /** By selling, once and at resale, and by shares of what others resold, after fees and refunds; with what is pending. */
  earnedMicros: z.bigint(),
  /** By buying, inspected, unseen and at resale, less what was refunded. */
  spentMicros: z.bigint(),
})
export type WalletSummary = z.infer<typeof walletSummarySchema>

/** What a question can be asked with now. */
export function askableMicros({
  availableMicros,
  allowanceMicros,
}: Pick<WalletSummary, 'availableMicros' | 'allowanceMicros'>): bigint {
  return availableMicros + allowanceMicros
}
