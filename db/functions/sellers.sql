-- This posts what bots answer.

-- Posts what bots have drafted, as far as duplicates and caps go, and counts those of a day that are, in one round trip. A day's
-- row is counted up first and looked at afterwards: that is the only way to see what another transaction has just counted.
-- What is above the cap is then left out, the last first, and taken back from the count.
-- drafts: as `offers_write` takes them, and {ord, is_cheapest}. runs: [{id, bot_id, context_id, is_finished, silence}] that
-- begin with it; a finished one answered when it has posted, else it was silent for the reason its draft was left out, or the one
-- given; the others are due at once. contexts: {context id: how many bots it waits for}.
-- Returns, in the order of `ord`, [{ord, run_id, is_posted, silence}].
create function bots_answer(drafts jsonb, runs jsonb, contexts jsonb, today text, answered_at timestamptz) returns jsonb
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  judged jsonb := '[]';
begin
  if jsonb_array_length(drafts) > 0 then
    with wanted as (
      select * from jsonb_to_recordset(drafts) as w(
        ord integer, bot_run_id text, bot_id text, context_id text, content_hash text, price_micros bigint, is_cheapest boolean
      )
    ),
    told as (
      select w.*, b.offers_per_day_max, b.offers_per_context_max, not w.is_cheapest or exists (
          -- The owner's own: that somebody else says the same is nobody's to learn.
          select 1 from info_offer o where o.context_id = w.context_id and o.content_hash = w.content_hash
            and o.seller_id = b.owner_id and o.price_micros <= w.price_micros and o.state = 'open'
        ) as is_duplicate
      from wanted w join bot b on b.id = w.bot_id
    ),
    fresh as (
      select t.ord, t.bot_id,
        row_number() over (partition by t.bot_run_id order by t.ord) <= t.offers_per_context_max as is_within
      from told t where not t.is_duplicate
    ),
    counted as (
      insert into bot_day as d (bot_id, day, offers)
      select f.bot_id, today, count(*)::integer from fresh f where f.is_within group by f.bot_id order by f.bot_id
      on conflict (bot_id, day) do update set offers = d.offers + excluded.offers
      where d.offers < (select b.offers_per_day_max from bot b where b.id = d.bot_id)
      returning d.bot_id, d.offers
    ),
    placed as (
      select t.ord, t.bot_run_id, t.is_duplicate, coalesce(f.is_within, false) as is_within,
        -- No count: the day was full before.
        coalesce(
          row_number() over (partition by t.bot_id, f.is_within order by t.ord desc) > c.offers - t.offers_per_day_max, false
        ) as is_in_day
      from told t left join fresh f on f.ord = t.ord left join counted c on c.bot_id = t.bot_id
    )
    select jsonb_agg(jsonb_build_object(
      'ord', p.ord, 'run_id', p.bot_run_id, 'is_posted', p.is_within and p.is_in_day,
      'silence', case when p.is_duplicate then 'duplicate' when p.is_within and not p.is_in_day then 'day-cap' end
    ) order by p.ord)
    into judged
    from placed p;

    if jsonb_path_exists(judged, '$[*] ? (@.silence == "day-cap")') then
      update bot_day d set offers = b.offers_per_day_max
      from bot b
      where b.id = d.bot_id and d.day = today and d.offers > b.offers_per_day_max
        and d.bot_id = any (array(select draft.value ->> 'bot_id' from jsonb_array_elements(drafts) as draft));
    end if;
    perform offers_write(
      coalesce((
        select jsonb_agg(draft.value order by draft.value -> 'ord')
        from jsonb_array_elements(drafts) as draft
        join jsonb_array_elements(judged) as j on j.value -> 'ord' = draft.value -> 'ord'
        where (j.value -> 'is_posted')::boolean
      ), '[]'),
      answered_at
    );
  end if;

  insert into bot_run (id, bot_id, context_id, created_at, finished_at, due_at, state, silence)
  select r.id, r.bot_id, r.context_id, answered_at, case when r.is_finished then answered_at end,
    case when not r.is_finished then answered_at end,
    case when not r.is_finished then 'queued' when j.has_posted then 'answered' else 'silent' end::bot_run_state,
    case when r.is_finished and not coalesce(j.has_posted, false) then coalesce(j.silence, r.silence) end
  from jsonb_to_recordset(runs) as r(
    id text, bot_id text, context_id text, is_finished boolean, silence bot_silence
  )
  left join (
    select one.run_id, bool_or(one.is_posted) as has_posted,
      (array_agg(one.silence order by one.ord desc) filter (where one.silence is not null))[1] as silence
    from jsonb_to_recordset(judged) as one(ord integer, run_id text, is_posted boolean, silence bot_silence)
    group by one.run_id
  ) as j on j.run_id = r.id;

  update buyer_context set is_matched = true, bots_pending = (contexts -> id)::integer
  where id = any (array(select jsonb_object_keys(contexts)));
  return judged;
end
$$;
