import { botOf, bought, boughtPurchase, child, type Fault, grant, open, passed } from './testing-fault'

export const MONEY_FAULTS: readonly Fault[] = [
  // The books by themselves.
  [
    'sum-is-zero',
    'credits from nowhere',
    ({ people }) =>
      `update ledger_account set balance_micros = balance_micros + 1 where id = 'user:${people.ann}'`,
  ],
  [
    'sum-is-zero',
    'a fee that was never taken',
    (m) =>
      `update ledger_transfer set amount_micros = amount_micros + 1 where key = 'purchase:' || ${boughtPurchase(m)} || ':fee'`,
  ],
  [
    'balances-match-transfers',
    'credits moved without a transfer',
    ({ people }) =>
      `update ledger_account set balance_micros = balance_micros + case id when 'user:${people.ann}' then 1 else -1 end where id in ('user:${people.ann}', 'user:${people.sol}')`,
  ],
  [
    'balances-match-transfers',
    'a version that no transfer made',
    ({ people }) => `update ledger_account set version = version + 1 where id = 'user:${people.ann}'`,
  ],
  [
    'balances-match-transfers',
    'the last transfer of an account that is gone',
    ({ roots }) => `delete from ledger_transfer where key = '${roots.oven}:hold'`,
  ],
  [
    'transfers-follow',
    'a transfer in the middle that is gone',
    ({ roots }) => `delete from ledger_transfer where key = '${roots.bridge}:hold'`,
  ],
  [
    'transfers-follow',
    'a running balance that does not follow',
    ({ roots }) =>
      `update ledger_transfer set from_balance_micros = from_balance_micros + 1 where key = '${roots.bridge}:hold'`,
  ],
  [
    'transfers-follow',
    'two transfers with one number',
    (m) => `update ledger_transfer set to_version = 2 where key = 'purchase:' || ${boughtPurchase(m)}`,
  ],
  [
    'transfers-follow',
    'a balance that once was below zero',
    ({ roots }) => `update ledger_transfer set from_balance_micros = -1 where key = '${roots.bridge}:hold'`,
  ],
  [
    'nobody-below-zero',
    'a balance below zero',
    ({ people }) =>
      `alter table ledger_account drop constraint ledger_account_never_below_zero; update ledger_account set balance_micros = -1 where id = 'user:${people.ann}'`,
  ],
  [
    'accounts-have-an-owner',
    'an account of nobody',
    () => `insert into ledger_account (id, kind) values ('user:ghost', 'user')`,
  ],
  [
    'accounts-have-an-owner',
    'an escrow of no question',
    () => `insert into ledger_account (id, kind) values ('escrow:ghost', 'escrow')`,
  ],
  [
    'accounts-have-an-owner',
    'a balance kept for fees',
    () => `update ledger_account set balance_micros = 1 where id = 'fees'`,
  ],
  [
    'transfers-name-accounts',
    'an account that is gone',
    ({ people }) => `delete from ledger_account where id = 'user:${people.sol}'`,
  ],
  [
    'transfers-have-a-cause',
    'a key used twice',
    ({ roots }) =>
      `alter table ledger_transfer drop constraint ledger_transfer_pkey; alter table ledger_transfer drop constraint ledger_transfer_id_of_key; update ledger_transfer set key = '${roots.bridge}:hold' where key = '${roots.oven}:hold'`,
  ],
  [
    'transfers-have-a-cause',
    'a hold for no question',
    ({ roots }) => `update ledger_transfer set context_id = null where key = '${roots.bridge}:hold'`,
  ],
  [
    'transfers-have-a-cause',
    'a hold for a question of another tree',
    ({ roots }) => `update ledger_transfer set root_id = '${roots.oven}' where key = '${roots.bridge}:hold'`,
  ],
  [
    'transfers-have-a-cause',
    'a fee on no offer',
    (m) =>
      `update ledger_transfer set offer_id = null where key = 'purchase:' || ${boughtPurchase(m)} || ':fee'`,
  ],
  [
    'transfers-have-a-cause',
    'a grant that came from a person',
    ({ roots }) => `update ledger_transfer set kind = 'grant' where key = '${roots.bridge}:hold'`,
  ],
  [
    'grants-keep-their-rules',
    'the welcome given twice, with books in order',
    ({ people }) => grant(people.ann, `${people.ann}:welcome-2`),
  ],
  [
    'grants-keep-their-rules',
    'credits of the demo for somebody who is not of it',
    ({ people }) => grant(people.ann, `${people.ann}:demo-run:x`),
  ],
  [
    'grants-keep-their-rules',
    'a welcome of another amount',
    ({ people }) =>
      `update ledger_transfer set amount_micros = amount_micros * 2 where key = '${people.bob}:welcome'`,
  ],
  [
    'grants-keep-their-rules',
    'somebody’s welcome on another account',
    ({ people }) =>
      `update ledger_transfer set to_account = 'user:${people.ann}' where key = '${people.bob}:welcome'`,
  ],
  [
    'corrections-have-a-transfer',
    'a correction of nothing',
    ({ people }) =>
      `insert into ledger_transfer (id, key, kind, from_account, to_account, amount_micros) values ('xfr_reverse:x', 'reverse:x', 'reverse', 'user:${people.sol}', 'user:${people.ann}', 1)`,
  ],

  // The books against the market.
  [
    'ended-questions-hold-nothing',
    'a question that ended and kept a credit',
    ({ roots }) => `update ledger_account set balance_micros = 1000000 where id = 'escrow:${roots.bridge}'`,
  ],
  [
    'ended-trees-hold-nothing',
    'a tree that ended with its budget',
    ({ roots }) => `update inspection set status = 'settled' where root_id = '${roots.oven}'`,
  ],
  [
    'bonds-end-with-their-question',
    'a bond that outlives its question',
    (m) => `update ledger_account set balance_micros = 100000 where id = 'bond:' || ${passed(m)}`,
  ],
  [
    'bonds-end-with-their-question',
    'a bond that was never laid down',
    (m) => `delete from ledger_transfer where key = ${open(m)} || ':bond'`,
  ],
  [
    'bonds-are-kept-for-a-reason',
    'a bond that the market kept without a judgement',
    (m) =>
      `update ledger_transfer set kind = 'forfeit', to_account = 'fees' where key = ${bought(m)} || ':bond:end'`,
  ],
  [
    'budgets-were-given',
    'a budget that was not held',
    ({ roots }) => `update buyer_context set budget_micros = budget_micros + 1 where id = '${roots.oven}'`,
  ],
  [
    'budgets-were-given',
    'a sub-question’s budget larger than what was carved',
    (m) => `update buyer_context set budget_micros = budget_micros + 1 where id = ${child(m)}`,
  ],
  [
    'budgets-were-given',
    'a carve that is gone',
    (m) => `delete from ledger_transfer where key = ${child(m)} || ':carve'`,
  ],
  [
    'budgets-were-given',
    'a budget that another person paid',
    ({ roots, people }) =>
      `update ledger_transfer set from_account = 'user:${people.sol}' where key = '${roots.oven}:hold'`,
  ],
  [
    'returns-go-up',
    'what was left went to somebody else',
    ({ roots, people }) =>
      `update ledger_transfer set to_account = 'user:${people.sol}' where key = '${roots.bridge}:release'`,
  ],
  [
    'returns-go-up',
    'a budget returned before the end',
    ({ roots }) =>
      `update buyer_context set phase = 'collecting', ended_at = null where id = '${roots.empty}'`,
  ],
  [
    'purchases-were-paid',
    'a purchase without a payment',
    (m) => `delete from ledger_transfer where key = 'purchase:' || ${boughtPurchase(m)}`,
  ],
  [
    'purchases-were-paid',
    'a fee that was not taken',
    (m) => `delete from ledger_transfer where key = 'purchase:' || ${boughtPurchase(m)} || ':fee'`,
  ],
  [
    'purchases-were-paid',
    'a price that was not paid',
    (m) => `update purchase set price_micros = price_micros + 1 where id = ${boughtPurchase(m)}`,
  ],
  [
    'purchases-were-paid',
    'a seller who was not paid',
    (m) =>
      `update ledger_transfer set to_account = 'user:${m.people.bob}' where key = 'purchase:' || ${boughtPurchase(m)}`,
  ],
  [
    'purchases-were-paid',
    'unseen, but paid from the budget',
    (m) => `update purchase set way = 'unseen' where id = ${boughtPurchase(m)}`,
  ],
  [
    'accounts-have-an-owner',
    'earnings of no purchase',
    () => `insert into ledger_account (id, kind) values ('pending:ghost', 'pending')`,
  ],
  [
    'earnings-clear-once',
    'a purchase that counts as cleared and is pending',
    (m) => `update purchase set cleared_at = clears_at where id = ${boughtPurchase(m)}`,
  ],
  [
    'earnings-clear-once',
    'a refund that nobody decided',
    ({ unseenOffer }) =>
      `update complaint set refunded_micros = refunded_micros + 1 where offer_id = '${unseenOffer}'`,
  ],
  [
    'earnings-clear-once',
    'earnings that went to somebody else',
    ({ people }) => `update ledger_transfer set to_account = 'user:${people.bob}' where kind = 'clear'`,
  ],
  [
    'earnings-clear-once',
    'a refund to somebody else',
    ({ people }) =>
      `update ledger_transfer set to_account = 'user:${people.bob}' where kind = 'refund' and from_account like 'pending:%'`,
  ],
  [
    'complaints-are-of-purchases',
    'a complaint of somebody who bought nothing',
    ({ people }) => `update complaint set buyer_id = '${people.bob}' where outcome is null`,
  ],
  [
    'complaints-are-of-purchases',
    'an open complaint that holds nothing',
    () =>
      `update purchase set clears_at = clears_at - interval '1 hour' where offer_id in (select offer_id from complaint where outcome is null)`,
  ],
  [
    'complaints-are-of-purchases',
    'a decision that says otherwise than its refund',
    ({ unseenOffer }) => `update complaint set outcome = 'refused' where offer_id = '${unseenOffer}'`,
  ],
  [
    'payments-have-a-purchase',
    'a payment whose purchase is gone',
    (m) => `delete from purchase where id = ${boughtPurchase(m)}`,
  ],
  [
    'payments-have-a-purchase',
    'a fee on no purchase',
    (m) =>
      `update ledger_transfer set key = 'purchase:x:fee', id = 'xfr_purchase:x:fee' where key = 'purchase:' || ${boughtPurchase(m)} || ':fee'`,
  ],
  [
    'payments-have-a-purchase',
    'a resale that was paid, whose buyer has no row to read by',
    () => `delete from resale`,
  ],
  [
    'resales-were-paid',
    'a row that somebody reads by, and nobody paid',
    () => `delete from ledger_transfer where key like 'resale:%'`,
  ],
  [
    'resales-were-paid',
    'a share that went to somebody else',
    ({ people }) =>
      `update ledger_transfer set to_account = 'user:${people.eve}' where key like 'resale:%:share'`,
  ],
  [
    'resales-were-paid',
    'a fee that was never taken',
    () => `delete from ledger_transfer where key like 'resale:%:fee'`,
  ],
  [
    'resales-keep-to-the-licence',
    'what was sold for the asker alone',
    (m) => `update resale set offer_id = ${bought(m)}`,
  ],
  [
    'resales-keep-to-the-licence',
    'a price that its seller never asked',
    () => `update resale set price_micros = price_micros + 1`,
  ],
  [
    'resales-keep-to-the-licence',
    'a seller who bought from himself',
    ({ people }) =>
      `alter table resale drop constraint resale_buyer; update resale set buyer_id = '${people.sol}'`,
  ],
  [
    'fees-are-the-markets',
    'a fee that is not the market’s share',
    (m) => `update purchase set fee_micros = fee_micros + 1 where id = ${boughtPurchase(m)}`,
  ],
  [
    'shares-were-set',
    'a share that nobody set',
    ({ roots }) => `update inspection set fee_basis_points = 300 where root_id = '${roots.bridge}'`,
  ],
  [
    'fees-are-the-markets',
    'a share that was changed after the purchase',
    ({ roots }) => `update inspection set fee_basis_points = 0 where root_id = '${roots.bridge}'`,
  ],
  [
    'nobody-buys-from-himself',
    'a purchase from oneself',
    (m) => `update purchase set seller_id = buyer_id where id = ${boughtPurchase(m)}`,
  ],
  [
    'nobody-buys-from-himself',
    'a purchase from one’s own bot',
    (m) =>
      `update info_offer set bot_id = ${botOf('fixed')} where id = ${bought(m)}; update bot set owner_id = '${m.people.ann}' where id = ${botOf('fixed')}`,
  ],
  [
    'spent-within-budget',
    'a tree over its budget',
    ({ roots }) => `update buyer_context set budget_micros = 1 where id = '${roots.bridge}'`,
  ],
  [
    'trees-add-up',
    'an escrow that lost a credit',
    (m) =>
      `update ledger_account set balance_micros = balance_micros - 1 where id = 'escrow:' || ${child(m)}`,
  ],
  [
    'allowances-were-held',
    'own credits that return as daily ones',
    (m) => `update buyer_context set allowance_micros = 1000000 where id = '${m.roots.oven}'`,
  ],
]
