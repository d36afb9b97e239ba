-- Only this code changes a balance. A money operation is one round trip: from Node, seven statements in a transaction
-- measured 1.4 to 2.5 times slower.
--
-- Own SQLSTATEs, named again in server/ledger/errors.ts, of this file and of market.sql:
--   CV001 insufficient (detail: the account)   CV002 key reused        CV003 frozen (detail: the reason)
--   CV004 spending is stopped by an operator
--   CV010 offer not found   CV011 offer changed   CV012 offer already bought   CV013 own context
-- The error's detail holds one account, offer or key, never text that a person wrote.

-- Returns the kind that an account's id names; null when it names none.
create function ledger_account_kind_of(account text) returns ledger_account_kind
language sql stable
as $$
  select case
    when account similar to '(user|escrow|allowance|bond|pending|game):_%' then split_part(account, ':', 1)::ledger_account_kind
    when account in ('issuance', 'fees') then account::ledger_account_kind
  end
$$;

-- Says between which accounts each kind of transfer goes. Whatever the caller says, credits come from `issuance` as a grant only;
-- they go back there, or leave `fees`, by a correction only (`ledger_reverse`).
create function ledger_allows(kind ledger_transfer_kind, from_account text, to_account text) returns boolean
language sql stable
as $$
  select kind::text || ' ' || split_part(from_account, ':', 1) || ' ' || split_part(to_account, ':', 1) in (
    'grant issuance user',
    'hold user escrow',
    -- What a person is given for a day can be asked with, and comes back; it never becomes theirs.
    'grant issuance allowance', 'lapse allowance issuance',
    'hold allowance escrow', 'release escrow allowance', 'refund escrow allowance',
    'carve escrow escrow',
    'purchase escrow user', 'purchase user user',
    'fee user fees',
    -- What a seller earned waits, less the fee, until its buyer can complain no more: then it is the seller's, or as much as was decided
    -- goes back where it came from.
    'purchase escrow pending', 'purchase user pending', 'fee pending fees',
    'clear pending user', 'refund pending user', 'refund pending allowance',
    -- What a seller lays down to post an offer comes back, or is kept for an offer that was off the subject.
    'bond user bond', 'release bond user', 'forfeit bond fees',
    -- What is bought at resale is paid at once; its seller gives the first asker a share of it.
    'resale user user', 'share user user',
    -- The pot and the stakes of an oversight game lie together; when it ends, rewards are paid out of them and the rest returns.
    'stake user game', 'reward game user', 'release game user',
    'release escrow escrow', 'release escrow user',
    'refund escrow escrow', 'refund escrow user',
    'reverse user issuance', 'reverse allowance issuance', 'reverse fees user', 'reverse user user', 'reverse user escrow', 'reverse escrow user',
    'reverse escrow escrow', 'reverse bond user',
    'reverse pending escrow', 'reverse pending user', 'reverse fees pending', 'reverse user pending', 'reverse allowance pending'
  )
$$;

-- Locks all accounts of an operation, in one order for everybody, so that two operations over the same accounts wait instead
-- of deadlocking; makes those that are missing.
--
-- Here and below the plan is fixed: for short arrays the planner would make a new one at every call (measured: a third of
-- the work of a transfer).
create function ledger_lock(accounts text[]) returns void
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
begin
  -- Zero rows first: a lock on a row that is not there locks nothing.
  insert into ledger_account (id, kind)
  select distinct wanted.account, ledger_account_kind_of(wanted.account)
  from unnest(accounts) as wanted(account)
  where not exists (select from ledger_account where id = wanted.account)
  order by wanted.account
  on conflict (id) do nothing;

  -- `issuance` and `fees` keep no balance and are not locked: every purchase would queue for that one row.
  perform from ledger_account
  where id = any (accounts) and kind not in ('issuance', 'fees')
  order by id
  for no key update;
end
$$;

-- Says whether one of the keys was used before.
create function ledger_has_key(keys text[]) returns boolean
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
begin
  return exists (select from ledger_transfer where key = any (keys));
end
$$;

-- Posts the transfers of one money operation, all or none, in the order given. The arrays are of one length, one place for
-- each transfer, amounts in micro-credits. A fee is a second transfer, out of what the payee just got: one change of the payee's
-- row instead of two.
-- Returns for each whether it is a repeat: a key used before with the same kind, accounts and amount moves nothing. `keys_are_new`
-- says that the caller made sure of that itself.
create function ledger_move(
  keys text[], kinds ledger_transfer_kind[], froms text[], tos text[], amounts bigint[], fees bigint[],
  context_ids text[], root_ids text[], offer_ids text[], posted_at timestamptz, keys_are_new boolean
) returns boolean[]
language plpgsql
as $$
declare
  frozen_for text;
  has_repeat boolean := false;
  earlier ledger_transfer%rowtype;
  moved bigint;
  fee bigint;
  from_balance bigint;
  from_version bigint;
  to_balance bigint;
  to_version bigint;
  repeats boolean[] := '{}';
begin
  -- A correction is how a freeze ends.
  if 'reverse' <> all (kinds::text[]) then
    select coalesce(
      (select frozen_reason from ledger_state where frozen_reason is not null),
      (select min(reason) from ledger_freeze where account = any (froms))
    ) into frozen_for;
    if frozen_for is not null then
      raise exception using errcode = 'CV003', message = 'the ledger is frozen', detail = frozen_for;
    end if;
  end if;

  -- What an operator stopped: budgets, purchases and stakes. What comes back comes back.
  if kinds && array['hold', 'purchase', 'carve', 'resale', 'stake']::ledger_transfer_kind[]
    and exists (select from market_stop where name = 'spending')
  then
    raise exception using errcode = 'CV004', message = 'spending is stopped';
  end if;

  -- A single new transfer whose accounts are in the order of locking locks them so by itself.
  if not keys_are_new or cardinality(keys) > 1 or froms[1] > tos[1] then
    perform ledger_lock(froms || tos);
  end if;
  -- After the locks: of two calls with one key, the second sees what the first committed.
  if not keys_are_new then
    has_repeat := ledger_has_key(keys);
  end if;

  for i in 1 .. cardinality(keys) loop
    if has_repeat then
      select * into earlier from ledger_transfer where key = keys[i];
      if found then
        if earlier.kind <> kinds[i] or earlier.from_account <> froms[i] or earlier.to_account <> tos[i]
          or earlier.amount_micros <> amounts[i]
        then
          raise exception using errcode = 'CV002', message = 'a transfer key was used before', detail = keys[i];
        end if;
        repeats[i] := true;
        continue;
      end if;
    end if;

    if not ledger_allows(kinds[i], froms[i], tos[i]) then
      raise exception using
        errcode = '22023', message = 'no transfer of that kind between these accounts', detail = keys[i];
    end if;
    moved := amounts[i];
    fee := coalesce(fees[i], 0);
    if moved is null or moved <= 0 or fee < 0 or fee >= moved then
      raise exception using
        errcode = '22023', message = 'a transfer moves more than nothing, a fee is a part of it', detail = keys[i];
    end if;

    from_balance := null;
    from_version := null;
    if froms[i] not in ('issuance', 'fees') then
      update ledger_account
      set balance_micros = balance_micros - moved, version = version + 1
      where id = froms[i] and balance_micros >= moved
      returning balance_micros, version into from_balance, from_version;
      if not found then
        raise exception using errcode = 'CV001', message = 'the account holds less than that', detail = froms[i];
      end if;
    end if;

    to_balance := null;
    to_version := null;
    if tos[i] not in ('issuance', 'fees') then
      insert into ledger_account as account (id, kind, balance_micros, version)
      values (tos[i], ledger_account_kind_of(tos[i]), moved - fee, case when fee > 0 then 2 else 1 end)
      on conflict (id) do update
      set balance_micros = account.balance_micros + excluded.balance_micros, version = account.version + excluded.version
      returning balance_micros, version into to_balance, to_version;
    end if;

    if fee = 0 then
      insert into ledger_transfer (
        id, key, kind, from_account, to_account, amount_micros,
        from_balance_micros, to_balance_micros, from_version, to_version,
        context_id, root_id, offer_id, created_at
      ) values (
        'xfr_' || keys[i], keys[i], kinds[i], froms[i], tos[i], moved,
        from_balance, to_balance, from_version, to_version,
        context_ids[i], root_ids[i], offer_ids[i], posted_at
      );
    else
      insert into ledger_transfer (
        id, key, kind, from_account, to_account, amount_micros,
        from_balance_micros, to_balance_micros, from_version, to_version,
        context_id, root_id, offer_id, created_at
      ) values (
        'xfr_' || keys[i], keys[i], kinds[i], froms[i], tos[i], moved,
        from_balance, to_balance + fee, from_version, to_version - 1,
        context_ids[i], root_ids[i], offer_ids[i], posted_at
      ), (
        'xfr_' || keys[i] || ':fee', keys[i] || ':fee', 'fee', tos[i], 'fees', fee,
        to_balance, null, to_version, null,
        context_ids[i], root_ids[i], offer_ids[i], posted_at
      );
    end if;
    repeats[i] := false;
  end loop;
  return repeats;
end
$$;

-- Calls `ledger_move` for callers outside the database.
-- legs: [{key, kind, from, to, amount_micros, context_id, root_id, offer_id}], amounts as text.
-- Returns, in the same order, [{id, amount_micros, from_balance_micros, to_balance_micros, is_repeat}] as the transfers were first written.
create function ledger_post(legs jsonb, posted_at timestamptz) returns jsonb
language plpgsql
as $$
declare
  leg_keys text[];
  repeats boolean[];
begin
  select array_agg(leg ->> 'key' order by place),
    ledger_move(
      array_agg(leg ->> 'key' order by place), array_agg((leg ->> 'kind')::ledger_transfer_kind order by place),
      array_agg(leg ->> 'from' order by place), array_agg(leg ->> 'to' order by place),
      array_agg((leg ->> 'amount_micros')::bigint order by place), null, array_agg(leg ->> 'context_id' order by place),
      array_agg(leg ->> 'root_id' order by place), array_agg(leg ->> 'offer_id' order by place), posted_at, false
    )
  into leg_keys, repeats
  from jsonb_array_elements(legs) with ordinality as item(leg, place);

  return (
    select jsonb_agg(
      jsonb_build_object(
        'id', transfer.id, 'amount_micros', transfer.amount_micros::text,
        'from_balance_micros', transfer.from_balance_micros::text, 'to_balance_micros', transfer.to_balance_micros::text,
        'is_repeat', repeats[place]
      )
      order by place
    )
    from unnest(leg_keys) with ordinality as posted(key, place)
    join ledger_transfer transfer on transfer.key = posted.key
  );
end
$$;

-- Holds the budget of a root context once: first out of the buyer's allowance, the rest out of their own credits. With `daily`
-- above zero the first call of a day (UTC) fills the allowance anew, and what was left in it lapses.
-- Returns {allowance_micros, is_repeat}: what came out of the allowance, as text.
create function ledger_hold(buyer text, context text, amount bigint, daily bigint, held_at timestamptz) returns jsonb
language plpgsql
as $$
declare
  own text := 'user:' || buyer;
  kept text := 'allowance:' || buyer;
  escrow text := 'escrow:' || context;
  today text := to_char(held_at at time zone 'UTC', 'YYYY-MM-DD');
  earlier record;
  available bigint := 0;
  part bigint;
  legs jsonb := '[]';
begin
  if daily > 0 or exists (select from ledger_account where id = kept) then
    perform ledger_lock(array[kept, escrow, own]);
    select balance_micros into available from ledger_account where id = kept;
  else
    perform ledger_lock(array[escrow, own]);
  end if;

  -- After the locks: of two calls at once, the second sees what the first committed.
  select count(*) as transfers, coalesce(sum(amount_micros), 0) as held, bool_and(from_account in (own, kept)) as is_own,
    coalesce(sum(amount_micros) filter (where from_account = kept), 0) as allowed
  into earlier
  from ledger_transfer where key in (context || ':hold', context || ':hold:allowance');
  if earlier.transfers > 0 then
    if not earlier.is_own or earlier.held <> amount then
      raise exception using
        errcode = 'CV002', message = 'a transfer key was used before', detail = context || ':hold';
    end if;
    return jsonb_build_object('allowance_micros', earlier.allowed::text, 'is_repeat', true);
  end if;

  if daily > 0 and not ledger_has_key(array[buyer || ':daily:' || today]) then
    if available > 0 then
      legs := legs || jsonb_build_object(
        'key', buyer || ':lapse:' || today, 'kind', 'lapse', 'from', kept, 'to', 'issuance', 'amount_micros', available);
    end if;
    legs := legs || jsonb_build_object(
      'key', buyer || ':daily:' || today, 'kind', 'grant', 'from', 'issuance', 'to', kept, 'amount_micros', daily);
    available := daily;
  end if;
  part := least(available, amount);
  if part > 0 then
    legs := legs || jsonb_build_object(
      'key', context || ':hold:allowance', 'kind', 'hold', 'from', kept, 'to', escrow, 'amount_micros', part,
      'context_id', context, 'root_id', context);
  end if;
  if part < amount then
    legs := legs || jsonb_build_object(
      'key', context || ':hold', 'kind', 'hold', 'from', own, 'to', escrow, 'amount_micros', amount - part,
      'context_id', context, 'root_id', context);
  end if;
  perform ledger_post(legs, held_at);
  return jsonb_build_object('allowance_micros', part::text, 'is_repeat', false);
end
$$;

-- Corrects transfers that should not have been, by contrary ones, all or none, the last first. Each can be corrected once. What came out of
-- a question that has ended goes to its buyer, what came out of a bond to its seller: an ended question holds nothing.
-- Returns the keys of the contrary transfers; those that were there already are among them.
create function ledger_reverse(wrong_keys text[], posted_at timestamptz) returns text[]
language plpgsql
as $$
declare
  wrong ledger_transfer%rowtype;
  target text;
  made text[] := '{}';
begin
  for wrong in select * from ledger_transfer where key = any (wrong_keys) and kind <> 'reverse' order by seq desc loop
    select case
      when wrong.from_account like 'bond:%' then (
        select 'user:' || offer.seller_id from info_offer offer where 'bond:' || offer.id = wrong.from_account)
      else (
        select 'user:' || context.buyer_id from buyer_context context
        where 'escrow:' || context.id = wrong.from_account and context.ended_at is not null)
    end into target;
    perform ledger_move(
      array['reverse:' || wrong.key], array['reverse']::ledger_transfer_kind[], array[wrong.to_account],
      array[coalesce(target, wrong.from_account)], array[wrong.amount_micros], null, array[wrong.context_id],
      array[wrong.root_id], array[wrong.offer_id], posted_at, false
    );
    made := made || ('reverse:' || wrong.key);
  end loop;
  return made;
end
$$;

-- Writes the balance of an account again as its last transfer left it: the transfers decide, for they are never changed. Returns what
-- it was and what it is, as text; null when there is no such account.
create function ledger_restate(wanted text) returns text
language plpgsql
as $$
declare
  was ledger_account%rowtype;
  last_balance bigint;
  last_version bigint;
begin
  select * into was from ledger_account where id = wanted for no key update;
  if not found then
    return null;
  end if;
  select side.balance, side.version into last_balance, last_version
  from (
    (select seq, from_balance_micros as balance, from_version as version from ledger_transfer
      where from_account = wanted order by from_account desc, seq desc limit 1)
    union all
    (select seq, to_balance_micros, to_version from ledger_transfer
      where to_account = wanted order by to_account desc, seq desc limit 1)
  ) side
  order by side.seq desc limit 1;
  update ledger_account set balance_micros = coalesce(last_balance, 0), version = coalesce(last_version, 0) where id = wanted;
  return wanted || ' held ' || was.balance_micros || ' at version ' || was.version || ', holds ' || coalesce(last_balance, 0)
    || ' at ' || coalesce(last_version, 0);
end
$$;

-- A transfer is never changed or deleted.
create function ledger_transfer_is_append_only() returns trigger
language plpgsql
as $$
begin
  raise exception 'a transfer is never changed or deleted (%)', old.id using errcode = '0A000';
end
$$;

create trigger ledger_transfer_append_only
before update or delete on ledger_transfer
for each row execute function ledger_transfer_is_append_only();

-- Truncate fires no trigger for each row.
create function ledger_is_not_emptied() returns trigger
language plpgsql
as $$
begin
  raise exception 'the books are never emptied' using errcode = '0A000';
end
$$;

create trigger ledger_transfer_never_emptied
before truncate on ledger_transfer
for each statement execute function ledger_is_not_emptied();

create trigger ledger_account_never_emptied
before truncate on ledger_account
for each statement execute function ledger_is_not_emptied();

-- An account is never deleted or renamed. Transfers refer to accounts without a foreign key, which would look up and lock both
-- rows again, among them the row of `fees`, for which all purchases at once would queue.
create function ledger_account_stays() returns trigger
language plpgsql
as $$
begin
  raise exception 'an account is never deleted or renamed (%)', old.id using errcode = '0A000';
end
$$;

create trigger ledger_account_stays
before delete or update of id on ledger_account
for each row execute function ledger_account_stays();
