-- What every step of an inspection reads, in functions, so that plans are kept.

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
--> statement-breakpoint

-- Matchers of bots as `matchers_of_bots` finds them, cheapest bot first: [{bot_id, owner_id, audience, audience_people, wanted,
-- bot}]; `bot`, the bot's row, only for the first `most`.
create function bots_found(terms text[], budget bigint, buyer text, most integer) returns json
language plpgsql stable
set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    select json_agg(json_build_object(
      'bot_id', f.bot_id, 'owner_id', f.owner_id, 'audience', f.audience, 'audience_people', f.audience_people,
      'wanted', f.wanted, 'bot', case when f.place <= most then row_to_json(b) end
    ) order by f.place)
    from (
      select m.*, row_number() over (order by m.price_micros, m.created_at, m.bot_id) as place
      from matchers_of_bots(terms, budget, buyer) m
    ) f
    join bot b on b.id = f.bot_id
  );
end
$$;
