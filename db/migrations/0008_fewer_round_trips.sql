-- What a step of an inspection does to the database, in fewer round trips: a verdict, the sub-questions it opens, the offers of
-- bots on them and the steps that follow are written by a handful of calls. In functions, which run their statements in the
-- order written and keep their plans; a fixed plan, because for short lists the planner would make a new one at every call.

-- Sub-questions are not searched, so they need not be indexed for it.
DROP INDEX "context_search";
--> statement-breakpoint
CREATE INDEX "context_search" ON "buyer_context" USING gin ("search") WHERE parent_id is null;
--> statement-breakpoint

-- Room on the page for the next version of a row: a context and its tree change with every step. Without it every change writes
-- to all indexes of the table.
alter table buyer_context set (fillfactor = 60);
--> statement-breakpoint
alter table inspection set (fillfactor = 60);
--> statement-breakpoint

-- As before, with the digest of each open offer's private information, since of equal texts only the cheapest is read, and with
-- the tags and pages that sub-contexts inherit.
create or replace function context_steps(wanted text[]) returns jsonb
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  deepest integer;
  found_contexts jsonb;
  found_inspection jsonb;
begin
  select max(level) into deepest from buyer_context where id = any (wanted);
  perform 1 from buyer_context where id = any (wanted) and level = deepest order by id for update;
  select jsonb_agg(jsonb_build_object(
    'id', c.id, 'rootId', c.root_id, 'parentId', c.parent_id, 'buyerId', c.buyer_id, 'level', c.level,
    'phase', c.phase, 'round', c.round, 'childrenOpened', c.children_opened, 'openChildren', c.open_children,
    'isMatched', c.is_matched, 'botsPending', c.bots_pending, 'botsUntil', c.bots_until, 'peopleUntil', c.people_until,
    'quorum', c.quorum, 'tags', c.tags, 'pages', c.pages,
    'escrowMicros', (select a.balance_micros::text from ledger_account a where a.id = 'escrow:' || c.id),
    'offers', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', o.id, 'version', o.version, 'teaser', o.teaser, 'priceMicros', o.price_micros::text,
        'contentHash', o.content_hash
      ) order by o.created_at, o.id), '[]'::jsonb)
      from info_offer o where o.context_id = c.id and o.state = 'open'),
    'step', (
      select jsonb_build_object('state', s.state, 'attempt', s.attempt, 'leaseUntil', s.lease_until, 'shown', s.shown)
      from inspection_step s where s.context_id = c.id and s.round = c.round)
  ))
  into found_contexts
  from buyer_context c where c.id = any (wanted) and c.level = deepest;

  select jsonb_build_object(
    'status', i.status, 'policy', i.policy, 'deadlineAt', i.deadline_at, 'chosenOffers', i.chosen_offers,
    'treeContexts', i.tree_contexts)
  into found_inspection
  from inspection i where i.root_id = found_contexts -> 0 ->> 'rootId';
  return jsonb_build_object('inspection', found_inspection, 'contexts', found_contexts);
end
$$;
--> statement-breakpoint

-- As before; an offer whose very words are shown at a lower price gets its reason at once, since nobody reads it.
-- steps: [{context_id, round, shown: [{offerId, version}], seed, equals: [offer id]}].
create or replace function steps_begin(
  steps jsonb, tree text, inspector text, leased_until timestamptz, begun_at timestamptz
) returns void
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
begin
  insert into inspection_step
    (context_id, round, root_id, state, attempt, lease_until, shown, seed, inspector_name, created_at)
  select begun.context_id, begun.round, tree, 'claimed', 1, leased_until, begun.shown, begun.seed, inspector, begun_at
  from jsonb_to_recordset(steps) as begun(context_id text, round integer, shown jsonb, seed bigint);

  update info_offer set first_read_at = begun_at
  where first_read_at is null and id = any (array(
    select shown.offer ->> 'offerId'
    from jsonb_array_elements(steps) as begun(step), jsonb_array_elements(begun.step -> 'shown') as shown(offer)
  ));

  update info_offer set reason = 'redundant'
  where state = 'open' and id = any (array(
    select jsonb_array_elements_text(step -> 'equals') from jsonb_array_elements(steps) as begun(step)
  ));

  update buyer_context set phase = 'inspecting', inspected_at = coalesce(inspected_at, begun_at)
  where id = any (array(select step ->> 'context_id' from jsonb_array_elements(steps) as begun(step)));
end
$$;
--> statement-breakpoint

-- As before; a sub-context has its parent's tags and pages, so that who looks for these finds it.
create or replace function contexts_open(
  children jsonb, tree text, buyer text, wait_for_bots timestamptz, wait_for_people timestamptz, opened_at timestamptz
) returns void
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
begin
  insert into buyer_context (
    id, root_id, parent_id, level, kind, buyer_id, title, decision, ask_kind, is_sealed, budget_micros, bots_until,
    people_until, created_at, tags, pages
  )
  select child.id, tree, child.parent_id, child.level, 'inspection', buyer, child.title, 'open', child.ask_kind,
    child.is_sealed, child.budget_micros, wait_for_bots, wait_for_people, opened_at, parent.tags, parent.pages
  from jsonb_to_recordset(children) as child(
    id text, parent_id text, level integer, title text, ask_kind ask_kind, is_sealed boolean, budget_micros bigint
  )
  join buyer_context parent on parent.id = child.parent_id;

  insert into context_about (context_id, offer_id)
  select child.id, about.offer_id
  from jsonb_to_recordset(children) as child(id text, about jsonb), jsonb_array_elements_text(child.about) as about(offer_id);
end
$$;
--> statement-breakpoint

-- Carries out verdicts of one tree: ends their steps, gives every offer its reason, buys, opens sub-contexts and gives each its
-- part of its parent's escrow, writes the states of contexts that go on; then locks and reads the parents of those that end, as
-- `context_steps` does. Lists as the functions it calls take them; what is empty is left out.
create function verdicts_carry_out(
  steps jsonb, reasons jsonb, purchases jsonb, children jsonb, carves jsonb, states jsonb, parents text[],
  tree text, buyer text, wait_for_bots timestamptz, wait_for_people timestamptz, carried_out_at timestamptz
) returns jsonb
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
begin
  perform steps_close(steps, reasons, carried_out_at);
  if jsonb_array_length(purchases) > 0 then
    perform market_purchase(purchases, buyer, 'inspected', carried_out_at);
  end if;
  if jsonb_array_length(children) > 0 then
    perform contexts_open(children, tree, buyer, wait_for_bots, wait_for_people, carried_out_at);
    -- As `ledger_post`, without reading back what nobody asks for.
    perform ledger_move(
      array_agg(leg.key), array_agg(leg.kind), array_agg(leg."from"), array_agg(leg."to"), array_agg(leg.amount), null,
      array_agg(leg.context_id), array_agg(leg.root_id), array_agg(leg.offer_id), carried_out_at, false
    )
    from jsonb_to_recordset(carves) as leg(
      key text, kind ledger_transfer_kind, "from" text, "to" text, amount bigint, context_id text, root_id text, offer_id text
    );
  end if;
  if jsonb_array_length(states) > 0 then
    perform contexts_save(states, carried_out_at);
  end if;
  if cardinality(parents) > 0 then
    return context_steps(parents);
  end if;
  return null;
end
$$;
--> statement-breakpoint

-- Writes states of contexts of one tree, empties the escrows of those that end, and begins the steps that follow. Returns what
-- `ledger_post` returns for the releases.
create function contexts_move(
  states jsonb, releases jsonb, steps jsonb, tree text, inspector text, leased_until timestamptz, moved_at timestamptz
) returns jsonb
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  released jsonb := '[]';
begin
  if jsonb_array_length(states) > 0 then
    perform contexts_save(states, moved_at);
  end if;
  if jsonb_array_length(releases) > 0 then
    released := ledger_post(releases, moved_at);
  end if;
  if jsonb_array_length(steps) > 0 then
    perform steps_begin(steps, tree, inspector, leased_until, moved_at);
  end if;
  return released;
end
$$;
--> statement-breakpoint

-- Which drafts of bots may be posted as far as duplicates and caps go; counts those of a day that are. A day's row is counted up
-- first and looked at afterwards: that is the only way to see what another transaction has just counted. What is too much is
-- the caller's to take back; it can be only for a bot that is on several contexts of this call.
-- drafts: [{ord, run_id, bot_id, context_id, hash, price, is_cheapest}]. Returns for each, in the order of `ord`, also the
-- bot's offers of the day with all that were counted here (null when its day was full before) and how many it may have.
create function bot_offers_admit(drafts jsonb, today text)
returns table (ord integer, is_duplicate boolean, is_within_context boolean, total integer, most integer)
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  return query
    with wanted as (
      select * from jsonb_to_recordset(drafts) as w(
        ord integer, run_id text, bot_id text, context_id text, hash text, price bigint, is_cheapest boolean
      )
    ),
    told as (
      select w.*, b.offers_per_day_max, b.offers_per_context_max, not w.is_cheapest or exists (
          select 1 from info_offer o where o.context_id = w.context_id and o.content_hash = w.hash
            and o.price_micros <= w.price and o.state = 'open'
        ) as is_duplicate
      from wanted w join bot b on b.id = w.bot_id
    ),
    fresh as (
      select t.*, row_number() over (partition by t.run_id order by t.ord) <= t.offers_per_context_max as is_within
      from told t where not t.is_duplicate
    ),
    counted as (
      insert into bot_day as d (bot_id, day, offers)
      select f.bot_id, today, count(*)::integer from fresh f where f.is_within group by f.bot_id order by f.bot_id
      on conflict (bot_id, day) do update set offers = d.offers + excluded.offers
      where d.offers < (select b.offers_per_day_max from bot b where b.id = d.bot_id)
      returning d.bot_id, d.offers
    )
    select t.ord, t.is_duplicate, coalesce(f.is_within, false), c.offers, t.offers_per_day_max
    from told t left join fresh f on f.ord = t.ord left join counted c on c.bot_id = t.bot_id
    order by t.ord;
end
$$;
--> statement-breakpoint

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
--> statement-breakpoint

-- Writes the runs of bots that a matching wakes, and how many bots each matched context waits for.
-- runs: [{id, bot_id, context_id, is_finished, silence}], a finished one answered unless it has a silence;
-- contexts: [{id, bots_pending}].
create function bot_runs_begin(runs jsonb, contexts jsonb, begun_at timestamptz) returns void
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  item record;
begin
  insert into bot_run (id, bot_id, context_id, created_at, finished_at, state, silence)
  select r.id, r.bot_id, r.context_id, begun_at, case when r.is_finished then begun_at end,
    case when not r.is_finished then 'queued' when r.silence is null then 'answered' else 'silent' end::bot_run_state,
    r.silence
  from jsonb_to_recordset(runs) as r(
    id text, bot_id text, context_id text, is_finished boolean, silence bot_silence
  );
  for item in select * from jsonb_to_recordset(contexts) as c(id text, bots_pending integer)
  loop
    update buyer_context set is_matched = true, bots_pending = item.bots_pending where id = item.id;
  end loop;
end
$$;
--> statement-breakpoint

-- Numbers events of one tree and writes them, with what they mean for the tree's own row. Returns {tree}: what `tree_rows` then
-- returns when that is wanted; null, and nothing is written, when the tree's status is none of `while_in`.
-- events: [{ord, type, context_id, offer_id, amount_micros, round, code}], `ord` from 1 on; changes: any of {opened, calls,
-- tokens, status, inspector, started, ended, paused_for}.
create function tree_note(
  tree text, events jsonb, changes jsonb, while_in text[], noted_at timestamptz, is_read boolean
) returns json
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  count_before bigint;
begin
  update inspection
  set last_seq = last_seq + jsonb_array_length(events),
    tree_contexts = tree_contexts + coalesce((changes ->> 'opened')::integer, 0),
    model_calls = model_calls + coalesce((changes ->> 'calls')::integer, 0),
    tokens_used = tokens_used + coalesce((changes ->> 'tokens')::bigint, 0),
    status = coalesce((changes ->> 'status')::inspection_status, status),
    inspector_name = coalesce(changes ->> 'inspector', inspector_name),
    started_at = case when changes ? 'started' then noted_at else started_at end,
    ended_at = case when changes ? 'ended' then noted_at else ended_at end,
    paused_for = case when changes ? 'paused_for' then changes ->> 'paused_for' else paused_for end
  where root_id = tree and status::text = any (while_in)
  returning last_seq - jsonb_array_length(events) into count_before;
  if not found then
    return null;
  end if;
  insert into inspection_event (root_id, seq, type, context_id, offer_id, amount_micros, round, code, at)
  select tree, count_before + event.ord, event.type, event.context_id, event.offer_id, event.amount_micros, event.round,
    event.code, noted_at
  from jsonb_to_recordset(events) as event(
    ord integer, type text, context_id text, offer_id text, amount_micros bigint, round integer, code text
  );
  return json_build_object('tree', case when is_read then tree_rows(tree) end);
end
$$;
