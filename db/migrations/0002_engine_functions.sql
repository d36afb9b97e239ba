-- What one step of an inspection starts from: locks the context, then reads it with its escrow, its open offers, its tree and
-- the step of the round that is due. The lock comes first and the reading is a statement of its own, because a statement that
-- waited for a lock sees other tables as they were before it waited. In a function the plans of both are kept, which on
-- PGlite is most of what such a reading costs.
create function context_step(wanted text) returns jsonb language plpgsql as $$
declare
  found_step jsonb;
begin
  perform 1 from buyer_context where id = wanted for update;
  select jsonb_build_object(
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
    'inspection', (
      select jsonb_build_object(
        'status', i.status, 'policy', i.policy, 'deadlineAt', i.deadline_at, 'chosenOffers', i.chosen_offers,
        'treeContexts', i.tree_contexts)
      from inspection i where i.root_id = c.root_id),
    'step', (
      select jsonb_build_object('state', s.state, 'attempt', s.attempt, 'leaseUntil', s.lease_until, 'shown', s.shown)
      from inspection_step s where s.context_id = c.id and s.round = c.round)
  ) into found_step
  from buyer_context c where c.id = wanted;
  return found_step;
end
$$;
