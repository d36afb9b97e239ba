import { sql } from 'drizzle-orm'
import { bigint, bigserial, boolean, check, index, pgEnum, pgTable, text } from 'drizzle-orm/pg-core'
import { micros, moment } from './columns'

export const accountKind = pgEnum('ledger_account_kind', [
  'user',
  'escrow',
  'issuance',
  'fees',
  'allowance',
  'bond',
  'pending',
  'game',
])
export const transferKind = pgEnum('ledger_transfer_kind', [
  'grant',
  'hold',
  'carve',
  'purchase',
  'fee',
  'release',
  'refund',
  'lapse',
  'reverse',
  'bond',
  'forfeit',
  'clear',
  'resale',
  'share',
  'stake',
  'reward',
])

/**
 * One row per account, id `user:<user id>`, `allowance:<user id>`, `escrow:<context id>`, `bond:<offer id>`, `pending:<offer id>`
 * (what its seller earned by it and may still have to give back), `game:<game id>`, `issuance` or `fees`. The balances of `issuance` and `fees` are
 * not kept here: every purchase would wait for that one row (measured: 0.38x of the throughput). They are the
 * sum of their transfers.
 */
export const ledgerAccounts = pgTable(
  'ledger_account',
  {
    id: text('id').primaryKey(),
    kind: accountKind('kind').notNull(),
    balanceMicros: micros('balance_micros').notNull().default(sql`0`),
    /** Number of transfers so far on this account; each transfer carries the version it made. */
    version: bigint('version', { mode: 'number' }).notNull().default(0),
  },
  (table) => [check('ledger_account_never_below_zero', sql`${table.balanceMicros} >= 0`)],
)

/** Append-only. A transfer is both its entries: it leaves one account and reaches another, so the sum is always zero. */
export const ledgerTransfers = pgTable(
  'ledger_transfer',
  {
    /** In the order of writing; a page of the wallet is read by it. */
    seq: bigserial('seq', { mode: 'number' }).notNull(),
    /** `xfr_` and the key. */
    id: text('id').notNull(),
    /** Made from the cause (`purchase:<id>`), so that a repeat finds the first. */
    key: text('key').primaryKey(),
    kind: transferKind('kind').notNull(),
    /** Accounts that the same statement changes or makes, and that are never deleted: a reference would lock `fees` for all. */
    fromAccount: text('from_account').notNull(),
    toAccount: text('to_account').notNull(),
    amountMicros: micros('amount_micros').notNull(),
    /** Balances and versions just after; null on the side of `issuance` and `fees`. */
    fromBalanceMicros: micros('from_balance_micros'),
    toBalanceMicros: micros('to_balance_micros'),
    fromVersion: bigint('from_version', { mode: 'number' }),
    toVersion: bigint('to_version', { mode: 'number' }),
    /** What it was for; at most one of each, for the words and the link in the wallet. */
    contextId: text('context_id'),
    rootId: text('root_id'),
    offerId: text('offer_id'),
    createdAt: moment('created_at').notNull().default(sql`now()`),
  },
  (table) => [
    /** So the one index on the key makes both unique: each transfer is in as few indexes as can be. */
    check('ledger_transfer_id_of_key', sql`${table.id} = 'xfr_' || ${table.key}`),
    check('ledger_transfer_above_zero', sql`${table.amountMicros} > 0`),
    check('ledger_transfer_two_accounts', sql`${table.fromAccount} <> ${table.toAccount}`),
    /** The wallet reads one account's transfers, newest first; without these it would read every transfer ever made. */
    index('ledger_transfer_from').on(table.fromAccount, table.seq),
    index('ledger_transfer_to').on(table.toAccount, table.seq),
  ],
)

/** One row, written by the check of the books: while there is a reason, every money operation is refused and reads work. */
export const ledgerState = pgTable(
  'ledger_state',
  {
    id: boolean('id').primaryKey().default(true),
    /** Name of the check that failed; null when money may move. */
    frozenReason: text('frozen_reason'),
    checkedAt: moment('checked_at').notNull(),
  },
  (table) => [check('ledger_state_one_row', sql`${table.id}`)],
)

/**
 * Accounts out of which nothing goes until what `server/verify` found about them is right; what comes in, comes in. A projection
 * of `finding`, kept here because every transfer looks at it.
 */
export const ledgerFreezes = pgTable('ledger_freeze', {
  account: text('account').primaryKey(),
  /** The check that found it. */
  reason: text('reason').notNull(),
  since: moment('since').notNull(),
})

export type LedgerTransferRow = typeof ledgerTransfers.$inferSelect
