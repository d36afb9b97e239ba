-- What a step of an inspection reads and writes: a verdict, the sub-questions it opens, the offers of bots on them and the steps
-- that follow are written by a handful of calls. In functions, which run their statements in the order written and keep their
-- plans, which on PGlite is most of what they cost; a fixed plan, because for short lists the planner would make a new one at
-- every call. What is written a list at a time comes as an object by id, so that each row finds its own part without a join for
-- which the planner would read whole tables.

-- What steps of one tree start from: locks the deepest of the contexts, those of one level, then reads them with their escrows,
-- their open offers, their tree and the steps of the rounds that are due. Locks are taken deepest first everywhere, and within
-- a level in the order of ids; what ends a context goes on to lock its parent, so no other context of that level may be held.
-- The locks come first and the reading is a statement of its own, because a statement that waited for a lock sees other tables
-- as they were before it waited. Offers come with the digest of their private information, since of equal texts only the
-- cheapest is read, and contexts with the tags and pages that sub-contexts inherit.
-- Returns {inspection, contexts: [...]}, contexts null when none is there.
create function context_steps(wanted text[]) returns jsonb
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

-- Begins new steps: writes them as claimed, freezes the offers they show, and says that their contexts are inspected. An offer
-- whose very words are shown at a lower price gets its reason at once, since nobody reads it.
-- steps: [{context_id, round, shown: [{offerId, version}], seed, equals: [offer id]}].
create function steps_begin(
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

-- Ends steps, and gives every offer that lay before them its reason.
-- steps: {context id: {round, milliseconds, prompt_tokens, completion_tokens}}, reasons: {offer id: reason}.
create function steps_close(steps jsonb, reasons jsonb, closed_at timestamptz) returns void
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
begin
  update inspection_step
  set state = 'done', finished_at = closed_at, failure = null,
    milliseconds = (steps -> context_id ->> 'milliseconds')::integer,
    prompt_tokens = (steps -> context_id ->> 'prompt_tokens')::integer,
    completion_tokens = (steps -> context_id ->> 'completion_tokens')::integer
  where context_id = any (array(select jsonb_object_keys(steps)))
    and round = (steps -> context_id ->> 'round')::integer;

  update info_offer set reason = (reasons ->> id)::verdict_reason
  where id = any (array(select jsonb_object_keys(reasons)));
end
$$;

-- Writes the states of contexts as the protocol has them. What is still open in a context that ends is passed: with the reason
-- it was given, else with `unread`.
-- states: {context id: {phase, round, children_opened, open_children, unread}}, `unread` only for those that end now.
create function contexts_save(states jsonb, saved_at timestamptz) returns void
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
begin
  update buyer_context
  set phase = (states -> id ->> 'phase')::context_phase, round = (states -> id ->> 'round')::integer,
    children_opened = (states -> id ->> 'children_opened')::integer,
    open_children = (states -> id ->> 'open_children')::integer,
    ended_at = case when states -> id ? 'unread' then saved_at else ended_at end
  where id = any (array(select jsonb_object_keys(states)));

  update info_offer
  set state = 'passed', ended_at = saved_at,
    reason = coalesce(nullif(reason, 'needs-check'), (states -> context_id ->> 'unread')::verdict_reason)
  where context_id = any (array(select saved.key from jsonb_each(states) as saved where saved.value ? 'unread'))
    and state = 'open';
end
$$;

-- Opens sub-contexts of one tree: their rows, and which offers they are about. A sub-context has its parent's tags and pages, so
-- that who looks for these finds it.
-- children: [{id, parent_id, level, title, ask_kind, is_sealed, budget_micros, about: [offer id]}].
create function contexts_open(
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

-- Carries out verdicts of one tree: ends their steps, gives every offer its reason, buys, opens sub-contexts and gives each its
-- part of its parent's escrow, writes the states of contexts that go on; then locks and reads the parents of those that end, as
-- `context_steps` does. Lists and objects as the functions it calls take them; what is empty is left out.
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
      array_agg(leg.key), array_agg(leg.kind), array_agg(leg."from"), array_agg(leg."to"), array_agg(leg.amount_micros), null,
      array_agg(leg.context_id), array_agg(leg.root_id), array_agg(leg.offer_id), carried_out_at, false
    )
    from jsonb_to_recordset(carves) as leg(
      key text, kind ledger_transfer_kind, "from" text, "to" text, amount_micros bigint, context_id text, root_id text, offer_id text
    );
  end if;
  if states <> '{}' then
    perform contexts_save(states, carried_out_at);
  end if;
  if cardinality(parents) > 0 then
    return context_steps(parents);
  end if;
  return null;
end
$$;

-- Writes states of contexts of one tree, empties the escrows of those that end, and begins the steps that follow; states as
-- `contexts_save` takes them. Returns what `ledger_post` returns for the releases.
create function contexts_move(
  states jsonb, releases jsonb, steps jsonb, tree text, inspector text, leased_until timestamptz, moved_at timestamptz
) returns jsonb
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  released jsonb := '[]';
begin
  if states <> '{}' then
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
