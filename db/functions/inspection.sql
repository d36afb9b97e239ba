-- A transaction of the inspection's engine reads and writes with these: two statements, whatever happens in it. Functions keep their
-- plans, which are most of a statement's cost on PGlite. The plans are fixed: for short lists the planner would make a new one at
-- every call. The rules stand elsewhere: server/protocol decides, server/inspection/engine carries out.

-- Returns contexts of one tree with all that their next step needs; the caller has locked them. Offers come with the digest of their
-- private information, since of equal texts only the cheapest is read; one that nothing opens is none.
-- The shape is {inspection, contexts: [...]}, contexts null when none is there; amounts as text.
create function contexts_read(wanted text[]) returns jsonb
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  found_contexts jsonb;
  found_inspection jsonb;
begin
  select jsonb_agg(jsonb_build_object(
    'id', c.id, 'root_id', c.root_id, 'parent_id', c.parent_id, 'buyer_id', c.buyer_id, 'level', c.level,
    'phase', c.phase, 'round', c.round, 'sitting_round', c.sitting_round, 'sittings_left', c.sittings_left,
    'next_sitting_at', c.next_sitting_at, 'children_opened', c.children_opened, 'open_children', c.open_children,
    'answer_stage', c.answer_stage,
    'follow_up_depth', case when c.level = 0 then 0 else (
      -- From the context up to its root.
      with recursive path(parent_id, ask_kind) as (
        select c.parent_id, c.ask_kind
        union all
        select above.parent_id, above.ask_kind from path join buyer_context above on above.id = path.parent_id
      )
      select case when bool_and(ask_kind = 'follow-up') then count(*) end from path where ask_kind is not null) end,
    'millibits_left', c.millibits_left, 'is_matched', c.is_matched, 'bots_pending', c.bots_pending, 'bots_until', c.bots_until, 'people_until', c.people_until,
    'pages_until', c.pages_until,
    'quorum', c.quorum, 'title', c.title, 'body', c.body, 'decision', c.decision, 'options', c.options, 'claim', c.claim,
    'closes_at', c.closes_at, 'resolves_at', c.resolves_at, 'resolver', c.resolver, 'resolve_source', c.resolve_source,
    'product_url', c.product_url, 'product_price', c.product_price, 'needs', c.needs,
    'tags', c.tags, 'pages', c.pages, 'is_sealed', c.is_sealed, 'budget_micros', c.budget_micros::text,
    'allowance_micros', c.allowance_micros::text, 'created_at', c.created_at, 'reopened', c.reopened, 'raised', c.raised,
    'escrow_micros', coalesce(
      (select a.balance_micros::text from ledger_account a where a.id = 'escrow:' || c.id), '0'),
    'teasers_about', (
      select coalesce(jsonb_agg(o.teaser order by o.created_at, o.id), '[]'::jsonb)
      from context_about a join info_offer o on o.id = a.offer_id where a.context_id = c.id),
    'offers', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', o.id, 'version', o.version, 'teaser', o.teaser, 'price_micros', o.price_micros::text,
        'content_hash', o.content_hash, 'chosen_among', o.chosen_among, 'reason', o.reason
      ) order by o.created_at, o.id), '[]'::jsonb)
      from info_offer o where o.context_id = c.id and o.state = 'open' and exists (select from text_that_opens(o.id, o.version))
        and not exists (select from hidden_thing h where h.kind = 'offer' and h.id = o.id)
        and not exists (select from person_mute m where m.person_id = c.buyer_id and m.other_id = o.seller_id and m.is_blocked)),
    'read_offers', (
      select coalesce(jsonb_agg(o.id), '[]'::jsonb)
      from info_offer o where o.context_id = c.id and o.state = 'open' and o.first_read_at is not null
        and not exists (select from hidden_thing h where h.kind = 'offer' and h.id = o.id)
        and not exists (select from person_mute m where m.person_id = c.buyer_id and m.other_id = o.seller_id and m.is_blocked)),
    'asked', case when c.round = 0 then '[]'::jsonb else (
      select coalesce(jsonb_agg(jsonb_build_object(
        'question', child.title, 'kind', child.ask_kind, 'budget_micros', child.budget_micros::text,
        'about', (
          select coalesce(jsonb_agg(a.offer_id), '[]'::jsonb) from context_about a where a.context_id = child.id)
      )), '[]'::jsonb)
      from buyer_context child where child.parent_id = c.id) end,
    'step', (
      select jsonb_build_object(
        'state', s.state, 'attempt', s.attempt, 'failures', s.failures, 'lease_until', s.lease_until, 'shown', s.shown)
      from inspection_step s where s.context_id = c.id and s.round = c.round)
  ))
  into found_contexts
  from buyer_context c where c.id = any (wanted);

  select jsonb_build_object(
    'status', i.status, 'policy', i.policy, 'deadline_at', i.deadline_at, 'chosen_offers', i.chosen_offers,
    'tree_contexts', i.tree_contexts,
    'told_at', (select e.at from inspection_event e where e.root_id = i.root_id order by e.seq desc limit 1),
    'is_frozen', exists (select from ledger_state where frozen_reason is not null)
      or exists (select from market_stop where name in ('inspections', 'spending'))
      or exists (
        select from ledger_freeze
        where account = any (array(select 'escrow:' || frozen.context from unnest(wanted) as frozen(context)))
          or account like 'bond:%' and exists (
            select from info_offer o where o.id = substr(account, 6) and o.context_id = any (wanted))))
  into found_inspection
  from inspection i where i.root_id = found_contexts -> 0 ->> 'root_id';
  return jsonb_build_object('inspection', found_inspection, 'contexts', found_contexts);
end
$$;

-- Locks the deepest of these contexts of one tree, those of one level, and reads them. Locks are taken deepest first everywhere,
-- and within a level in the order of ids; what ends a context goes on to lock its parent, so no other context of that level may
-- be held. The reading is a statement of its own, because a statement that waited for a lock sees other tables as they were
-- before it waited.
create function contexts_hold(wanted text[]) returns jsonb
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  deepest integer;
begin
  select max(level) into deepest from buyer_context where id = any (wanted);
  perform from buyer_context where id = any (wanted) and level = deepest order by id for update;
  return contexts_read(array(select id from buyer_context where id = any (wanted) and level = deepest));
end
$$;

-- Writes what the effects of one transaction come to (server/inspection/engine/carry-out.ts makes the rows), in this order:
--   closed     {context id: {round, milliseconds, inspector, prompt_version, calls, prompt_tokens, completion_tokens, reserved: [offer id],
--              opinions: [{inspector, bought: [offer id]}]}}: steps whose verdict this is
--   reasons    {offer id: reason}: of offers that were held or passed
--   teasers    {offer id: whether its teaser keeps to its text}: of offers that were judged
--   purchases  as `market_purchase` takes them
--   opened     [{id, parent_id, level, title, ask_kind, millibits_left, budget_micros, about: [offer id]}]: sub-contexts; they have
--              their parent's tags and pages, so that who looks for these finds them
--   legs       as `ledger_post` takes them: budgets of sub-contexts, then escrows of contexts that end
--   states     {context id: {phase, round, sitting_round, sittings_left, next_sitting_at, children_opened, open_children, answer_stage,
--              millibits_left, unread}}; `unread` of those that end now: the reason of
--              offers that are still open and have none
--   begun      [{context_id, round, shown: [{offerId, version}], seed, inspector}]: steps that are claimed; the offers they show
--              are frozen
-- All of it is dated as its events are (`told_at`), what a person did (`is_act`) with its own moment; only leases, waits and steps, which
-- nobody sees, have the real time always.
-- Returns the sub-contexts as `contexts_read` does; null when none was opened.
create function inspection_carry_out(
  closed jsonb, reasons jsonb, teasers jsonb, purchases jsonb, opened jsonb, legs jsonb, states jsonb, begun jsonb, tree text, buyer text,
  wait_for_bots timestamptz, wait_for_people timestamptz, leased_until timestamptz, carried_out_at timestamptz,
  is_act boolean
) returns jsonb
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  ending text[];
  told timestamptz := case when is_act then carried_out_at else told_at(tree, carried_out_at) end;
begin
  if closed <> '{}' then
    update inspection_step
    set state = 'done', finished_at = carried_out_at, failure = null,
      milliseconds = (closed -> context_id ->> 'milliseconds')::integer,
      inspector_name = closed -> context_id ->> 'inspector',
      prompt_version = closed -> context_id ->> 'prompt_version',
      calls = (closed -> context_id ->> 'calls')::integer,
      opinions = closed -> context_id -> 'opinions',
      prompt_tokens = (closed -> context_id ->> 'prompt_tokens')::integer,
      completion_tokens = (closed -> context_id ->> 'completion_tokens')::integer,
      reserved = array(select jsonb_array_elements_text(closed -> context_id -> 'reserved'))
    where context_id = any (array(select jsonb_object_keys(closed)))
      and round = (closed -> context_id ->> 'round')::integer;
  end if;

  if reasons <> '{}' then
    update info_offer set reason = (reasons ->> id)::verdict_reason
    where id = any (array(select jsonb_object_keys(reasons)));
  end if;

  if teasers <> '{}' then
    update info_offer set is_teaser_fair = (teasers ->> id)::boolean
    where id = any (array(select jsonb_object_keys(teasers)));
  end if;

  if purchases <> '[]' then
    perform market_purchase(purchases, buyer, 'inspected', told);
  end if;

  if opened <> '[]' then
    insert into buyer_context (
      id, root_id, parent_id, level, kind, buyer_id, title, decision, ask_kind, millibits_left, budget_micros, bots_until,
      people_until, created_at, tags, pages
    )
    select child.id, tree, child.parent_id, child.level, 'inspection', buyer, child.title, 'open', child.ask_kind,
      child.millibits_left, child.budget_micros, wait_for_bots, wait_for_people, told, parent.tags, parent.pages
    from jsonb_to_recordset(opened) as child(
      id text, parent_id text, level integer, title text, ask_kind ask_kind, millibits_left integer, budget_micros bigint
    )
    join buyer_context parent on parent.id = child.parent_id;

    insert into context_about (context_id, offer_id)
    select child.id, about.offer_id
    from jsonb_to_recordset(opened) as child(id text, about jsonb),
      jsonb_array_elements_text(child.about) as about(offer_id);
  end if;

  if legs <> '[]' then
    perform ledger_post(legs, told);
  end if;

  if states <> '{}' then
    update buyer_context
    set phase = (states -> id ->> 'phase')::context_phase, round = (states -> id ->> 'round')::integer,
      sitting_round = (states -> id ->> 'sitting_round')::integer,
      sittings_left = (states -> id ->> 'sittings_left')::integer,
      next_sitting_at = (states -> id ->> 'next_sitting_at')::timestamptz,
      children_opened = (states -> id ->> 'children_opened')::integer,
      open_children = (states -> id ->> 'open_children')::integer,
      answer_stage = (states -> id ->> 'answer_stage')::integer,
      millibits_left = (states -> id ->> 'millibits_left')::integer,
      ended_at = case when states -> id ? 'unread' then told else ended_at end
    where id = any (array(select jsonb_object_keys(states)));

    ending := array(select saved.key from jsonb_each(states) as saved where saved.value ? 'unread');
    if ending <> '{}' then
      update info_offer
      set state = 'passed', ended_at = told,
        reason = case when reason is null or reason in ('needs-check', 'undecided')
          then (states -> context_id ->> 'unread')::verdict_reason else reason end
      where context_id = any (ending) and state = 'open';

      perform bonds_end(array(select id from info_offer where context_id = any (ending) and bond_micros > 0), told);

      -- Whoever is at it hears of that when it renews its lease.
      update inspection_step set state = 'dropped', finished_at = carried_out_at
      where context_id = any (ending) and state in ('claimed', 'waiting');
    end if;
  end if;

  if begun <> '[]' then
    insert into inspection_step
      (context_id, round, root_id, state, attempt, lease_until, shown, seed, inspector_name, created_at)
    select step.context_id, step.round, tree, 'claimed', 1, leased_until, step.shown, step.seed, step.inspector, carried_out_at
    from jsonb_to_recordset(begun) as step(
      context_id text, round integer, shown jsonb, seed bigint, inspector text
    );

    update info_offer set first_read_at = told
    where first_read_at is null and id = any (array(
      select shown.offer ->> 'offerId'
      from jsonb_array_elements(begun) as one(step), jsonb_array_elements(one.step -> 'shown') as shown(offer)
    ));

    update buyer_context set inspected_at = told
    where inspected_at is null and id = any (array(
      select one.step ->> 'context_id' from jsonb_array_elements(begun) as one(step)));
  end if;

  if opened = '[]' then
    return null;
  end if;
  return contexts_read(array(select child.value ->> 'id' from jsonb_array_elements(opened) as child));
end
$$;
