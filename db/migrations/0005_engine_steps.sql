-- Steps of one tree that are due in the same moment are claimed together and their verdicts applied together: the statements
-- of a step, for many. In functions their plans are kept, which on PGlite is most of what they cost; a fixed plan, because for
-- short arrays the planner would make a new one at every call.

drop function context_step(text);
--> statement-breakpoint

-- What steps of one tree start from: locks the deepest of the contexts, those of one level, then reads them with their escrows,
-- their open offers, their tree and the steps of the rounds that are due. Locks are taken deepest first everywhere, and within
-- a level in the order of ids; what ends a context goes on to lock its parent, so no other context of that level may be held.
-- The locks come first and the reading is a statement of its own, because a statement that waited for a lock sees other tables
-- as they were before it waited.
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
    'quorum', c.quorum,
    'escrowMicros', (select a.balance_micros::text from ledger_account a where a.id = 'escrow:' || c.id),
    'offers', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', o.id, 'version', o.version, 'teaser', o.teaser, 'priceMicros', o.price_micros::text
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

-- Begins new steps: writes them as claimed, freezes the offers they show, and says that their contexts are inspected.
-- steps: [{context_id, round, shown: [{offerId, version}], seed}].
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

  update buyer_context set phase = 'inspecting', inspected_at = coalesce(inspected_at, begun_at)
  where id = any (array(select step ->> 'context_id' from jsonb_array_elements(steps) as begun(step)));
end
$$;
--> statement-breakpoint

-- Ends steps, and gives every offer that lay before them its reason.
-- steps: [{context_id, round, milliseconds, prompt_tokens, completion_tokens}], reasons: [{offer_id, reason}].
create function steps_close(steps jsonb, reasons jsonb, closed_at timestamptz) returns void
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  item record;
begin
  -- One at a time by its key: joined to the whole list, the planner expects a hundred items and reads whole tables.
  for item in
    select * from jsonb_to_recordset(steps) as closed(
      context_id text, round integer, milliseconds integer, prompt_tokens integer, completion_tokens integer
    )
  loop
    update inspection_step
    set state = 'done', finished_at = closed_at, milliseconds = item.milliseconds, prompt_tokens = item.prompt_tokens,
      completion_tokens = item.completion_tokens, failure = null
    where context_id = item.context_id and round = item.round;
  end loop;
  for item in select * from jsonb_to_recordset(reasons) as given(offer_id text, reason verdict_reason)
  loop
    update info_offer set reason = item.reason where id = item.offer_id;
  end loop;
end
$$;
--> statement-breakpoint

-- Writes the states of contexts as the protocol has them. What is still open in a context that ends is passed: with the reason
-- it was given, else with `unread`.
-- states: [{id, phase, round, children_opened, open_children, unread}], `unread` only for those that end now.
create function contexts_save(states jsonb, saved_at timestamptz) returns void
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  item record;
begin
  for item in
    select * from jsonb_to_recordset(states) as saved(
      id text, phase context_phase, round integer, children_opened integer, open_children integer, unread verdict_reason
    )
  loop
    update buyer_context
    set phase = item.phase, round = item.round, children_opened = item.children_opened,
      open_children = item.open_children,
      ended_at = case when item.unread is null then ended_at else saved_at end
    where id = item.id;
    if item.unread is not null then
      update info_offer
      set state = 'passed', ended_at = saved_at, reason = coalesce(nullif(reason, 'needs-check'), item.unread)
      where context_id = item.id and state = 'open';
    end if;
  end loop;
end
$$;
--> statement-breakpoint

-- Opens sub-contexts of one tree: their rows, and which offers they are about.
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
    people_until, created_at
  )
  select child.id, tree, child.parent_id, child.level, 'inspection', buyer, child.title, 'open', child.ask_kind,
    child.is_sealed, child.budget_micros, wait_for_bots, wait_for_people, opened_at
  from jsonb_to_recordset(children) as child(
    id text, parent_id text, level integer, title text, ask_kind ask_kind, is_sealed boolean, budget_micros bigint
  );

  insert into context_about (context_id, offer_id)
  select child.id, about.offer_id
  from jsonb_to_recordset(children) as child(id text, about jsonb), jsonb_array_elements_text(child.about) as about(offer_id);
end
$$;
--> statement-breakpoint

-- All rows of one tree except private information, as the tables have them; see server/market/tree-rows.ts. As json, which is
-- put together as text: jsonb took twice as long.
create function tree_rows(tree text) returns json
language plpgsql stable
set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    select json_build_object(
      'inspection', row_to_json(i),
      'contexts', (
        select json_agg(c order by c.level, c.created_at, c.id) from buyer_context c where c.root_id = tree),
      'offers', (
        select json_agg(o order by o.created_at, o.id) from info_offer o where o.root_id = tree),
      'purchases', (
        select json_agg(p order by p.created_at, p.id) from purchase p where p.root_id = tree),
      'about', (
        select json_agg(json_build_array(a.context_id, a.offer_id))
        from buyer_context c join context_about a on a.context_id = c.id where c.root_id = tree)
    )
    from inspection i where i.root_id = tree
  );
end
$$;
