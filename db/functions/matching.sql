-- These find the standing matchers that a context may be for, through their anchors. Each of the context's terms is looked up by
-- itself, so the cost grows with what is found. Functions keep their plans, and these have the one shape of plan that stays good
-- however many matchers there are: nested loops over index scans. Without statistics (PGlite never gathers any) or with those
-- of a young market the planner would take another (reliability, D4: 4.1 ms for the plain join, 0.5 ms so).

-- Returns ids in the order (least budget, id) after the given place, at most `most` of them; null for all. What stands under a term alone
-- is read in that order no further than the page, so pages of a long list cost the same. What stands under a term with
-- another is read whole and held against the context's terms, unless the list is long: then each of them is looked up in
-- it. (Looking each up in every list would cost the square of the text's length.)
create function matcher_candidates(terms text[], budget bigint, of_bots boolean, after_budget bigint, after_id text, most integer)
returns table (least_budget bigint, id text) language plpgsql stable rows 20
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off as $$
begin
  return query
    select found.budget_micros_min, found.matcher_id
    from unnest(terms) as t(term)
    cross join lateral (
      (
        select a.budget_micros_min, a.matcher_id from matcher_anchor a
        where a.term = t.term and a.is_bots = of_bots and a.also = '' and a.budget_micros_min <= budget
          and (a.budget_micros_min, a.matcher_id) > (after_budget, after_id)
        order by a.budget_micros_min, a.matcher_id limit most
      )
      union all
      select paired.budget_micros_min, paired.matcher_id
      from (
        select count(*) = 1000 as is_long from (
          select 1 from matcher_anchor a where a.term = t.term and a.is_bots = of_bots and a.also > '' limit 1000
        ) counted
      ) list
      cross join lateral (
        select a.budget_micros_min, a.matcher_id from matcher_anchor a
        where not list.is_long and a.term = t.term and a.is_bots = of_bots and a.also > ''
          -- Written so that it stays a lookup in a hash and does not become a join.
          and (a.also in (select u.term from unnest(terms) as u(term))) is true
          and a.budget_micros_min <= budget and (a.budget_micros_min, a.matcher_id) > (after_budget, after_id)
        union all
        select a.budget_micros_min, a.matcher_id from matcher_anchor a
        where list.is_long and a.term = t.term and a.is_bots = of_bots and a.also = any(terms)
          and a.budget_micros_min <= budget and (a.budget_micros_min, a.matcher_id) > (after_budget, after_id)
      ) paired
    ) found
    group by 1, 2 order by 1, 2 limit most;
end
$$;

-- Returns a page of people's matchers.
create function matchers_of_people(terms text[], budget bigint, after_budget bigint, after_id text, most integer)
returns setof matcher language plpgsql stable rows 20
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off as $$
begin
  return query
    select m.* from matcher_candidates(terms, budget, false, after_budget, after_id, most) c join matcher m on m.id = c.id
    order by c.least_budget, c.id;
end
$$;

--> statement-breakpoint
-- Returns the matchers of all bots that work, except the buyer's own and those whose owners he has blocked, with what decides between bots;
-- none while an operator has stopped bots.
create function matchers_of_bots(terms text[], budget bigint, buyer text)
returns table (
  wanted matcher, bot_id text, owner_id text, audience bot_audience, audience_people text[], price_micros bigint,
  created_at timestamptz
) language plpgsql stable rows 20
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off as $$
begin
  return query
    select m, b.id, b.owner_id, b.audience, b.audience_people, b.price_micros, b.created_at
    from matcher_candidates(terms, budget, true, -1, '', null) c
    join matcher m on m.id = c.id join bot b on b.id = m.bot_id
    where not b.is_paused and b.owner_id <> buyer and not exists (select from market_stop where name = 'bots')
      and not exists (select from person_mute x where x.person_id = buyer and x.other_id = b.owner_id and x.is_blocked);
end
$$;

-- Returns the matchers that `matchers_of_bots` finds, cheapest bot first: [{bot_id, owner_id, audience, audience_people, wanted,
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
