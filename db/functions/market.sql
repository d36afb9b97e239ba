-- Offers: how they are written, read sealed, and bought.

-- Writes new offers with their private information, which the caller has sealed.
-- rows: [{id, context_id, root_id, seller_id, bot_id, bot_run_id, content_hash, teaser, price_micros, private_words, key_id,
-- nonce, ciphertext}], the last two in base64.
create function offers_write(rows jsonb, written_at timestamptz) returns void
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
begin
  insert into info_offer (
    id, context_id, root_id, seller_id, bot_id, bot_run_id, content_hash, teaser, price_micros, private_words, created_at
  )
  select o.id, o.context_id, o.root_id, o.seller_id, o.bot_id, o.bot_run_id, o.content_hash, o.teaser, o.price_micros,
    o.private_words, written_at
  from jsonb_to_recordset(rows) as o(
    id text, context_id text, root_id text, seller_id text, bot_id text, bot_run_id text, content_hash text, teaser text,
    price_micros bigint, private_words integer
  );

  insert into offer_private (offer_id, version, key_id, nonce, ciphertext)
  select o.id, 1, o.key_id, decode(o.nonce, 'base64'), decode(o.ciphertext, 'base64')
  from jsonb_to_recordset(rows) as o(id text, key_id text, nonce text, ciphertext text);
end
$$;

-- Sealed versions of offers of one tree: [[offer id, version, key id, nonce, ciphertext], …], the last two in base64.
create function offers_sealed(tree text, offer_ids text[], versions integer[]) returns json
language plpgsql stable
set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    select json_agg(json_build_array(
      p.offer_id, p.version, p.key_id, encode(p.nonce, 'base64'), encode(p.ciphertext, 'base64')
    ))
    from unnest(offer_ids, versions) as wanted(offer_id, version)
    join info_offer o on o.id = wanted.offer_id and o.root_id = tree
    join offer_private p on p.offer_id = wanted.offer_id and p.version = wanted.version
  );
end
$$;

-- Why an offer could not be bought: raises the reason, or returns when this very purchase was made before.
create function market_explain_refusal(
  purchase_id text, offer_id text, version integer, price bigint, buyer text, bought_how purchase_way
) returns void
language plpgsql
as $$
declare
  offer info_offer%rowtype;
  earlier purchase%rowtype;
begin
  select info_offer.* into offer
  from info_offer
  join buyer_context context on context.id = info_offer.context_id
  where info_offer.id = market_explain_refusal.offer_id and context.buyer_id = buyer;
  if not found then
    raise exception using errcode = 'CV010', message = 'no such offer', detail = offer_id;
  end if;
  if offer.state = 'bought' then
    select * into earlier from purchase where purchase.offer_id = offer.id;
    if earlier.id is distinct from purchase_id then
      raise exception using errcode = 'CV012', message = 'the offer is bought', detail = offer_id;
    elsif earlier.offer_version <> version or earlier.price_micros <> price or earlier.way <> bought_how then
      raise exception using errcode = 'CV002', message = 'a purchase id was used before', detail = purchase_id;
    end if;
  elsif offer.state <> 'open' or offer.version <> market_explain_refusal.version or offer.price_micros <> price then
    raise exception using errcode = 'CV011', message = 'the offer changed', detail = offer_id;
  else
    raise exception using errcode = 'CV013', message = 'the seller is the buyer', detail = offer_id;
  end if;
end
$$;

-- Buys as `market_purchase` does, which says what the items are, and returns the offers that were bought now: those missing were
-- bought before by the same purchases. An item may also have a `reason`: the inspector's.
create function market_buy(items jsonb, buyer text, bought_how purchase_way, bought_at timestamptz) returns text[]
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  wanted_ids text[];
  wanted jsonb;
  bought_ids text[];
  keys text[];
  payers text[];
  sellers text[];
  prices bigint[];
  fees bigint[];
  context_ids text[];
  root_ids text[];
  item jsonb;
  bought jsonb;
begin
  if jsonb_array_length(items) = 1 then
    bought := market_purchase(items, buyer, bought_how, bought_at) -> 0;
    return case when (bought -> 'is_repeat')::boolean then '{}' else array[bought ->> 'offer_id'] end;
  end if;

  wanted_ids := array(select value ->> 'offer_id' from jsonb_array_elements(items));
  wanted := (select jsonb_object_agg(value ->> 'offer_id', value) from jsonb_array_elements(items));

  -- In one order for everybody.
  perform from info_offer where id = any (wanted_ids) order by id for no key update;

  -- Checked and marked at once. A purchase id that was used for another offer is refused here by the primary key.
  with bought as (
    update info_offer offer
    set state = 'bought', ended_at = bought_at,
      reason = coalesce((wanted -> offer.id ->> 'reason')::verdict_reason, offer.reason)
    from buyer_context context
    where offer.id = any (wanted_ids) and offer.state = 'open'
      and offer.version = (wanted -> offer.id ->> 'version')::integer
      and offer.price_micros = (wanted -> offer.id ->> 'price')::bigint and offer.seller_id <> buyer
      and context.id = offer.context_id and context.buyer_id = buyer
      and not exists (select from bot where bot.id = offer.bot_id and bot.owner_id = buyer)
    returning offer.id, offer.version, offer.context_id, offer.root_id, offer.seller_id, offer.price_micros,
      wanted -> offer.id as item
  ),
  written as (
    insert into purchase (
      id, offer_id, offer_version, context_id, root_id, buyer_id, seller_id, price_micros, fee_micros, way, quotes, created_at
    )
    select bought.item ->> 'id', bought.id, bought.version, bought.context_id, bought.root_id, buyer, bought.seller_id,
      bought.price_micros, (bought.item ->> 'fee')::bigint, bought_how,
      array(select jsonb_array_elements_text(bought.item -> 'quotes')), bought_at
    from bought
  )
  select array_agg(one.id), array_agg('purchase:' || (one.item ->> 'id')),
    array_agg(case bought_how when 'unseen' then 'user:' || buyer else 'escrow:' || one.context_id end),
    array_agg('user:' || one.seller_id), array_agg(one.price_micros), array_agg((one.item ->> 'fee')::bigint),
    array_agg(one.context_id), array_agg(one.root_id)
  into bought_ids, keys, payers, sellers, prices, fees, context_ids, root_ids
  from (select * from bought order by array_position(wanted_ids, bought.id)) as one;

  if cardinality(wanted_ids) > coalesce(cardinality(bought_ids), 0) then
    for item in select value from jsonb_array_elements(items) loop
      -- Not bought now, or bought by another item of this list.
      if not item ->> 'offer_id' = any (coalesce(bought_ids, '{}'))
        or item ->> 'id' <> wanted -> (item ->> 'offer_id') ->> 'id'
      then
        perform market_explain_refusal(
          item ->> 'id', item ->> 'offer_id', (item ->> 'version')::integer, (item ->> 'price')::bigint, buyer, bought_how
        );
      end if;
    end loop;
  end if;
  if bought_ids is null then
    return '{}';
  end if;

  perform ledger_move(
    keys, array_fill('purchase'::ledger_transfer_kind, array[cardinality(keys)]), payers, sellers, prices, fees, context_ids,
    root_ids, bought_ids, bought_at, true
  );
  return bought_ids;
end
$$;

-- Buys one or more offers for one buyer: all or none. One call for all that a verdict buys, so that the sellers' accounts
-- are locked in one order.
--
-- items: [{id, offer_id, version, price, fee, quotes, reason}]: the purchase's id, version and price as the buyer or the
-- inspector saw them, price and fee in micro-credits as text, ids of the unbought offers it repeats, and why the inspector
-- buys it. `inspected` is paid from the escrow of the offer's context, `unseen` by the buyer. The seller receives the whole
-- price and pays the fee out of it, so that the wallet shows both.
-- Returns, in the same order, [{id, offer_id, context_id, root_id, seller_id, price, fee, is_repeat}]. A purchase id used
-- before with the same offer, version, price and way moves nothing and returns the first.
--
-- Several are bought by `market_buy`. One by itself takes the short way: as a list of one it took half as long again
-- (measured: 0.52 of what pgbench does in the same time, 0.86 so).
create function market_purchase(items jsonb, buyer text, bought_how purchase_way, bought_at timestamptz)
returns jsonb
language plpgsql
as $$
declare
  item record;
  offer record;
  is_repeat boolean;
  bought_ids text[];
begin
  if jsonb_array_length(items) > 1 then
    bought_ids := market_buy(items, buyer, bought_how, bought_at);
    return (
      select jsonb_agg(jsonb_build_object(
        'id', purchase.id, 'offer_id', purchase.offer_id, 'context_id', purchase.context_id, 'root_id', purchase.root_id,
        'seller_id', purchase.seller_id, 'price', purchase.price_micros::text, 'fee', purchase.fee_micros::text,
        'is_repeat', not purchase.offer_id = any (bought_ids)
      ) order by wanted.place)
      from jsonb_array_elements(items) with ordinality as wanted(value, place)
      join purchase on purchase.id = wanted.value ->> 'id'
    );
  end if;

  select wanted.id, wanted.offer_id, wanted.version, wanted.price, wanted.fee, wanted.quotes, wanted.reason
  into item
  from jsonb_to_recordset(items) as wanted(
    id text, offer_id text, version integer, price bigint, fee bigint, quotes text[], reason verdict_reason
  );
  update info_offer
  set state = 'bought', ended_at = bought_at, reason = coalesce(item.reason, info_offer.reason)
  from buyer_context context
  where info_offer.id = item.offer_id and info_offer.state = 'open' and info_offer.version = item.version
    and info_offer.price_micros = item.price and info_offer.seller_id <> buyer
    and context.id = info_offer.context_id and context.buyer_id = buyer
    and not exists (select from bot where bot.id = info_offer.bot_id and bot.owner_id = buyer)
  returning info_offer.context_id, info_offer.root_id, info_offer.seller_id
  into offer;
  is_repeat := not found;
  if is_repeat then
    perform market_explain_refusal(item.id, item.offer_id, item.version, item.price, buyer, bought_how);
    select purchase.context_id, purchase.root_id, purchase.seller_id into offer from purchase where id = item.id;
  else
    -- A purchase id that was used for another offer is refused here by the primary key.
    insert into purchase (
      id, offer_id, offer_version, context_id, root_id, buyer_id, seller_id,
      price_micros, fee_micros, way, quotes, created_at
    ) values (
      item.id, item.offer_id, item.version, offer.context_id, offer.root_id, buyer, offer.seller_id,
      item.price, item.fee, bought_how, item.quotes, bought_at
    );
    perform ledger_move(
      array['purchase:' || item.id], array['purchase'::ledger_transfer_kind],
      array[case bought_how when 'unseen' then 'user:' || buyer else 'escrow:' || offer.context_id end],
      array['user:' || offer.seller_id], array[item.price], array[item.fee],
      array[offer.context_id], array[offer.root_id], array[item.offer_id], bought_at, true
    );
  end if;
  return jsonb_build_array(jsonb_build_object(
    'id', item.id, 'offer_id', item.offer_id, 'context_id', offer.context_id, 'root_id', offer.root_id,
    'seller_id', offer.seller_id, 'price', item.price::text, 'fee', item.fee::text, 'is_repeat', is_repeat
  ));
end
$$;

-- Waits for a call with the same key to end, then says what it came to, in one round trip: {input_hash, result}, null for a new one.
create function request_seen(person text, called text, request text) returns jsonb
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(person || '|' || called || '|' || request, 0));
  return (
    select jsonb_build_object('input_hash', r.input_hash, 'result', r.result)
    from request_key r where r.user_id = person and r.route = called and r.key = request
  );
end
$$;
