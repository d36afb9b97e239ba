import { type SQL, sql } from 'drizzle-orm'
import { GRANT_RULES } from '../../ledger/grant-rules'
import {
  ASKER_SHARE_BASIS_POINTS,
  FEE_BASIS_POINTS,
  MICROS_PER_CREDIT,
  WELCOME_GRANT,
} from '../../shared/money'
import { BY_HAND, type Check } from '../check'
import { account } from './parts'

/** What an account's last transfer left, of those before `seq`: by two looks into an index, however many there are. */
const lastEntry = (account: SQL, before?: SQL) => {
  const isBefore = before ? sql`and seq < ${before}` : sql``
  return sql`(
    select side.seq, side.balance, side.version from (
      (select seq, from_balance_micros as balance, from_version as version from ledger_transfer
        where from_account = ${account} ${isBefore} order by from_account desc, seq desc limit 1)
      union all
      (select seq, to_balance_micros, to_version from ledger_transfer
        where to_account = ${account} ${isBefore} order by to_account desc, seq desc limit 1)
    ) side order by side.seq desc limit 1)`
}

/** The account whose balance a transfer made wrong: who got it, or where it went to nobody, who paid. */
const blamed = (t: SQL) =>
  sql`case when ${t}.to_account in ('issuance', 'fees') then ${t}.from_account else ${t}.to_account end`

const isReversed = (key: SQL) =>
  sql`exists (select from ledger_transfer r where r.key = 'reverse:' || ${key})`

/** An operator took a purchase back at his own word; what was read stays read, so its row stays. */
const isReversedByHand = (key: SQL) =>
  sql`exists (select from mending m where m.check_id = ${BY_HAND} and m.kind = 'reverse' and m.subject_id = ${key})`

/**
 * What was paid out of a tree's escrows for nothing, and given back to its buyer by corrections. A purchase that was taken back by hand is not
 * among it: its row stays, and counts as spent.
 */
const correctedOf = (rootId: SQL) => sql`(
  select coalesce(sum(paid.amount_micros), 0)
  from buyer_context payer
  join ledger_transfer paid on paid.from_account = 'escrow:' || payer.id and paid.kind = 'purchase'
  join ledger_transfer back on back.key = 'reverse:' || paid.key and back.to_account like 'user:%'
  where payer.root_id = ${rootId}
    and not exists (select from purchase kept where kept.id = substr(paid.key, length('purchase:') + 1)))`

const spentOf = (rootId: SQL) => sql`(
  select coalesce(sum(p.price_micros), 0) from purchase p where p.root_id = ${rootId} and p.way = 'inspected')`

/** That a number is what the market starts with, or what an operator set by an act of the log. */
const wasSet = (value: SQL, key: string, first: number) => sql`(${value} = ${first}::bigint or exists (
  select from audit_row r
  where r.person_id is null and r.act = 'setting.changed' and r.about ->> 'key' = ${key} and r.about ->> 'after' = (${value})::text))`

const grantRules = Object.values(GRANT_RULES)
const micros = sql.raw(`${MICROS_PER_CREDIT}::bigint`)
const followsRule = sql.join(
  grantRules.map(
    ({ account, key, setBy, isDemoOnly }) => sql`(
      t.to_account like ${`${account}:%`} and t.key like replace(${key}::text, '{person}', replace(person.id, '_', '\\_'))
      and ${setBy === null ? sql`true` : sql`t.amount_micros % ${micros} = 0 and ${wasSet(sql`t.amount_micros / ${micros}`, setBy, WELCOME_GRANT)}`}
      and ${isDemoOnly ? sql`person.is_demo` : sql`true`})`,
  ),
  sql` or `,
)

const LOOK_AT_TRANSFERS =
  'Make a backup. Look at the transfers of the account it names (ledger_transfer, by seq) and find who wrote to the tables by hand or with other code.'

/** The books by themselves, then the books against the market. */
/** Of a context `c`: of every end, since whoever takes a question up again holds a budget anew. */
const releaseKeys = sql`(array[c.id || ':release', c.id || ':release:allowance']
  || array(select c.id || ':release:' || n from generate_series(1, c.reopened) n))`

export const MONEY: readonly Check[] = [
  {
    id: 'sum-is-zero',
    area: 'money',
    walk: 'books',
    stopsMoney: true,
    sentence: 'All balances add up to zero: people and questions hold what was granted, less the fees.',
    todo: 'Look at what the other checks of the money say: one of them names the account. If none does, keep money stopped and ask the maintainers.',
    // Issuance and fees keep no balance: theirs is the sum of their transfers.
    find: () => sql`
      select '' as subject, 'the sum is ' || total as problem, null::text as account from (
        select coalesce((select sum(balance_micros) from ledger_account), 0)
          + coalesce((select sum(amount_micros) from ledger_transfer where to_account in ('issuance', 'fees')), 0)
          - coalesce((select sum(amount_micros) from ledger_transfer where from_account in ('issuance', 'fees')), 0)
          as total
      ) balances where total <> 0`,
  },
  {
    id: 'balances-match-transfers',
    area: 'money',
    walk: 'accounts',
    stopsMoney: true,
    mend: 'restate',
    sentence: 'Every balance is what the account’s last transfer left.',
    todo: 'Somebody changed a balance, or a transfer is gone. When transfers-follow is well, mend it: the balance is written again as the transfers have it.',
    find: ({ ids }) => sql`
      select a.id as subject, 'holds ' || a.balance_micros || ' at version ' || a.version || ', its last transfer left '
        || coalesce(e.balance, 0) || ' at ' || coalesce(e.version, 0) as problem, a.id as account
      from ledger_account a left join lateral ${lastEntry(sql`a.id`)} e on true
      where a.id = any (${ids}) and a.kind not in ('issuance', 'fees')
        and (a.balance_micros <> coalesce(e.balance, 0) or a.version <> coalesce(e.version, 0))`,
  },
  {
    id: 'transfers-follow',
    area: 'money',
    walk: 'transfers',
    stopsMoney: true,
    sentence:
      'The transfers of an account are numbered without gaps, each follows from the one before, and none leaves less than nothing.',
    todo: `${LOOK_AT_TRANSFERS} A transfer that is gone is in a backup: put it back.`,
    find: ({ ids }) => sql`
      select t.key as subject, side.account || ' at version ' || coalesce(side.version::text, 'none') || ' with '
        || coalesce(side.balance::text, 'none') || ', before it ' || coalesce(b.version, 0) || ' with ' || coalesce(b.balance, 0)
        as problem, side.account as account
      from ledger_transfer t
      cross join lateral (values
        (t.from_account, -t.amount_micros, t.from_balance_micros, t.from_version),
        (t.to_account, t.amount_micros, t.to_balance_micros, t.to_version)
      ) side(account, amount, balance, version)
      left join lateral ${lastEntry(sql`side.account`, sql`t.seq`)} b on true
      where t.key = any (${ids}) and side.account not in ('issuance', 'fees') and (
        side.version is distinct from coalesce(b.version, 0) + 1
        or side.balance is distinct from coalesce(b.balance, 0) + side.amount or side.balance < 0)`,
  },
  {
    id: 'nobody-below-zero',
    area: 'money',
    walk: 'accounts',
    stopsMoney: true,
    sentence: 'No person’s or question’s balance is below zero.',
    todo: `${LOOK_AT_TRANSFERS} The check constraint ledger_account_never_below_zero is gone as well: npm run verify names it.`,
    find: ({ ids }) => sql`
      select a.id as subject, 'holds ' || a.balance_micros as problem, a.id as account
      from ledger_account a where a.id = any (${ids}) and a.balance_micros < 0`,
  },
  {
    id: 'accounts-have-an-owner',
    area: 'money',
    walk: 'accounts',
    stopsMoney: true,
    sentence:
      'Every account belongs to a person, a question, an offer or a game; issuance and fees keep no balance.',
    todo: 'A person or a question was deleted by hand, or an account made. Put the row back from a backup; an account that never had a transfer may stay frozen.',
    find: ({ ids }) => sql`
      select a.id as subject, 'is of kind ' || a.kind || ' and belongs to nobody' as problem, a.id as account
      from ledger_account a
      where a.id = any (${ids}) and (
        a.kind is distinct from ledger_account_kind_of(a.id)
        or a.kind in ('user', 'allowance') and not exists (select from users p where p.id = split_part(a.id, ':', 2))
        or a.kind = 'escrow' and not exists (select from buyer_context c where c.id = substr(a.id, 8))
        or a.kind = 'pending' and not exists (select from purchase p where p.offer_id = substr(a.id, 9))
        or a.kind = 'bond' and not exists (select from info_offer o where o.id = substr(a.id, 6))
        or a.kind = 'game' and not exists (select from game g where g.id = substr(a.id, 6))
        or a.kind in ('issuance', 'fees') and (a.balance_micros <> 0 or a.version <> 0))`,
  },
  {
    id: 'transfers-name-accounts',
    area: 'money',
    walk: 'transfers',
    stopsMoney: true,
    sentence: 'Every transfer names two accounts that are there.',
    todo: 'An account was deleted by hand. Put its row back from a backup, then mend balances-match-transfers for it.',
    find: ({ ids }) => sql`
      select t.key as subject, 'names ' || side.account || ', which is not there' as problem, side.account as account
      from ledger_transfer t cross join lateral (values (t.from_account), (t.to_account)) side(account)
      where t.key = any (${ids}) and not exists (select from ledger_account a where a.id = side.account)`,
  },
  {
    id: 'transfers-have-a-cause',
    area: 'money',
    walk: 'transfers',
    stopsMoney: true,
    sentence:
      'Every transfer has a key of its own, accounts that its kind allows, and a question, offer or game it was for.',
    todo: LOOK_AT_TRANSFERS,
    find: ({ ids }) => sql`
      select t.key as subject, t.kind || ' from ' || t.from_account || ' to ' || t.to_account || ' of '
        || coalesce(t.context_id, 'no question') || ', ' || coalesce(t.offer_id, 'no offer') as problem, ${blamed(sql`t`)} as account
      from ledger_transfer t
      left join buyer_context c on c.id = t.context_id
      left join info_offer o on o.id = t.offer_id
      where t.key = any (${ids}) and (
        not ledger_allows(t.kind, t.from_account, t.to_account)
        or t.kind not in ('grant', 'lapse', 'reverse') and split_part(t.from_account, ':', 1) <> 'game' and t.kind <> 'stake'
          and (c.id is null or c.root_id is distinct from t.root_id)
        or t.kind in ('purchase', 'fee', 'bond', 'forfeit', 'clear', 'resale', 'share') and o.id is null)
      union all
      select t.key, 'is used ' || count(*) || ' times', min(${blamed(sql`t`)})
      from ledger_transfer t where t.key = any (${ids}) group by t.key having count(*) > 1`,
  },
  {
    id: 'grants-keep-their-rules',
    area: 'money',
    walk: 'transfers',
    stopsMoney: true,
    mend: 'reverse',
    sentence: 'Credits are made for the reasons there are, in the amount and as often as each reason allows.',
    todo: 'Somebody made credits. Find out who had access, then mend it: a contrary transfer takes them back.',
    find: ({ ids }) => sql`
      select t.key as subject, t.amount_micros || ' granted to ' || t.to_account as problem, t.to_account as account
      from ledger_transfer t left join users person on person.id = split_part(t.to_account, ':', 2)
      where t.key = any (${ids}) and t.kind = 'grant' and (${followsRule}) is not true and not ${isReversed(sql`t.key`)}`,
  },
  {
    id: 'corrections-have-a-transfer',
    area: 'money',
    walk: 'transfers',
    stopsMoney: true,
    sentence: 'Every correction is the contrary of one transfer, in full, and somebody has said why.',
    todo: 'A correction was written past npm run verify -- mend. Find who did it; correct by hand what it moved.',
    find: ({ ids }) => sql`
      select t.key as subject, t.amount_micros || ' from ' || t.from_account || ' to ' || t.to_account as problem,
        ${blamed(sql`t`)} as account
      from ledger_transfer t
      left join ledger_transfer wrong on wrong.key = substr(t.key, 9)
      left join buyer_context c on c.id = wrong.context_id
      left join info_offer o on o.id = wrong.offer_id
      where t.key = any (${ids}) and t.kind = 'reverse' and (
        t.key not like 'reverse:%' or wrong.key is null or wrong.amount_micros <> t.amount_micros
        or wrong.to_account <> t.from_account
        or t.to_account not in (
          wrong.from_account, coalesce('user:' || c.buyer_id, wrong.from_account),
          coalesce('user:' || case when wrong.from_account like 'bond:%' then o.seller_id end, wrong.from_account))
        or not exists (select from mending m where m.kind = 'reverse' and position(t.key in m.deed) > 0))`,
  },
  {
    id: 'ended-questions-hold-nothing',
    area: 'money',
    walk: 'contexts',
    stopsMoney: true,
    sentence: 'A question or sub-question that ended holds nothing.',
    todo: `The release of what was left is missing, or something came in later. ${LOOK_AT_TRANSFERS}`,
    find: ({ ids }) => sql`
      select c.id as subject, 'still holds ' || a.balance_micros as problem, a.id as account
      from buyer_context c join ledger_account a on a.id = 'escrow:' || c.id
      where c.id = any (${ids}) and c.phase in ('settled', 'cancelled', 'failed') and a.balance_micros <> 0`,
  },
  {
    id: 'ended-trees-hold-nothing',
    area: 'money',
    walk: 'trees',
    stopsMoney: true,
    sentence: 'When an inspection has ended, no escrow of its tree holds anything.',
    todo: 'A sub-question stayed open below a root that ended. Find out what its own row and events say (trees); its credits are safe in its escrow.',
    find: ({ ids }) => sql`
      select i.root_id as subject, c.id || ' holds ' || a.balance_micros as problem, a.id as account
      from inspection i
      join buyer_context c on c.root_id = i.root_id
      join ledger_account a on a.id = 'escrow:' || c.id
      where i.root_id = any (${ids}) and i.status in ('settled', 'cancelled', 'failed') and a.balance_micros <> 0`,
  },
  {
    id: 'bonds-end-with-their-question',
    area: 'money',
    walk: 'offers',
    stopsMoney: true,
    sentence:
      'A bond was laid down once by the offer’s seller, and is held until the offer is withdrawn or its question ends.',
    todo: `What was laid down or came back is missing, or somebody wrote it by hand. ${LOOK_AT_TRANSFERS}`,
    find: ({ ids }) => sql`
      select o.id as subject, 'has a bond of ' || o.bond_micros || ', laid down ' || coalesce(t.amount_micros, 0) || ', holds '
        || coalesce(a.balance_micros, 0) as problem, 'bond:' || o.id as account
      from info_offer o
      join buyer_context c on c.id = o.context_id
      left join ledger_transfer t on t.key = o.id || ':bond'
      left join ledger_account a on a.id = 'bond:' || o.id
      where o.id = any (${ids}) and (
        coalesce(t.amount_micros, 0) <> o.bond_micros
        or t.key is not null and (
          t.kind <> 'bond' or t.from_account <> 'user:' || o.seller_id or t.to_account <> 'bond:' || o.id)
        or coalesce(a.balance_micros, 0) <> case
          when o.state = 'withdrawn' or c.phase in ('settled', 'cancelled', 'failed') or ${isReversed(sql`t.key`)} then 0
          else o.bond_micros end)`,
  },
  {
    id: 'bonds-are-kept-for-a-reason',
    area: 'money',
    walk: 'transfers',
    stopsMoney: true,
    mend: 'reverse',
    sentence:
      'A bond is kept only for an offer that was read and judged to be off the subject or its teaser to mislead, and else goes back to its seller.',
    todo: 'The judgement of the offer or the transfer was changed by hand. If the judgement is right, mend it: a contrary transfer gives the bond to its seller.',
    find: ({ ids }) => sql`
      select t.key as subject, t.amount_micros || ' went from ' || t.from_account || ' to ' || t.to_account as problem,
        ${blamed(sql`t`)} as account
      from ledger_transfer t
      join info_offer o on o.id = t.offer_id and t.key = o.id || ':bond:end'
      join buyer_context c on c.id = o.context_id
      where t.key = any (${ids}) and not ${isReversed(sql`t.key`)} and (
        t.from_account <> 'bond:' || o.id
        or t.to_account <> case when bond_is_kept(o, c.phase) then 'fees' else 'user:' || o.seller_id end)`,
  },
  {
    id: 'budgets-were-given',
    area: 'money',
    walk: 'contexts',
    stopsMoney: true,
    sentence:
      'Every question was given its budget once, each raise of it, and anew when it was taken up again: a root’s by its buyer, a sub-question’s out of its parent’s.',
    todo: 'The budget in buyer_context and the transfer differ. The transfer is right: credits moved by it. Correct the row, or cancel the question.',
    find: ({ ids }) => sql`
      select c.id as subject, 'has a budget of ' || c.budget_micros || ', was given ' || given.micros
        || coalesce(' by ' || given.payers, '') as problem, 'escrow:' || c.id as account
      from buyer_context c
      cross join lateral (
        select coalesce(sum(t.amount_micros), 0) as micros, string_agg(t.from_account, ' and ') as payers,
          coalesce(bool_and(t.to_account = 'escrow:' || c.id and case
            when c.parent_id is not null then t.kind = 'carve' and t.from_account = 'escrow:' || c.parent_id
            else t.kind = 'hold' and t.from_account
              = case when t.key like '%:allowance' then 'allowance:' else 'user:' end || c.buyer_id end), false) as is_right
        from ledger_transfer t
        where t.key = any (array[c.id || ':carve', c.id || ':hold', c.id || ':hold:allowance']
          || array(select c.id || ':hold:' || n from generate_series(1, c.reopened) n)
          || array(select c.id || ':raise:' || n from generate_series(1, c.raised) n))
      ) given
      where c.id = any (${ids}) and (given.micros <> c.budget_micros or not given.is_right)`,
  },
  {
    id: 'allowances-were-held',
    area: 'money',
    walk: 'contexts',
    sentence: 'What counts of a budget as the daily credits of its buyer came out of them.',
    todo: 'As much returns there at the end, and lapses. Set buyer_context.allowance_micros to the amount of the transfer <id>:hold:allowance, or to 0.',
    find: ({ ids }) => sql`
      select c.id as subject, 'counts ' || c.allowance_micros || ', held ' || coalesce(t.amount_micros, 0) as problem, null::text as account
      from buyer_context c left join ledger_transfer t on t.key = c.id || ':hold:allowance'
      where c.id = any (${ids}) and c.allowance_micros <> coalesce(t.amount_micros, 0)`,
  },
  {
    id: 'returns-go-up',
    area: 'money',
    walk: 'contexts',
    stopsMoney: true,
    sentence:
      'What is left of a budget goes back where it came from, when the question has ended and not before.',
    todo: LOOK_AT_TRANSFERS,
    find: ({ ids }) => sql`
      select c.id as subject, t.amount_micros || ' went from ' || t.from_account || ' to ' || t.to_account || ' while ' || c.phase
        as problem, ${blamed(sql`t`)} as account
      from buyer_context c
      join ledger_transfer t on t.key = any (${releaseKeys})
      where c.id = any (${ids}) and (
        t.from_account <> 'escrow:' || c.id
        or t.to_account <> case when c.parent_id is not null then 'escrow:' || c.parent_id
          when t.key like '%:allowance' then 'allowance:' || c.buyer_id else 'user:' || c.buyer_id end
        or t.kind <> case when c.phase = 'cancelled' then 'refund' else 'release' end::ledger_transfer_kind
        -- Of one that was taken up again the ends before are over.
        or c.phase not in ('settled', 'cancelled', 'failed')
          and (c.reopened = 0 or t.key = c.id || ':release:' || c.reopened))`,
  },
  {
    id: 'purchases-were-paid',
    area: 'money',
    walk: 'purchases',
    stopsMoney: true,
    sentence:
      'Every purchase was paid once, in full, by its payer to its seller or into what is pending for them, with its fee.',
    todo: `The purchase and its payment differ. ${LOOK_AT_TRANSFERS} Compare purchase with the transfer purchase:<id>.`,
    find: ({ ids }) => sql`
      select p.id as subject, 'price ' || p.price_micros || ' and fee ' || p.fee_micros || ', paid '
        || coalesce(t.amount_micros::text, 'nothing') || ' and ' || coalesce(f.amount_micros, 0) as problem,
        'user:' || p.seller_id as account
      from purchase p
      left join ledger_transfer t on t.key = 'purchase:' || p.id
      left join ledger_transfer f on f.key = 'purchase:' || p.id || ':fee'
      where p.id = any (${ids}) and (
        t.key is null or ${isReversed(sql`t.key`)} and not ${isReversedByHand(sql`t.key`)} or t.kind <> 'purchase' or t.amount_micros <> p.price_micros
        or t.offer_id is distinct from p.offer_id
        or t.to_account <> case when p.clears_at is null then 'user:' || p.seller_id else 'pending:' || p.offer_id end
        or t.from_account <> case p.way when 'unseen' then 'user:' || p.buyer_id else 'escrow:' || p.context_id end
        or coalesce(f.amount_micros, 0) <> p.fee_micros or coalesce(f.from_account, t.to_account) <> t.to_account)`,
  },
  {
    id: 'earnings-clear-once',
    area: 'money',
    walk: 'purchases',
    stopsMoney: true,
    sentence:
      'What a purchase earned is pending whole until it is cleared; then its seller has all of it but what was refunded to its buyer by a decision, and nothing is pending.',
    todo: `A clearing or a refund is missing, doubled or went to somebody else. ${LOOK_AT_TRANSFERS} Compare purchase.cleared_at and complaint.refunded_micros with the transfers clear:<id>, refund:<id> and refund-allowance:<id>.`,
    find: ({ ids }) => sql`
      select p.id as subject, 'earned ' || p.price_micros - p.fee_micros || case when p.clears_at is null then ', paid at once' else '' end
        || coalesce(', cleared ' || p.cleared_at, '') || ', pending ' || coalesce(a.balance_micros, 0) || ', to its seller ' || went.cleared
        || ', to its buyer ' || went.refunded || ' of ' || coalesce(c.refunded_micros, 0) as problem, 'pending:' || p.offer_id as account
      from purchase p
      left join complaint c on c.offer_id = p.offer_id
      left join ledger_account a on a.id = 'pending:' || p.offer_id
      cross join lateral (
        select coalesce(sum(t.amount_micros) filter (where t.key = 'clear:' || p.id), 0) as cleared,
          coalesce(sum(t.amount_micros) filter (where t.key <> 'clear:' || p.id), 0) as refunded,
          coalesce(bool_and(t.from_account = 'pending:' || p.offer_id and t.to_account = case t.key
            when 'clear:' || p.id then 'user:' || p.seller_id when 'refund:' || p.id then 'user:' || p.buyer_id
            else 'allowance:' || p.buyer_id end), true) as is_right
        from ledger_transfer t where t.key in ('clear:' || p.id, 'refund:' || p.id, 'refund-allowance:' || p.id)) went
      where p.id = any (${ids}) and (
        not went.is_right or went.refunded <> coalesce(c.refunded_micros, 0)
        or went.cleared + went.refunded <> case when p.cleared_at is null then 0 else p.price_micros - p.fee_micros end
        or coalesce(a.balance_micros, 0) <> case
          when p.clears_at is null or p.cleared_at is not null then 0 else p.price_micros - p.fee_micros end)`,
  },
  {
    id: 'complaints-are-of-purchases',
    area: 'money',
    walk: 'purchases',
    sentence:
      'A complaint is of the purchase’s two sides and of what it earned, holds that until it is decided, and is decided once.',
    todo: 'Correct the complaint by the purchase and the transfers; while it is open, purchase.clears_at is its decide_until.',
    find: ({ ids }) => sql`
      select p.id as subject, 'complained about by ' || c.buyer_id || ' against ' || c.seller_id || ', ' || coalesce(c.outcome, 'open')
        || ', refunded ' || c.refunded_micros || ' of ' || c.pending_micros || coalesce(', cleared ' || p.cleared_at, ', pending') as problem,
        null::text as account
      from complaint c join purchase p on p.offer_id = c.offer_id
      where p.id = any (${ids}) and (
        c.buyer_id <> p.buyer_id or c.seller_id <> p.seller_id or c.root_id <> p.root_id or c.context_id <> p.context_id
        or c.pending_micros <> p.price_micros - p.fee_micros
        or (c.outcome is null) <> (p.cleared_at is null) or p.clears_at is distinct from c.decide_until
        or c.outcome is distinct from case
          when c.outcome is null then null when c.refunded_micros = 0 then 'refused'
          when c.refunded_micros = c.pending_micros then 'refunded' else 'partly' end)`,
  },
  {
    id: 'payments-have-a-purchase',
    area: 'money',
    walk: 'transfers',
    stopsMoney: true,
    mend: 'reverse',
    sentence:
      'Nothing was paid as a purchase, a resale, a share or a fee that is not one: whoever paid has a row by which they read.',
    todo: 'A purchase or resale was deleted, or a payment written by hand. Put the row back from a backup; if it never was one, mend it: a contrary transfer gives it back.',
    find: ({ ids }) => sql`
      select t.key as subject, t.amount_micros || ' from ' || t.from_account || ' to ' || t.to_account as problem,
        ${blamed(sql`t`)} as account
      from ledger_transfer t
      left join purchase p on t.key = 'purchase:' || p.id || case t.kind when 'fee' then ':fee' else '' end
        and p.id = case t.kind when 'fee' then left(substr(t.key, 10), -4) else substr(t.key, 10) end
      left join resale r on t.kind in ('resale', 'share', 'fee') and r.id = split_part(t.key, ':', 2)
        and t.key = 'resale:' || r.id || case t.kind when 'resale' then '' else ':' || t.kind end
      where t.key = any (${ids}) and t.kind in ('purchase', 'fee', 'resale', 'share') and p.id is null and r.id is null
        and not ${isReversed(sql`t.key`)}`,
  },
  {
    id: 'resales-were-paid',
    area: 'money',
    walk: 'resales',
    stopsMoney: true,
    sentence:
      'Every resale was paid once, in full, by its buyer to its seller, who paid the market’s fee and the first asker’s share out of it.',
    todo: `The resale and its transfers differ. ${LOOK_AT_TRANSFERS} Compare resale with the transfers resale:<id>, resale:<id>:fee and resale:<id>:share.`,
    find: ({ ids }) => sql`
      select r.id as subject, 'price ' || r.price_micros || ', fee ' || r.fee_micros || ' and share ' || r.share_micros || ', paid '
        || coalesce(t.amount_micros::text, 'nothing') || ', ' || coalesce(f.amount_micros, 0) || ' and ' || coalesce(s.amount_micros, 0)
        as problem, 'user:' || r.seller_id as account
      from resale r
      left join ledger_transfer t on t.key = 'resale:' || r.id
      left join ledger_transfer f on f.key = 'resale:' || r.id || ':fee'
      left join ledger_transfer s on s.key = 'resale:' || r.id || ':share'
      where r.id = any (${ids}) and (
        t.key is null or t.kind <> 'resale' or t.amount_micros <> r.price_micros or t.offer_id is distinct from r.offer_id
        or ${isReversed(sql`t.key`)}
        or t.from_account <> 'user:' || r.buyer_id or t.to_account <> 'user:' || r.seller_id
        or coalesce(f.amount_micros, 0) <> r.fee_micros or coalesce(f.from_account, t.to_account) <> t.to_account
        or coalesce(s.amount_micros, 0) <> r.share_micros or coalesce(s.from_account, t.to_account) <> t.to_account
        or s.to_account <> 'user:' || r.asker_id)`,
  },
  {
    id: 'resales-keep-to-the-licence',
    area: 'money',
    walk: 'resales',
    stopsMoney: true,
    sentence:
      'A resale is of an offer that its asker bought under a licence to sell it on, at the price of that licence, with the fee of its question and the asker’s share, to neither side of that purchase.',
    todo: 'Somebody sold what was not for resale, or wrote the row by hand. Compare resale with info_offer, purchase and inspection; when its buyer should not have it, mend its transfers by contrary ones and delete the row: it is by the row that they read.',
    find: ({ ids }) => sql`
      select r.id as subject, r.offer_id || ', ' || coalesce('bought as ' || p.licence, 'not bought') || ', price ' || r.price_micros || ' of '
        || coalesce(o.resale_micros::text, 'none') || ', fee ' || r.fee_micros || ', share ' || r.share_micros || ', by ' || r.buyer_id as problem,
        'user:' || r.seller_id as account
      from resale r
      left join info_offer o on o.id = r.offer_id
      left join purchase p on p.offer_id = r.offer_id
      left join inspection i on i.root_id = r.root_id
      where r.id = any (${ids}) and (
        p.licence is distinct from 'resale' or r.price_micros is distinct from o.resale_micros or r.root_id is distinct from p.root_id
        or r.seller_id is distinct from p.seller_id or r.asker_id is distinct from p.buyer_id
        or r.buyer_id in (r.seller_id, r.asker_id) or r.created_at < p.created_at
        or r.fee_micros is distinct from r.price_micros * i.fee_basis_points / 10000
        or r.share_micros <> r.price_micros * ${ASKER_SHARE_BASIS_POINTS}::bigint / 10000)`,
  },
  {
    id: 'fees-are-the-markets',
    area: 'money',
    walk: 'purchases',
    stopsMoney: true,
    sentence: 'The fee of every purchase is the market’s share of its price, as its question was asked with.',
    todo: 'A fee was changed by hand. Correct purchase.fee_micros; when the transfer is wrong too, give the seller the difference back.',
    find: ({ ids }) => sql`
      select p.id as subject, 'fee ' || p.fee_micros || ' of ' || p.price_micros || ', asked with ' || coalesce(i.fee_basis_points::text, 'none') as problem,
        'user:' || p.seller_id as account
      from purchase p left join inspection i on i.root_id = p.root_id
      where p.id = any (${ids}) and p.fee_micros is distinct from p.price_micros * i.fee_basis_points / 10000`,
  },
  {
    id: 'shares-were-set',
    area: 'money',
    walk: 'trees',
    sentence:
      'The share that the market keeps of a tree’s prices is the first one, or one that an operator set.',
    todo: 'Somebody changed inspection.fee_basis_points by hand. Put back what the log said when the question was asked (audit_row, setting.changed), and give sellers the difference.',
    find: ({ ids }) => sql`
      select i.root_id as subject, i.fee_basis_points || ' hundredths of a per cent' as problem, ${account()} as account
      from inspection i
      where i.root_id = any (${ids}) and not ${wasSet(sql`i.fee_basis_points`, 'feeBasisPoints', FEE_BASIS_POINTS)}`,
  },
  {
    id: 'nobody-buys-from-himself',
    area: 'money',
    walk: 'purchases',
    stopsMoney: true,
    sentence: 'Nobody bought from himself or from a bot of his own.',
    todo: 'The rows were changed by hand, for the market refuses it. Put buyer, seller and the bot’s owner back as the transfer and a backup have them.',
    find: ({ ids }) => sql`
      select p.id as subject, 'buyer ' || p.buyer_id || ', seller ' || p.seller_id as problem, 'user:' || p.seller_id as account
      from purchase p
      left join info_offer o on o.id = p.offer_id
      left join bot b on b.id = o.bot_id
      where p.id = any (${ids}) and (p.seller_id = p.buyer_id or b.owner_id = p.buyer_id)`,
  },
  {
    id: 'spent-within-budget',
    area: 'money',
    walk: 'trees',
    stopsMoney: true,
    sentence: 'No tree spent more than its root’s budget.',
    todo: 'Compare the tree’s purchases with its transfers: a price or the budget was changed by hand.',
    find: ({ ids }) => sql`
      select c.id as subject, 'spent ' || ${spentOf(sql`c.id`)} || ' of ' || c.budget_micros as problem, 'escrow:' || c.id as account
      from buyer_context c where c.id = any (${ids}) and ${spentOf(sql`c.id`)} > c.budget_micros`,
  },
  {
    id: 'trees-add-up',
    area: 'money',
    walk: 'trees',
    stopsMoney: true,
    sentence:
      'For every question: what its tree holds, spent and returned is the budget that was held for it.',
    todo: 'Look at the transfers of the escrows of this tree: one is missing, or one is too many.',
    find: ({ ids }) => sql`
      select c.id as subject, 'of ' || c.budget_micros || ' it holds ' || held.micros || ', spent ' || spent.micros || ', returned '
        || back.micros || ', corrected ' || corrected.micros as problem, 'escrow:' || c.id as account
      from buyer_context c
      cross join lateral (
        select coalesce(sum(a.balance_micros), 0) as micros
        from buyer_context own join ledger_account a on a.id = 'escrow:' || own.id where own.root_id = c.id) held
      cross join lateral (select ${spentOf(sql`c.id`)} as micros) spent
      cross join lateral (select ${correctedOf(sql`c.id`)} as micros) corrected
      cross join lateral (
        select coalesce(sum(t.amount_micros), 0) as micros
        from ledger_transfer t
        where t.key = any (${releaseKeys})) back
      where c.id = any (${ids})
        and held.micros + spent.micros + back.micros + corrected.micros <> c.budget_micros`,
  },
]
