import { type SQL, sql } from 'drizzle-orm'

/** One thing that is always true of the books. */
export interface Check {
  name: string
  /** Said so that an operator understands it. */
  sentence: string
  /** What is looked at: a query with one row `total`. */
  count: SQL
  /** A query with one text column `problem`, one row for each thing that is wrong: ids and amounts only. */
  problems: SQL
}

/** Every transfer twice, once for each account that keeps a balance. */
const entries = sql`(
  select id, from_account as account, -amount_micros as amount, from_balance_micros as balance, from_version as version
  from ledger_transfer where from_account not in ('issuance', 'fees')
  union all
  select id, to_account, amount_micros, to_balance_micros, to_version
  from ledger_transfer where to_account not in ('issuance', 'fees')
)`

const inspectedTotals = sql`(
  select root_id, sum(price_micros) as spent from purchase where way = 'inspected' group by root_id
)`

/** In the order they are shown: the books by themselves, then the books against the market. */
export const CHECKS: readonly Check[] = [
  {
    name: 'sum-is-zero',
    sentence: 'All balances add up to zero: people and questions hold what was granted, less the fees.',
    count: sql`select count(*) as total from ledger_account`,
    // Issuance and fees keep no balance: theirs is the sum of their transfers.
    problems: sql`
      select 'the sum is ' || total as problem from (
        select coalesce((select sum(balance_micros) from ledger_account), 0)
          + coalesce((select sum(amount_micros) from ledger_transfer where to_account in ('issuance', 'fees')), 0)
          - coalesce((select sum(amount_micros) from ledger_transfer where from_account in ('issuance', 'fees')), 0)
          as total
      ) balances where total <> 0`,
  },
  {
    name: 'balances-match-transfers',
    sentence: 'Every balance is the sum of the account’s transfers, and what its last transfer left.',
    count: sql`select count(*) as total from ledger_account`,
    problems: sql`
      select account.id || ' holds ' || account.balance_micros || ' at version ' || account.version
        || ', its transfers make ' || coalesce(history.balance, 0) || ' at ' || coalesce(history.version, 0) as problem
      from ledger_account account
      left join (
        select account, sum(amount) as balance, max(version) as version,
          (array_agg(balance order by version desc))[1] as last_balance
        from ${entries} entries group by account
      ) history on history.account = account.id
      where account.balance_micros <> coalesce(history.balance, 0)
        or account.balance_micros <> coalesce(history.last_balance, 0)
        or account.version <> coalesce(history.version, 0)`,
  },
  {
    name: 'versions-are-dense',
    sentence: 'The transfers of an account are numbered without gaps, and each follows from the one before.',
    count: sql`select count(*) as total from ${entries} entries`,
    problems: sql`
      select account || ' at version ' || coalesce(version::text, 'none') || ' (' || id || ')' as problem from (
        select *, row_number() over steps as expected_version,
          coalesce(lag(balance) over steps, 0) + amount as expected_balance
        from ${entries} entries
        window steps as (partition by account order by version)
      ) history
      where version is distinct from expected_version or balance is distinct from expected_balance`,
  },
  {
    name: 'nobody-below-zero',
    sentence: 'No person’s or question’s balance is or ever was below zero.',
    count: sql`select count(*) as total from ledger_account`,
    problems: sql`
      select id || ' holds ' || balance_micros as problem from ledger_account where balance_micros < 0
      union all
      select account || ' was left with ' || balance || ' by ' || id from ${entries} entries where balance < 0`,
  },
  {
    name: 'transfers-have-a-cause',
    sentence:
      'Every transfer has a key of its own, accounts that its kind allows, and a question or offer it was for.',
    count: sql`select count(*) as total from ledger_transfer`,
    problems: sql`
      select transfer.id as problem
      from ledger_transfer transfer
      left join buyer_context context on context.id = transfer.context_id
      left join info_offer offer on offer.id = transfer.offer_id
      where not ledger_allows(transfer.kind, transfer.from_account, transfer.to_account)
        or (transfer.kind not in ('grant', 'lapse') and (context.id is null or context.root_id is distinct from transfer.root_id))
        or (transfer.kind in ('purchase', 'fee') and offer.id is null)
      union all
      select key || ' is used ' || count(*) || ' times' from ledger_transfer group by key having count(*) > 1`,
  },
  {
    name: 'accounts-have-an-owner',
    sentence:
      'Every account belongs to a person or a question, every transfer to two accounts; issuance and fees keep no balance.',
    count: sql`select count(*) as total from ledger_account`,
    problems: sql`
      select account.id as problem
      from ledger_account account
      left join users person on account.id in ('user:' || person.id, 'allowance:' || person.id)
      left join buyer_context context on account.id = 'escrow:' || context.id
      where account.kind is distinct from ledger_account_kind_of(account.id)
        or (account.kind in ('user', 'allowance') and person.id is null)
        or (account.kind = 'escrow' and context.id is null)
        or (account.kind in ('issuance', 'fees') and (account.balance_micros <> 0 or account.version <> 0))
      union all
      select transfer.id || ' names an account that is not there'
      from ledger_transfer transfer
      left join ledger_account payer on payer.id = transfer.from_account
      left join ledger_account payee on payee.id = transfer.to_account
      where payer.id is null or payee.id is null`,
  },
  {
    name: 'ended-questions-hold-nothing',
    sentence: 'A question or sub-question that ended holds nothing.',
    count: sql`select count(*) as total from buyer_context where phase in ('settled', 'cancelled', 'failed')`,
    problems: sql`
      select context.id || ' still holds ' || account.balance_micros as problem
      from buyer_context context
      join ledger_account account on account.id = 'escrow:' || context.id
      where context.phase in ('settled', 'cancelled', 'failed') and account.balance_micros <> 0`,
  },
  {
    name: 'ended-trees-hold-nothing',
    sentence: 'When an inspection has ended, no escrow of its tree holds anything.',
    count: sql`select count(*) as total from inspection where status in ('settled', 'cancelled', 'failed')`,
    problems: sql`
      select context.id || ' of the ended tree ' || context.root_id || ' holds ' || account.balance_micros as problem
      from inspection
      join buyer_context context on context.root_id = inspection.root_id
      join ledger_account account on account.id = 'escrow:' || context.id
      where inspection.status in ('settled', 'cancelled', 'failed') and account.balance_micros <> 0`,
  },
  {
    name: 'purchases-were-paid',
    sentence:
      'Every purchase was paid once, in full, by its payer to its seller, with its fee; and nothing else was.',
    count: sql`select count(*) as total from purchase`,
    problems: sql`
      select coalesce(purchase.id, payment.id, fee.id) as problem
      from purchase
      full join (select * from ledger_transfer where kind = 'purchase') payment
        on payment.key = 'purchase:' || purchase.id
      full join (select * from ledger_transfer where kind = 'fee') fee
        on fee.key = 'purchase:' || purchase.id || ':fee'
      where purchase.id is null or payment.id is null
        or payment.amount_micros <> purchase.price_micros
        or payment.offer_id is distinct from purchase.offer_id
        or payment.to_account <> 'user:' || purchase.seller_id
        or payment.from_account <> case purchase.way
          when 'unseen' then 'user:' || purchase.buyer_id else 'escrow:' || purchase.context_id end
        or coalesce(fee.amount_micros, 0) <> purchase.fee_micros
        or coalesce(fee.from_account, payment.to_account) <> payment.to_account`,
  },
  {
    name: 'purchases-match-offers',
    sentence:
      'An offer is marked bought exactly when it was, at its price, in its question, for that question’s buyer.',
    count: sql`select count(*) as total from info_offer`,
    problems: sql`
      select offer.id as problem
      from info_offer offer
      join buyer_context context on context.id = offer.context_id
      left join purchase on purchase.offer_id = offer.id
      where (offer.state = 'bought') <> (purchase.id is not null)
        or purchase.price_micros <> offer.price_micros or purchase.offer_version <> offer.version
        or purchase.context_id <> offer.context_id or purchase.root_id <> offer.root_id
        or purchase.seller_id <> offer.seller_id or purchase.buyer_id <> context.buyer_id`,
  },
  {
    name: 'nobody-buys-from-himself',
    sentence: 'Nobody bought from himself or from a bot of his own.',
    count: sql`select count(*) as total from purchase`,
    problems: sql`
      select purchase.id as problem
      from purchase
      join info_offer offer on offer.id = purchase.offer_id
      left join bot on bot.id = offer.bot_id
      where purchase.seller_id = purchase.buyer_id or bot.owner_id = purchase.buyer_id`,
  },
  {
    name: 'spent-within-budget',
    sentence: 'No tree spent more than its root’s budget.',
    count: sql`select count(*) as total from buyer_context where parent_id is null`,
    problems: sql`
      select root.id || ' spent ' || totals.spent || ' of ' || root.budget_micros as problem
      from buyer_context root
      join ${inspectedTotals} totals on totals.root_id = root.id
      where totals.spent > root.budget_micros`,
  },
  {
    name: 'trees-add-up',
    sentence:
      'For every question: what its tree holds, spent and returned is the budget that was held for it.',
    count: sql`select count(*) as total from buyer_context where parent_id is null`,
    problems: sql`
      select root.id || ' was given ' || coalesce(flows.held, 0) || ' of ' || root.budget_micros || ', holds ' || escrows.left_over
        || ', spent ' || coalesce(totals.spent, 0) || ', returned ' || coalesce(flows.returned, 0) as problem
      from buyer_context root
      cross join lateral (
        select coalesce(sum(account.balance_micros), 0) as left_over
        from buyer_context context
        join ledger_account account on account.id = 'escrow:' || context.id
        where context.root_id = root.id
      ) escrows
      left join (
        select root_id,
          coalesce(sum(amount_micros) filter (where kind = 'hold'), 0) as held,
          coalesce(sum(amount_micros) filter (where kind <> 'hold' and to_account not like 'escrow:%'), 0) as returned
        from ledger_transfer where kind in ('hold', 'release', 'refund') group by root_id
      ) flows on flows.root_id = root.id
      left join ${inspectedTotals} totals on totals.root_id = root.id
      where root.parent_id is null and (
        coalesce(flows.held, 0) <> root.budget_micros
        or escrows.left_over + coalesce(totals.spent, 0) + coalesce(flows.returned, 0) <> root.budget_micros
      )`,
  },
]
