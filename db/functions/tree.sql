-- These read the rows of one tree, and write its events.

-- Returns all rows of one tree except private information, as the tables have them; see server/market/tree-rows.ts. The result is json,
-- which is put together as text: jsonb took twice as long.
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
        -- Many are dated alike; their events have the order in which they were made.
        select json_agg(p order by made.seq nulls first, p.created_at, p.id)
        from purchase p
        left join (
          select e.offer_id, max(e.seq) as seq from inspection_event e
          where e.root_id = tree and e.type = 'offer.bought' group by e.offer_id) made on made.offer_id = p.offer_id
        where p.root_id = tree),
      'steps', (
        select json_agg(json_build_object(
          'context_id', s.context_id, 'round', s.round, 'shown', s.shown, 'reserved', s.reserved, 'state', s.state,
          'inspector_name', s.inspector_name, 'prompt_version', s.prompt_version, 'calls', s.calls,
          'tokens', s.prompt_tokens + s.completion_tokens, 'milliseconds', s.milliseconds, 'failures', s.failures,
          'opinions', s.opinions) order by s.round)
        from inspection_step s where s.root_id = tree),
      'about', (
        select json_agg(json_build_array(a.context_id, a.offer_id))
        from buyer_context c join context_about a on a.context_id = c.id where c.root_id = tree),
      'quoted', (
        select json_agg(distinct quoted.id)
        from publication p, unnest(p.quoted) as quoted(id) where p.root_id = tree and p.taken_back_at is null),
      'hidden', (
        select json_agg(json_build_array(h.kind, h.id)) from hidden_thing h
        where h.kind in ('question', 'answer') and h.id = tree
          or h.kind = 'offer' and h.id in (select o.id from info_offer o where o.root_id = tree))
    )
    from inspection i where i.root_id = tree
  );
end
$$;

-- When something in a tree is said to have happened that its inspection did. A model decides how long it takes, and every moment that is
-- kept and shown would tell something of what it read. So it is dated with what set it off: the last event before it that somebody else
-- brought about, or the moment for which the next sitting or the end was set, and whole hours after that. What happens before anything
-- was read has its own moment.
create function told_at(tree text, really_at timestamptz) returns timestamptz
language plpgsql stable
set plan_cache_mode = force_generic_plan
as $$
declare
  set_off_at timestamptz;
begin
  select greatest(
    (select e.at from inspection_event e where e.root_id = tree order by e.seq desc limit 1),
    case when root.next_sitting_at <= really_at then root.next_sitting_at end,
    case when i.status = 'provisional' and i.deadline_at <= really_at then i.deadline_at end)
  into set_off_at
  from inspection i join buyer_context root on root.id = i.root_id
  where i.root_id = tree and i.status <> 'collecting';
  return coalesce(
    set_off_at + greatest(0, floor(extract(epoch from really_at - set_off_at) / 3600)) * interval '1 hour', really_at);
end
$$;

-- Numbers events of one tree and writes them, with what they mean for the tree's own row. Returns {tree}: what `tree_rows` then
-- returns when that is wanted; null, and nothing is written, when the tree's status is none of `while_in`.
-- What a person did (`act`, or by the kind of event) has its own moment, everything else the one that is told (`told_at`).
-- events: [{ord, type, context_id, offer_id, amount_micros, round, code}], `ord` from 1 on; changes: any of {opened, calls,
-- tokens, status, inspector, started, ended, reopened, answer, paused_for, act}; `answer`: a sitting of the root is over.
-- When the tree would have more than `contexts_max` contexts, siblings have opened some since the caller looked: the transaction is
-- undone as one that met another, and goes by the new count when it is run again.
create function tree_note(
  tree text, events jsonb, changes jsonb, while_in text[], contexts_max integer, noted_at timestamptz, is_read boolean
) returns json
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  count_before bigint;
  contexts_after integer;
  is_answer_wanted boolean := false;
  event_at timestamptz := case when changes ? 'act' or exists (
    select from jsonb_to_recordset(events) as event(type text, context_id text, code text)
    where event.context_id = tree and (
      event.type in (
        'context.opened', 'budget.raised', 'offer.posted', 'offer.changed', 'offer.withdrawn', 'enough.said', 'decision.recorded',
        'answer.withdrawn', 'outcome.due', 'question.resolved', 'tree.reopened')
      or event.type = 'tree.resumed' and event.code is null
      -- By itself with the answer, or on a person's word.
      or event.type = 'answer.published' and jsonb_array_length(events) = 1)
  ) then noted_at else greatest(
    told_at(tree, noted_at),
    -- A sitting that this transaction has begun is dated with what it reads.
    case when events @> jsonb_build_array(jsonb_build_object('type', 'context.inspecting', 'context_id', tree)) then (
      select max(o.first_read_at) from info_offer o where o.context_id = tree) end) end;
begin
  if changes ? 'answer' then
    -- A sitting that bought nothing leaves the answer as it is: as long as nothing was bought there is none. The end has one
    -- whatever was bought.
    is_answer_wanted :=
      changes ? 'ended' and exists (select from inspection i where i.root_id = tree and i.answer_revision = 0)
      or exists (select from jsonb_array_elements(events) as now(event) where now.event ->> 'type' = 'offer.bought')
      -- Pages that have changed are told of, whatever was bought.
      or exists (
        select from inspection_event e
        where e.root_id = tree and e.type = 'tree.reopened' and e.code in ('page', 'offers-and-page') and e.seq > (
          select max(written.seq) from inspection_event written
          where written.root_id = tree and written.type = 'context.settled' and written.context_id = tree))
      or exists (
        select from inspection_event bought
        where bought.root_id = tree and bought.type = 'offer.bought' and bought.seq > (
          select coalesce(max(e.seq), 0) from inspection_event e
          where e.root_id = tree and e.type in ('sitting.ended', 'tree.reopened')));
  end if;

  update inspection
  set last_seq = last_seq + jsonb_array_length(events),
    tree_contexts = tree_contexts + coalesce((changes ->> 'opened')::integer, 0),
    model_calls = model_calls + coalesce((changes ->> 'calls')::integer, 0),
    tokens_used = tokens_used + coalesce((changes ->> 'tokens')::bigint, 0),
    status = coalesce((changes ->> 'status')::inspection_status, status),
    inspector_name = coalesce(changes ->> 'inspector', inspector_name),
    started_at = case when changes ? 'started' then event_at else started_at end,
    ended_at = case when changes ? 'ended' then event_at when changes ? 'reopened' then null else ended_at end,
    answer_revision = answer_revision + case when is_answer_wanted then 1 else 0 end,
    answered_at = case when is_answer_wanted then null else answered_at end,
    answer_due_at = case when is_answer_wanted then null else answer_due_at end,
    answer_tries = case when is_answer_wanted then 0 else answer_tries end,
    paused_for = case when changes ? 'paused_for' then changes ->> 'paused_for' else paused_for end
  where root_id = tree and status::text = any (while_in)
  returning last_seq - jsonb_array_length(events), tree_contexts into count_before, contexts_after;
  if not found then
    return null;
  end if;
  if changes ? 'opened' and contexts_after > contexts_max then
    raise exception using errcode = '40001', message = 'siblings have opened contexts meanwhile', detail = tree;
  end if;
  insert into inspection_event (root_id, seq, type, context_id, offer_id, amount_micros, round, code, at)
  select tree, count_before + event.ord, event.type, event.context_id, event.offer_id, event.amount_micros, event.round,
    event.code, event_at
  from jsonb_to_recordset(events) as event(
    ord integer, type text, context_id text, offer_id text, amount_micros bigint, round integer, code text
  );
  return json_build_object('tree', case when is_read then tree_rows(tree) end);
end
$$;
