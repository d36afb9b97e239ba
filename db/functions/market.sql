-- These write offers, read them sealed, and buy them.

-- Writes new offers with their private information, which the caller has sealed.
-- rows: [{id, context_id, root_id, seller_id, bot_id, bot_run_id, is_by_key, content_hash, commitment, teaser, price_micros, licence,
-- resale_micros, private_words, chosen_among, key_id, nonce, ciphertext, own_key_id, own_key_nonce, own_key_ciphertext,
-- is_counter}], bytes in base64; those before it are the offer's own key.
create function offers_write(rows jsonb, written_at timestamptz) returns void
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  bonds jsonb;
  laid_down_at timestamptz;
begin
  insert into info_offer (
    id, context_id, root_id, seller_id, bot_id, bot_run_id, by_key, content_hash, commitment, teaser, price_micros, licence,
    resale_micros, private_words, chosen_among, bond_micros, is_counter, created_at
  )
  select o.id, o.context_id, o.root_id, o.seller_id, o.bot_id, o.bot_run_id, o.is_by_key, o.content_hash, o.commitment, o.teaser,
    o.price_micros, o.licence, o.resale_micros, o.private_words, o.chosen_among, o.bond_micros, o.is_counter,
    -- When a sub-question was asked is its inspector's to choose.
    case when o.context_id = o.root_id then written_at else told_at(o.root_id, written_at) end
  from jsonb_to_recordset(rows) as o(
    id text, context_id text, root_id text, seller_id text, bot_id text, bot_run_id text, is_by_key boolean, content_hash text,
    commitment text, teaser text, price_micros bigint, licence licence, resale_micros bigint, private_words integer, chosen_among smallint,
    bond_micros bigint, is_counter boolean
  );

  -- Most markets ask for no bond.
  if jsonb_path_exists(rows, '$[*] ? (@.bond_micros != "0")') then
    select jsonb_agg(jsonb_build_object(
      'key', o.id || ':bond', 'kind', 'bond', 'from', 'user:' || o.seller_id, 'to', 'bond:' || o.id,
      'amount_micros', o.bond_micros, 'context_id', o.context_id, 'root_id', o.root_id, 'offer_id', o.id
    ) order by o.id), min(o.created_at)
    into bonds, laid_down_at
    from info_offer o where o.id = any (array(select written.value ->> 'id' from jsonb_array_elements(rows) as written));
    perform ledger_post(bonds, laid_down_at);
  end if;

  insert into offer_private (offer_id, version, key_id, nonce, ciphertext)
  select o.id, 1, o.key_id, decode(o.nonce, 'base64'), decode(o.ciphertext, 'base64')
  from jsonb_to_recordset(rows) as o(id text, key_id text, nonce text, ciphertext text);

  insert into offer_key (offer_id, key_id, nonce, ciphertext)
  select o.id, o.own_key_id, decode(o.own_key_nonce, 'base64'), decode(o.own_key_ciphertext, 'base64')
  from jsonb_to_recordset(rows) as o(id text, own_key_id text, own_key_nonce text, own_key_ciphertext text);
end
$$;

-- Says whether the bond of an offer is kept: an inspector read it and told that it is off the subject, or that its teaser misleads, in
-- a question or sub-question that was decided. Where the budget of bits withheld the reason, nothing was told and nothing is kept.
create function bond_is_kept(offer info_offer, ended_as context_phase) returns boolean
language sql immutable
as $$
  select ended_as = 'settled' and offer.state = 'passed' and offer.first_read_at is not null
    and offer.reason is not null and offer.reason in ('irrelevant', 'misleading-teaser')
$$;

-- Ends the bonds of offers that are withdrawn or whose question has ended: back to their sellers, or to the market's fees where
-- they are kept. Once for each offer; those without a bond are passed over.
create function bonds_end(offer_ids text[], ended_at timestamptz) returns void
language plpgsql
as $$
declare
  legs jsonb;
begin
  -- Most markets ask for no bond.
  if offer_ids = '{}' then
    return;
  end if;
  select jsonb_agg(jsonb_build_object(
    'key', o.id || ':bond:end',
    'kind', case when kept.is_kept then 'forfeit' else 'release' end,
    'from', 'bond:' || o.id,
    'to', case when kept.is_kept then 'fees' else 'user:' || o.seller_id end,
    'amount_micros', a.balance_micros, 'context_id', o.context_id, 'root_id', o.root_id, 'offer_id', o.id
  ) order by o.id)
  into legs
  from info_offer o
  join buyer_context c on c.id = o.context_id
  join ledger_account a on a.id = 'bond:' || o.id and a.balance_micros > 0
  cross join lateral (select bond_is_kept(o, c.phase) as is_kept) kept
  where o.id = any (offer_ids) and o.bond_micros > 0;
  if legs is not null then
    perform ledger_post(legs, ended_at);
  end if;
end
$$;

-- What was sold under a licence stays under it: neither the offer's nor the purchase's ever widens or narrows. That its seller lets it be
-- quoted later is a word of its own (`purchase.quote_allowed_at`).
create function licence_stays() returns trigger
language plpgsql
as $$
begin
  raise exception 'the licence of what was sold never changes (%)', old.id using errcode = '0A000';
end
$$;

create trigger info_offer_licence_stays
before update of licence, resale_micros on info_offer
for each row
when (old.state = 'bought' and (new.licence, new.resale_micros) is distinct from (old.licence, old.resale_micros))
execute function licence_stays();

create trigger purchase_licence_stays
before update of licence on purchase
for each row
when (new.licence <> old.licence)
execute function licence_stays();

-- Destroys the private information of offers for good, with their keys. Those that were bought stay: asked of the offer's own row,
-- because whoever waited for a purchase to commit sees that row as it is then, and every other table as it was before.
create function offers_forget(offer_ids text[], forgotten_at timestamptz) returns void
language plpgsql
as $$
declare
  leaving text[];
begin
  with forgotten as (
    update info_offer o set forgotten_at = offers_forget.forgotten_at
    where o.id = any (offer_ids) and o.forgotten_at is null and o.state <> 'bought'
    returning o.id
  )
  select array_agg(id) into leaving from forgotten;
  delete from offer_key where offer_id = any (leaving);
  delete from offer_private where offer_id = any (leaving);
end
$$;

-- Returns sealed versions of offers of one tree: [[offer id, version, key id, nonce, ciphertext, key id, nonce and ciphertext of the offer's
-- own key], …], bytes in base64; the last three are null for an offer without one.
create function offers_sealed(tree text, offer_ids text[], versions integer[]) returns json
language plpgsql stable
set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    select json_agg(json_build_array(
      p.offer_id, p.version, p.key_id, encode(p.nonce, 'base64'), encode(p.ciphertext, 'base64'),
      k.key_id, encode(k.nonce, 'base64'), encode(k.ciphertext, 'base64')
    ))
    from unnest(offer_ids, versions) as wanted(offer_id, version)
    join info_offer o on o.id = wanted.offer_id and o.root_id = tree
    join offer_private p on p.offer_id = wanted.offer_id and p.version = wanted.version
    left join offer_key k on k.offer_id = wanted.offer_id
  );
end
$$;

-- Returns a row when something can open what an offer says in that version: its text is there, and the key of it. One that was forgotten
-- has neither; one that names another key than its own is from before offers had one ('*' is `OWN_KEY` in server/shared/cipher.ts).
-- Asked by `exists`: a set makes the planner put this into the statement that asks, where it would call a boolean for each offer
-- (measured: a twentieth of a purchase).
create function text_that_opens(offer_id text, offer_version integer) returns setof text
language sql stable
as $$
  select p.offer_id from offer_private p
  where p.offer_id = text_that_opens.offer_id and p.version = offer_version
    and (p.key_id <> '*' or exists (select from offer_key k where k.offer_id = p.offer_id))
$$;

-- Returns why an offer may not be bought as it was seen, as the SQLSTATE of the refusal; null when it may. `asker` put the question,
-- `bot_owner` the owner of the bot that posted the offer; `opens` says whether something can open what it says. Only this function says who
-- may buy what.
create function market_refusal(
  offer info_offer, asker text, bot_owner text, buyer text, seen_version integer, seen_price bigint,
  opens boolean
) returns text
language sql stable
as $$
  select case
    when asker is distinct from buyer then 'CV010'
    when offer.state = 'bought' then 'CV012'
    when offer.state <> 'open' or offer.forgotten_at is not null or offer.version is distinct from seen_version
      or offer.price_micros is distinct from seen_price then 'CV011'
    when offer.seller_id = buyer or bot_owner = buyer then 'CV013'
    -- Nobody pays for what nobody can read.
    when not opens then 'CV011'
  end
$$;

-- Buys offers for one buyer, all or none: one call for all that a verdict buys, so that the sellers' accounts are locked in one
-- order. A single purchase is a list of one.
--
-- items: [{id, offer_id, version, price_micros, pending_hours, quotes, reason}]: the purchase's id, version and price as the buyer or the
-- inspector saw them, amounts as text, ids of the unbought offers it repeats, and why the inspector
-- buys it (optional). `inspected` is paid from the escrow of the offer's context, `unseen` by the buyer. The seller receives the
-- whole price and pays the fee out of it, by the share that its tree was asked with, so that the wallet shows both; with `pending_hours` above zero in the offer's account of earnings
-- that may go back, from which `earnings_clear` gives it to them so many hours later.
-- Returns the offers that were bought now. Those missing were bought before, by the same purchase with the same version, price
-- and way: it moves nothing again.
create function market_purchase(items jsonb, buyer text, bought_how purchase_way, bought_at timestamptz) returns text[]
language plpgsql
as $$
declare
  item record;
  offer record;
  fee bigint;
  bought_ids text[] := '{}';
  keys text[] := '{}';
  payers text[] := '{}';
  sellers text[] := '{}';
  prices bigint[] := '{}';
  fees bigint[] := '{}';
  context_ids text[] := '{}';
  root_ids text[] := '{}';
  refused record;
begin
  -- In one order for everybody.
  if jsonb_array_length(items) > 1 then
    perform from info_offer
    where id = any (array(select value ->> 'offer_id' from jsonb_array_elements(items)))
    order by id
    for no key update;
  end if;

  -- One at a time by its key: written as one statement for the list, a list of one took a fifth longer and a list of four
  -- as long.
  for item in
    select * from jsonb_to_recordset(items) as wanted(
      id text, offer_id text, version integer, price_micros bigint, pending_hours integer, quotes text[],
      reason verdict_reason
    )
  loop
    -- Checked and marked at once.
    update info_offer
    set state = 'bought', ended_at = bought_at, reason = coalesce(item.reason, info_offer.reason)
    from buyer_context context join inspection tree on tree.root_id = context.root_id
    where info_offer.id = item.offer_id and context.id = info_offer.context_id
      and market_refusal(
        info_offer, context.buyer_id, (select owner_id from bot where bot.id = info_offer.bot_id), buyer, item.version,
        item.price_micros, exists (select from text_that_opens(info_offer.id, info_offer.version))
      ) is null
    returning info_offer.context_id, info_offer.root_id, info_offer.seller_id, info_offer.licence, tree.fee_basis_points
    into offer;
    if not found then
      continue;
    end if;
    -- Rounded down: a price so small that nothing is left of its fee is sold without one.
    fee := item.price_micros * offer.fee_basis_points / 10000;
    -- A purchase id that was used for another offer is refused here by the primary key.
    insert into purchase (
      id, offer_id, offer_version, context_id, root_id, buyer_id, seller_id,
      price_micros, fee_micros, licence, way, quotes, created_at, clears_at
    ) values (
      item.id, item.offer_id, item.version, offer.context_id, offer.root_id, buyer, offer.seller_id,
      item.price_micros, fee, offer.licence, bought_how, item.quotes, bought_at,
      case when item.pending_hours > 0 then bought_at + make_interval(hours => item.pending_hours) end
    );
    bought_ids := bought_ids || item.offer_id;
    keys := keys || ('purchase:' || item.id);
    payers := payers || case bought_how when 'unseen' then 'user:' || buyer else 'escrow:' || offer.context_id end;
    sellers := sellers || case when item.pending_hours > 0 then 'pending:' || item.offer_id else 'user:' || offer.seller_id end;
    prices := prices || item.price_micros;
    fees := fees || fee;
    context_ids := array_append(context_ids, offer.context_id);
    root_ids := array_append(root_ids, offer.root_id);
  end loop;

  if cardinality(bought_ids) < jsonb_array_length(items) then
    -- What this purchase bought, now or before, is no refusal when it was seen the same.
    select wanted.id, wanted.offer_id, refusal.code
    into refused
    from jsonb_to_recordset(items) as wanted(id text, offer_id text, version integer, price_micros bigint)
    left join info_offer on info_offer.id = wanted.offer_id
    left join buyer_context context on context.id = info_offer.context_id
    left join bot on bot.id = info_offer.bot_id
    left join purchase made on made.offer_id = info_offer.id and made.id = wanted.id and made.buyer_id = buyer
    cross join lateral (
      select case
        -- It may have become what was seen a moment ago.
        when made.id is null
          then coalesce(market_refusal(
            info_offer, context.buyer_id, bot.owner_id, buyer, wanted.version, wanted.price_micros,
            exists (select from text_that_opens(info_offer.id, info_offer.version))
          ), 'CV011')
        when made.offer_version <> wanted.version or made.price_micros <> wanted.price_micros or made.way <> bought_how then 'CV002'
      end as code
    ) as refusal
    where refusal.code is not null
    limit 1;
    if found then
      raise exception using
        errcode = refused.code, message = 'the purchase is refused',
        detail = case refused.code when 'CV002' then refused.id else refused.offer_id end;
    end if;
  end if;

  if cardinality(bought_ids) > 0 then
    perform ledger_move(
      keys, array_fill('purchase'::ledger_transfer_kind, array[cardinality(keys)]), payers, sellers, prices, fees, context_ids,
      root_ids, bought_ids, bought_at, true
    );
  end if;
  return bought_ids;
end
$$;

-- Gives sellers what has been pending long enough and nobody complains about, up to `most` purchases; what somebody else holds or is
-- frozen is left for the next time. A complaint puts `clears_at` off as it is written, so one that commits just now is seen
-- here. Returns how many there were.
create function earnings_clear(cleared timestamptz, most integer) returns integer
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  due text[];
  legs jsonb;
begin
  if exists (select from ledger_state where frozen_reason is not null) then
    return 0;
  end if;
  select array_agg(id) into due from (
    select p.id from purchase p
    where p.clears_at <= cleared and p.cleared_at is null
      and not exists (select from complaint c where c.offer_id = p.offer_id and c.outcome is null)
      and not exists (select from ledger_freeze f where f.account = 'pending:' || p.offer_id)
    order by p.clears_at limit most
    for update of p skip locked) found;
  if due is null then
    return 0;
  end if;
  select jsonb_agg(jsonb_build_object(
    'key', 'clear:' || p.id, 'kind', 'clear', 'from', 'pending:' || p.offer_id, 'to', 'user:' || p.seller_id,
    'amount_micros', p.price_micros - p.fee_micros, 'context_id', p.context_id, 'root_id', p.root_id, 'offer_id', p.offer_id
  ) order by p.id)
  into legs from purchase p where p.id = any (due);
  perform ledger_post(legs, cleared);
  update purchase set cleared_at = cleared where id = any (due);
  return cardinality(due);
end
$$;

-- Waits for a call with the same key to end, then says what it came to, in one round trip: {route, input_hash, result}, of this
-- route where there is one; null for a new key.
create function request_seen(person text, called text, request text) returns jsonb
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(person || '|' || request, 0));
  return (
    select jsonb_build_object('route', r.route, 'input_hash', r.input_hash, 'result', r.result)
    from request_key r where r.user_id = person and r.key = request
    order by r.route = called desc limit 1
  );
end
$$;

-- Returns whose hand an account is: its cluster's, or its own.
create function person_hand(person text) returns text
language sql stable
as $$
  select coalesce((select cluster from person_cluster where person_id = person), person)
$$;

-- Returns whose hands sellers are, and how many offers each hand has on contexts, withdrawn ones left out:
-- [{seller_id, hand, counts: {context id: number}}], a context left out where there is none.
create function offers_posted(seller_ids text[], context_ids text[]) returns json
language plpgsql stable
set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    with posted as (
      select person_hand(o.seller_id) as hand, o.context_id, count(*) as offers
      from info_offer o where o.context_id = any (context_ids) and o.state <> 'withdrawn'
      group by 1, 2
    )
    select json_agg(json_build_object(
      'seller_id', seller.id, 'hand', person_hand(seller.id),
      'counts', (
        select coalesce(json_object_agg(p.context_id, p.offers), '{}') from posted p where p.hand = person_hand(seller.id))
    ))
    from unnest(seller_ids) as seller(id)
  );
end
$$;

-- Returns who stands behind offers: [[offer id, hand, teasers judged, misleading among them], ...], counted over each seller's newest offers.
create function offers_sellers(offer_ids text[], newest_most integer) returns json
language plpgsql stable
set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    select json_agg(json_build_array(offer.id, person_hand(offer.seller_id), counted.judged, counted.misleading))
    from (
      select seller.id as seller_id, count(*) filter (where newest.is_teaser_fair is not null) as judged,
        count(*) filter (where not newest.is_teaser_fair) as misleading
      from (select distinct o.seller_id as id from info_offer o where o.id = any (offer_ids)) seller
      cross join lateral (
        select made.is_teaser_fair from info_offer made
        where made.seller_id = seller.id order by made.created_at desc limit newest_most
      ) newest
      group by seller.id
    ) counted
    join info_offer offer on offer.seller_id = counted.seller_id and offer.id = any (offer_ids)
  );
end
$$;

-- Says whether two accounts look like one hand: what they buy of each other counts in no record. Everybody is one with themselves.
create function accounts_linked(one text, other text) returns boolean
language sql stable
as $$
  select one = other or exists (
    select from person_cluster a join person_cluster b on b.cluster = a.cluster
    where a.person_id = one and b.person_id = other
  )
$$;

-- Says whether an offer is for resale at that time: sold under a licence that lets it be sold on, cited by the answer that stands published
-- on a question whose asker agreed, and nothing against it. Accounts that look like one hand may be two: a guess takes nobody's income, so it
-- does not count here. Only this function says what is for resale.
create function offer_resells(offer info_offer, at timestamptz) returns boolean
language sql stable
as $$
  select offer.licence = 'resale' and offer.state = 'bought' and offer.is_teaser_fair is not false
    and exists (select from text_that_opens(offer.id, offer.version))
    and exists (
      select from purchase p
      join inspection tree on tree.root_id = p.root_id and tree.is_resale_agreed and tree.is_tree_public
      join publication told on told.root_id = p.root_id and told.ended_at is null
      join answer a on a.root_id = told.root_id and a.revision = told.revision and p.offer_id = any (a.citations)
      join buyer_context asked on asked.id = p.context_id and not asked.is_sealed
      join users asker on asker.id = p.buyer_id and asker.deleted_at is null
      join users seller on seller.id = p.seller_id and seller.deleted_at is null
      where p.offer_id = offer.id and p.licence = 'resale' and p.offer_version = offer.version
        -- What repeats something that was not bought is nobody's to read.
        and not exists (
          select from unnest(p.quotes) as quoted(id)
          where not exists (select from purchase other where other.offer_id = quoted.id))
        and not exists (
          select from complaint c where c.offer_id = p.offer_id and (c.outcome is null or c.refunded_micros > 0))
        and not exists (
          select from suspension s
          where s.person_id = p.seller_id and s.suspended_right = 'sell' and s.lifted_at is null and s.until > at
            and (s.bot_id is null or s.bot_id = offer.bot_id))
        and not exists (
          select from hidden_thing h
          where h.kind in ('question', 'answer') and h.id = p.root_id
            or h.kind = 'offer' and h.id in (select sold.offer_id from purchase sold where sold.root_id = p.root_id)))
$$;

-- Keeps the tags of roots as rows of their own, so that a tag's questions are read in their order.
create function question_tags_follow() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'UPDATE' then
    delete from question_tag where context_id = new.id and tag <> all (new.tags);
  end if;
  insert into question_tag (context_id, tag, asked_at)
  select distinct new.id, tag, new.created_at from unnest(new.tags) as tag
  on conflict do nothing;
  return null;
end
$$;

create trigger buyer_context_tagged
after insert on buyer_context
for each row
when (new.parent_id is null and new.tags <> '{}')
execute function question_tags_follow();

create trigger buyer_context_tagged_anew
after update of tags on buyer_context
for each row
when (new.parent_id is null and new.tags is distinct from old.tags)
execute function question_tags_follow();
