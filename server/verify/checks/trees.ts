import { sql } from 'drizzle-orm'
import { ROOT_MILLIBITS } from '../../protocol/bits'
import { TREE_CONTEXTS_MAX } from '../../protocol/policy'
import { EVENT_TYPES } from '../../tree/contract'
import type { Check } from '../check'
import { account, ENDED } from './parts'

const LOOK_AT_TREE =
  'The engine writes a tree’s rows, events and transfers in one transaction, so they were changed by hand or by other code. The events tell what happened: correct the row by them.'

const eventTypes = sql.join(
  EVENT_TYPES.map((type) => sql`${type}`),
  sql`, `,
)

/** What the last event of a context says about its phase; null when it has none. */
const phaseTold = sql`(
  select case e.type
    when 'context.opened' then 'collecting' when 'context.inspecting' then 'inspecting' when 'context.waiting' then 'waiting'
    when 'sitting.ended' then 'provisional' when 'tree.reopened' then 'provisional' when 'context.settled' then 'settled' when 'context.cancelled' then 'cancelled' when 'context.failed' then 'failed' end
  from inspection_event e
  where e.root_id = c.root_id and e.context_id = c.id and (e.type like 'context.%' or e.type in ('sitting.ended', 'tree.reopened'))
  order by e.seq desc limit 1)`

/** Where the parts of a tree stand to each other. */
export const TREES: readonly Check[] = [
  {
    id: 'branches-hang-on-their-parents',
    area: 'trees',
    walk: 'contexts',
    sentence:
      'A root is its own root at level 0 and has an inspection; a sub-question belongs to its parent’s tree and buyer, one level deeper.',
    todo: LOOK_AT_TREE,
    find: ({ ids }) => sql`
      select c.id as subject, 'level ' || c.level || ' in ' || c.root_id || ' for ' || c.buyer_id || ', its parent '
        || coalesce(p.id || ' level ' || p.level || ' in ' || p.root_id || ' for ' || p.buyer_id, 'is none') as problem,
        ${account()} as account
      from buyer_context c left join buyer_context p on p.id = c.parent_id
      where c.id = any (${ids}) and (
        c.parent_id is null and (
          c.root_id <> c.id or c.level <> 0 or c.kind <> 'root' or c.ask_kind is not null
          or not exists (select from inspection i where i.root_id = c.id))
        or c.parent_id is not null and (
          p.id is null or p.root_id <> c.root_id or p.level + 1 <> c.level or p.buyer_id <> c.buyer_id or c.kind = 'root'
          or c.ask_kind is null))`,
  },
  {
    id: 'trees-keep-their-bounds',
    area: 'trees',
    walk: 'trees',
    sentence:
      'A tree has as many questions as its row counts, and is no deeper, no larger and no dearer in tokens than its policy and the market allow.',
    todo: LOOK_AT_TREE,
    find: ({ ids }) => sql`
      select i.root_id as subject, 'counts ' || i.tree_contexts || ' questions, has ' || count(c.id) || ' down to level '
        || coalesce(max(c.level), -1) || ', may use ' || i.token_cap || ' tokens' as problem, ${account()} as account
      from inspection i left join buyer_context c on c.root_id = i.root_id
      where i.root_id = any (${ids})
      group by i.root_id
      having count(c.id) <> i.tree_contexts or count(c.id) > ${TREE_CONTEXTS_MAX}
        -- As many again each time that it is taken up again.
        or i.token_cap <> (i.policy ->> 'tokenCap')::bigint * (1 + max(c.reopened))
        or max(c.level) > case when i.policy ->> 'protocol' = 'single' then 0 else (i.policy ->> 'maxDepth')::integer end`,
  },
  {
    id: 'children-are-counted',
    area: 'trees',
    walk: 'contexts',
    sentence:
      'Every question counts its sub-questions, and those that have not ended, as they are; after a sitting it counts those of the next.',
    todo: `${LOOK_AT_TREE} A count of open children that is too high keeps the question waiting for ever.`,
    find: ({ ids }) => sql`
      select c.id as subject, 'counts ' || c.open_children || ' open of ' || c.children_opened || ', has ' || own.open || ' of '
        || own.all as problem, ${account()} as account
      from buyer_context c
      cross join lateral (
        select count(*) as all, count(*) filter (where child.ended_at is null) as open
        from buyer_context child where child.parent_id = c.id) own
      where c.id = any (${ids}) and (c.open_children <> own.open or c.children_opened > own.all
        or c.children_opened < own.all and (
          select count(*) from inspection_event e
          where e.root_id = c.root_id and e.context_id = c.id and e.type in ('sitting.ended', 'tree.reopened')) = 0)`,
  },
  {
    id: 'endings-have-a-time',
    area: 'trees',
    walk: 'contexts',
    sentence: 'A question has the time of its end exactly when it has ended.',
    todo: LOOK_AT_TREE,
    find: ({ ids }) => sql`
      select c.id as subject, c.phase || ', ended ' || coalesce(c.ended_at::text, 'never') as problem, ${account()} as account
      from buyer_context c
      where c.id = any (${ids}) and (c.ended_at is not null) <> (c.phase in ${ENDED} and c.open_children = 0)`,
  },
  {
    id: 'status-is-the-roots',
    area: 'trees',
    walk: 'trees',
    sentence:
      'An inspection’s status is what its root’s phase says, with its times and a reason exactly while it is paused.',
    todo: `${LOOK_AT_TREE} A root and an inspection that disagree are moved on by nobody.`,
    find: ({ ids }) => sql`
      select i.root_id as subject, i.status || ', the root ' || c.phase || ', ended ' || coalesce(i.ended_at::text, 'never')
        || coalesce(', paused for ' || i.paused_for, '') as problem, ${account()} as account
      from inspection i join buyer_context c on c.id = i.root_id
      where i.root_id = any (${ids}) and (
        case i.status
          when 'collecting' then c.phase <> 'collecting'
          when 'running' then c.phase not in ('inspecting', 'waiting')
          when 'paused' then c.phase not in ('inspecting', 'waiting')
          else c.phase::text <> i.status::text end
        or (i.ended_at is not null) <> (i.status in ${ENDED})
        or i.started_at is null and i.status in ('running', 'paused')
        or (i.paused_for is not null) <> (i.status = 'paused'))`,
  },
  {
    id: 'events-have-no-gaps',
    area: 'trees',
    walk: 'trees',
    sentence: 'A tree’s events are numbered from 1 to its last without gaps.',
    todo: 'Events were deleted: replays and followers miss what they told. Put them back from a backup (inspection_event, by root_id and seq).',
    find: ({ ids }) => sql`
      select i.root_id as subject, 'the last is ' || i.last_seq || ', there are ' || count(e.seq) || ' from '
        || coalesce(min(e.seq)::text, 'none') || ' to ' || coalesce(max(e.seq)::text, 'none') as problem, ${account()} as account
      from inspection i left join inspection_event e on e.root_id = i.root_id
      where i.root_id = any (${ids})
      group by i.root_id
      having count(e.seq) <> i.last_seq or max(e.seq) <> i.last_seq or min(e.seq) <> 1`,
  },
  {
    id: 'events-are-the-trees',
    area: 'trees',
    walk: 'trees',
    sentence: 'Every event is of a known type, and of a question and an offer of its tree.',
    todo: LOOK_AT_TREE,
    find: ({ ids }) => sql`
      select e.root_id as subject, e.seq || ' ' || e.type || ' of ' || e.context_id || coalesce(' and ' || e.offer_id, '') as problem,
        ${account()} as account
      from inspection_event e
      left join buyer_context c on c.id = e.context_id and c.root_id = e.root_id
      left join info_offer o on o.id = e.offer_id and o.context_id = e.context_id
      where e.root_id = any (${ids})
        and (c.id is null or e.offer_id is not null and o.id is null or e.type not in (${eventTypes}))`,
  },
  {
    id: 'events-tell-the-phases',
    area: 'trees',
    walk: 'contexts',
    sentence:
      'Every question was opened with its budget, raised and taken up again as its events tell, and is in the phase that its last event tells.',
    todo: LOOK_AT_TREE,
    // A step that came due while its tree was paused is told when it begins.
    find: ({ ids }) => sql`
      select c.id as subject, 'is ' || c.phase || ', its events say ' || coalesce(told.phase, 'nothing') || ', opened with '
        || coalesce(opened.amount_micros::text, 'nothing') || ' of ' || c.budget_micros as problem, ${account()} as account
      from buyer_context c
      cross join lateral (select ${phaseTold} as phase) told
      left join lateral (
        select e.amount_micros from inspection_event e
        where e.root_id = c.root_id and e.context_id = c.id and e.type = 'context.opened' limit 1) opened on true
      cross join lateral (
        select coalesce(sum(e.amount_micros), 0) as micros, count(*) as times from inspection_event e
        where e.root_id = c.root_id and e.context_id = c.id and e.type = 'tree.reopened') again
      cross join lateral (
        select coalesce(sum(e.amount_micros), 0) as micros, count(*) as times from inspection_event e
        where e.root_id = c.root_id and e.context_id = c.id and e.type = 'budget.raised') more
      where c.id = any (${ids}) and (
        opened.amount_micros + again.micros + more.micros is distinct from c.budget_micros
        or again.times <> c.reopened or more.times <> c.raised
        or told.phase is distinct from c.phase::text and not (
          c.phase = 'inspecting' and told.phase in ('collecting', 'waiting')
          and not exists (select from inspection_step s where s.context_id = c.id and s.round = c.round)))`,
  },
  {
    id: 'events-tell-the-offers',
    area: 'trees',
    walk: 'trees',
    sentence:
      'The events tell of every offer: that it was posted, its price, and that it was bought or taken back.',
    todo: LOOK_AT_TREE,
    find: ({ ids }) => sql`
      select o.root_id as subject, o.id || ' is ' || o.state || ' at ' || o.price_micros || ', the events say '
        || coalesce(told.posted, 0) || ' times posted, ' || coalesce(told.bought, 0) || ' bought, ' || coalesce(told.withdrawn, 0)
        || ' taken back, at ' || coalesce(told.price::text, 'no price') as problem, ${account()} as account
      from info_offer o
      left join (
        select e.offer_id, count(*) filter (where e.type = 'offer.posted') as posted,
          count(*) filter (where e.type = 'offer.bought') as bought,
          count(*) filter (where e.type = 'offer.withdrawn') as withdrawn,
          (array_agg(e.amount_micros order by e.seq desc) filter (where e.type in ('offer.posted', 'offer.changed', 'offer.bought')))[1]
            as price
        from inspection_event e where e.root_id = any (${ids}) and e.offer_id is not null group by e.offer_id
      ) told on told.offer_id = o.id
      where o.root_id = any (${ids}) and (
        told.posted is distinct from 1 or told.price is distinct from o.price_micros
        or told.bought <> (o.state = 'bought')::integer or told.withdrawn <> (o.state = 'withdrawn')::integer)`,
  },
  {
    id: 'offers-fit-their-question',
    area: 'trees',
    walk: 'offers',
    sentence:
      'An offer is in its question’s tree, not by its asker, open only while the question is or where it was posted after its end, and has the time of its end exactly when it has ended.',
    todo: LOOK_AT_TREE,
    find: ({ ids }) => sql`
      select o.id as subject, o.state || ' on ' || c.id || ' (' || c.phase || ') in ' || o.root_id || ', ended '
        || coalesce(o.ended_at::text, 'never') as problem, ${account()} as account
      from info_offer o join buyer_context c on c.id = o.context_id
      where o.id = any (${ids}) and (
        o.root_id <> c.root_id or o.seller_id = c.buyer_id or o.state = 'open' and c.ended_at is not null and not o.is_counter
        or o.state = 'passed' and c.ended_at is null and c.reopened = 0 or (o.state = 'open') <> (o.ended_at is null)
        or o.version > 1 and o.changed_at is null)`,
  },
  {
    id: 'purchases-match-offers',
    area: 'trees',
    walk: 'offers',
    sentence:
      'An offer is marked bought exactly when it was, in the version and at the price it has, in its question, for that question’s buyer.',
    todo: 'Compare purchase, info_offer and the transfer purchase:<id>; correct the row that differs from the other two.',
    find: ({ ids }) => sql`
      select o.id as subject, o.state || ' at ' || o.price_micros || ' in version ' || o.version || ', '
        || coalesce(p.id || ' of ' || p.price_micros || ' in version ' || p.offer_version, 'no purchase') as problem,
        ${account()} as account
      from info_offer o
      join buyer_context c on c.id = o.context_id
      left join purchase p on p.offer_id = o.id
      where o.id = any (${ids}) and (
        (o.state = 'bought') <> (p.id is not null)
        or p.price_micros <> o.price_micros or p.offer_version <> o.version
        or p.context_id <> o.context_id or p.root_id <> o.root_id
        or p.seller_id <> o.seller_id or p.buyer_id <> c.buyer_id)`,
  },
  {
    id: 'quotes-are-of-the-tree',
    area: 'trees',
    walk: 'purchases',
    sentence: 'What a purchase repeats are offers of its tree: for them it is kept sealed.',
    todo: LOOK_AT_TREE,
    find: ({ ids }) => sql`
      select p.id as subject, 'repeats ' || quoted.id as problem, ${account()} as account
      from purchase p cross join lateral unnest(p.quotes) as quoted(id)
      left join info_offer o on o.id = quoted.id and o.root_id = p.root_id
      where p.id = any (${ids}) and o.id is null`,
  },
  {
    id: 'asks-are-about-offers',
    area: 'trees',
    walk: 'contexts',
    sentence: 'What a sub-question is about are offers on the question above it.',
    todo: `${LOOK_AT_TREE} The words of a sealed sub-question are shown once these offers are bought.`,
    find: ({ ids }) => sql`
      select c.id as subject, 'is about ' || a.offer_id || coalesce(' on ' || o.context_id, ', which is not there') as problem,
        ${account()} as account
      from context_about a
      join buyer_context c on c.id = a.context_id
      left join info_offer o on o.id = a.offer_id
      where a.context_id = any (${ids}) and o.context_id is distinct from c.parent_id`,
  },
  {
    id: 'steps-follow-the-rounds',
    area: 'trees',
    walk: 'contexts',
    sentence:
      'Every round that a question has behind it has one step that is done; the round it is in has a step only while it inspects, or when it was stopped.',
    todo: LOOK_AT_TREE,
    find: ({ ids }) => sql`
      select c.id as subject, c.phase || ' in round ' || c.round || ', ' || s.done || ' steps done, ' || s.now || ' under way, '
        || s.later || ' of later rounds' as problem, ${account()} as account
      from buyer_context c
      cross join lateral (
        select count(*) filter (where s.round < c.round and s.state = 'done') as done,
          count(*) filter (where s.round = c.round) as now,
          count(*) filter (where s.round > c.round or s.round = c.round and s.state = 'done' or s.root_id <> c.root_id) as later
        from inspection_step s where s.context_id = c.id) s
      where c.id = any (${ids})
        and (s.done <> c.round or s.later > 0 or s.now > 0 and c.phase in ('collecting', 'waiting', 'provisional', 'settled'))`,
  },
  {
    id: 'sittings-are-counted',
    area: 'trees',
    walk: 'contexts',
    sentence:
      'A root has no more sittings than its policy, a sub-question one; a sitting has no more rounds than the policy, and the next has a time exactly while one is to follow.',
    todo: `${LOOK_AT_TREE} Too many sittings left cost the buyer more readings than were asked for; a next sitting without its time begins at once.`,
    find: ({ ids }) => sql`
      select c.id as subject, c.phase || ' after ' || s.ended || ' sittings, ' || c.sittings_left || ' left of '
        || coalesce(i.policy ->> 'maxSittings', '1') || ', round ' || c.sitting_round || ' of ' || c.round || ', the next '
        || coalesce(c.next_sitting_at::text, 'at no time') as problem, ${account()} as account
      from buyer_context c
      join inspection i on i.root_id = c.root_id
      cross join lateral (
        select count(*) as ended from inspection_event e
        where e.root_id = c.root_id and e.context_id = c.id and e.type = 'sitting.ended') s
      where c.id = any (${ids}) and (
        c.sittings_left < 0 or c.sitting_round < 0 or c.sitting_round > c.round
        or c.sitting_round > (i.policy ->> 'maxRounds')::integer
        or c.parent_id is not null and (c.sittings_left > 0 or s.ended > 0 or c.phase = 'provisional')
        -- One that was ended between two sittings keeps its count as it was there.
        or c.parent_id is null and c.sittings_left + s.ended - (c.phase not in ('collecting', 'inspecting', 'waiting'))::integer
          > coalesce((i.policy ->> 'maxSittings')::integer, 1) - 1
        or (c.next_sitting_at is not null) <> (c.phase = 'provisional'))`,
  },
  {
    id: 'read-is-what-was-shown',
    area: 'trees',
    walk: 'trees',
    sentence:
      'The offers that count as read are those that a step showed, in the version that it showed; a question was inspected when it has a step.',
    todo: `${LOOK_AT_TREE} What counts as unread could be changed under the inspector’s eyes; what counts as read and was not is no longer the seller’s to change.`,
    find: ({ ids }) => sql`
      with shown as (
        select s.root_id, s.context_id, pin ->> 'offerId' as offer_id, (pin ->> 'version')::integer as version
        from inspection_step s cross join lateral jsonb_array_elements(s.shown) as pin
        where s.root_id = any (${ids}))
      select coalesce(o.root_id, s.root_id) as subject, coalesce(o.id, s.offer_id) || ' at version ' || coalesce(o.version, -1)
        || case when o.first_read_at is null then ', not read' else ', read' end || ', shown '
        || coalesce('on ' || s.context_id || ' at version ' || s.version, 'never') as problem, ${account()} as account
      from (select * from info_offer where root_id = any (${ids})) o
      full join shown s on s.offer_id = o.id
      where o.id is null or (o.first_read_at is not null) <> (s.offer_id is not null) or s.version <> o.version
        or s.context_id <> o.context_id
      union all
      select c.root_id, c.id || ' inspected ' || coalesce(c.inspected_at::text, 'never'), ${account()}
      from buyer_context c
      where c.root_id = any (${ids})
        and (c.inspected_at is not null) <> exists (select from inspection_step s where s.context_id = c.id)`,
  },
  {
    id: 'calls-are-counted',
    area: 'trees',
    walk: 'trees',
    sentence: 'A tree counts the tokens that its steps used, and more for calls that came to nothing.',
    todo: `${LOOK_AT_TREE} The cap of a tree’s tokens is held against this count: raise it to what the steps used.`,
    find: ({ ids }) => sql`
      select i.root_id as subject, 'counts ' || i.model_calls || ' calls and ' || i.tokens_used || ' tokens, its steps used '
        || sum(s.prompt_tokens + s.completion_tokens) as problem, ${account()} as account
      from inspection i join inspection_step s on s.root_id = i.root_id and s.state = 'done'
      where i.root_id = any (${ids})
      group by i.root_id
      having sum(s.prompt_tokens + s.completion_tokens) > i.tokens_used
        or i.model_calls = 0 and sum(s.prompt_tokens + s.completion_tokens) > 0`,
  },
  {
    id: 'answers-cite-purchases',
    area: 'trees',
    walk: 'trees',
    sentence:
      'An answer is there exactly when it counts as written, of a question that was inspected, cites purchases of its tree, and is wanted of each that was.',
    todo: 'When the answer is gone, clear answered_at (inspection): it is written again from what was bought. Otherwise correct the citations by purchase.',
    find: ({ ids }) => sql`
      select i.root_id as subject, i.status || ', answered ' || coalesce(i.answered_at::text, 'never')
        || case when a.root_id is null then ', no answer' else ', an answer' end as problem, ${account()} as account
      from inspection i left join answer a on a.root_id = i.root_id and a.revision = i.answer_revision
      where i.root_id = any (${ids})
        and ((i.answered_at is not null) <> (a.root_id is not null) or a.root_id is not null and i.status = 'collecting'
          or i.answer_revision = 0 and (i.status = 'settled'
            -- While nothing was bought, an open question has no answer.
            or i.status = 'provisional' and exists (select from purchase p where p.root_id = i.root_id)))
      union all
      select a.root_id, 'cites ' || cited.id || ', which was not bought for it', ${account()}
      from (select root_id, citations from answer union all select root_id, citations from trail_answer) a
        cross join lateral unnest(a.citations) as cited(id)
      left join purchase p on p.offer_id = cited.id and p.root_id = a.root_id
      where a.root_id = any (${ids}) and p.id is null`,
  },
  {
    id: 'trails-follow-the-citations',
    area: 'trees',
    walk: 'trees',
    sentence:
      'An answer says what was recommended after none, one, two … of the purchases it cites, and counts of their worth are of these purchases.',
    todo: `${LOOK_AT_TREE} What each purchase was worth is drawn from it: delete the valuation, and its buyer can have it counted anew.`,
    find: ({ ids }) => sql`
      select a.root_id as subject, 'revision ' || a.revision || ' cites ' || cardinality(a.citations) || ', recommends '
        || jsonb_array_length(a.trail) || ' times' as problem, ${account()} as account
      from answer a
      where a.root_id = any (${ids}) and jsonb_array_length(a.trail) <> cardinality(a.citations) + 1
      union all
      select v.root_id, 'revision ' || v.revision || ' counts the purchases ' || counted.places || ' of ' || cardinality(a.citations), ${account()}
      from valuation v
      join answer a on a.root_id = v.root_id and a.revision = v.revision
      cross join lateral jsonb_object_keys(v.known) as counted(places)
      where v.root_id = any (${ids}) and exists (
        select from unnest(string_to_array(nullif(counted.places, ''), ',')) as place(text)
        where place.text !~ '^[0-9]{1,4}$' or place.text::integer >= cardinality(a.citations))`,
  },
  {
    id: 'bits-keep-to-the-budget',
    area: 'trees',
    walk: 'trees',
    sentence: `The questions of a tree have together no more left to tell than a root has at first: ${ROOT_MILLIBITS} thousandths of a bit.`,
    todo: 'With more, an inspector could tell its buyer more of what he has not paid for than sellers were promised. Set buyer_context.millibits_left of the tree to 0: what is still to be told is then chosen by code.',
    find: ({ ids }) => sql`
      select c.root_id as subject, 'has ' || sum(c.millibits_left) || ' left, the least ' || min(c.millibits_left) as problem, ${account()} as account
      from buyer_context c where c.root_id = any (${ids})
      group by c.root_id having min(c.millibits_left) < 0 or sum(c.millibits_left) > ${ROOT_MILLIBITS}`,
  },
  {
    id: 'ratings-are-of-purchases',
    area: 'trees',
    walk: 'offers',
    sentence: 'What is rated was bought in that tree of that seller, before it was rated.',
    todo: 'Sellers’ records count it. Correct root_id and seller_id by the purchase; delete the rating of what nobody bought.',
    find: ({ ids }) => sql`
      select r.offer_id as subject, r.rating || ' for ' || r.seller_id || ' in ' || r.root_id || coalesce(', bought of ' || p.seller_id || ' in '
        || p.root_id, ', never bought') as problem, ${account()} as account
      from rating r left join purchase p on p.offer_id = r.offer_id
      where r.offer_id = any (${ids}) and (
        p.id is null or p.seller_id <> r.seller_id or p.root_id <> r.root_id or r.rated_at < p.created_at)`,
  },
  {
    id: 'teasers-are-judged-by-reading',
    area: 'trees',
    walk: 'offers',
    sentence: 'Whether a teaser keeps to its text is told of offers that an inspector has read.',
    todo: 'A seller’s record counts it. Set info_offer.is_teaser_fair to null.',
    find: ({ ids }) => sql`
      select o.id as subject, 'judged, and never read' as problem, ${account()} as account
      from info_offer o where o.id = any (${ids}) and o.is_teaser_fair is not null and o.first_read_at is null`,
  },
  {
    id: 'pages-are-the-questions',
    area: 'trees',
    walk: 'contexts',
    sentence: 'A page that is kept is one that its question names, and one that counts as read has a text.',
    todo: 'An inspector reads it beside the offers. Delete the row of context_page: no other page is fetched for it.',
    find: ({ ids }) => sql`
      select p.context_id as subject, 'a page that is ' || p.state || case when p.url = any (c.pages) then ', without a text' else ', not named' end as problem,
        ${account()} as account
      from context_page p join buyer_context c on c.id = p.context_id
      where p.context_id = any (${ids}) and (not p.url = any (c.pages) or p.state = 'read' and p.text = '')`,
  },
  {
    id: 'decisions-fit-the-question',
    area: 'trees',
    walk: 'trees',
    sentence: 'A decision is the buyer’s, of a question that was settled, and one of its options.',
    todo: LOOK_AT_TREE,
    find: ({ ids }) => sql`
      select d.root_id as subject, 'by ' || d.buyer_id || ' on ' || c.decision || ' (' || c.phase || '), option '
        || coalesce(d.option::text, 'none') || ', percent ' || coalesce(d.percent::text, 'none') as problem, ${account()} as account
      from decision d join buyer_context c on c.id = d.root_id
      where d.root_id = any (${ids}) and (
        d.buyer_id <> c.buyer_id or c.phase <> 'settled' and c.reopened = 0
        or c.decision in ('choice', 'buy') and (d.option is null or d.option not between 0 and cardinality(c.options) - 1)
        or c.decision in ('belief', 'forecast') and d.percent is null)`,
  },
  {
    id: 'outcomes-stand-once',
    area: 'trees',
    walk: 'trees',
    sentence:
      'A forecast or a claim that counts as resolved has one outcome that stands, and no other question has any.',
    todo: 'An operator tells the outcome anew on its page: that writes the row, the mark on the question and the scores.',
    find: ({ ids }) => sql`
      select c.id as subject, 'a ' || c.decision || case when c.resolved_at is null then ' that is open' else ' that is resolved' end
        || ', outcome ' || coalesce(r.outcome, 'none') as problem, ${account()} as account
      from buyer_context c left join resolution r on r.root_id = c.id and r.ended_at is null
      where c.id = any (${ids}) and (
        (c.resolved_at is not null) <> (r.root_id is not null)
        or r.root_id is not null and not case c.decision::text
          when 'forecast' then r.outcome in ('yes', 'no', 'void')
          when 'belief' then r.outcome in ('true', 'false', 'misleading', 'unproven')
          else false end)`,
  },
  {
    id: 'scores-have-an-outcome',
    area: 'trees',
    walk: 'trees',
    sentence:
      'Every score is of a purchase or a probability of a question whose outcome somebody can be scored by.',
    todo: 'Delete the row of purchase_score or probability_score: it counts in somebody’s record.',
    find: ({ ids }) => sql`
      select s.root_id as subject, 'a score of ' || s.of as problem, ${account()} as account
      from (
        select root_id, offer_id as of, seller_id, 'purchase' as what from purchase_score where root_id = any (${ids})
        union all
        select root_id, name as of, null, judge as what from probability_score where root_id = any (${ids})) s
      left join purchase p on p.offer_id = s.of and p.root_id = s.root_id and p.seller_id = s.seller_id
      where s.what = 'purchase' and p.id is null
        or not exists (
          select from resolution r
          where r.root_id = any (${ids}) and r.root_id = s.root_id and r.ended_at is null and r.outcome in ('yes', 'no', 'true', 'false'))`,
  },
  {
    id: 'chosen-offers-are-on-the-question',
    area: 'trees',
    walk: 'trees',
    sentence: 'What a buyer chose to have read are offers on the question.',
    todo: 'Set inspection.chosen_offers to the offers that are there, or to null for all: with none of them left the inspector has nothing to read.',
    find: ({ ids }) => sql`
      select i.root_id as subject, 'chosen is ' || chosen.id as problem, ${account()} as account
      from inspection i cross join lateral unnest(i.chosen_offers) as chosen(id)
      left join info_offer o on o.id = chosen.id and o.context_id = i.root_id
      where i.root_id = any (${ids}) and o.id is null`,
  },
  {
    id: 'edits-are-kept',
    area: 'trees',
    walk: 'contexts',
    sentence:
      'A question that was edited after offers had come has each of its former texts, numbered from 1.',
    todo: 'A former text is gone: put it back from a backup (context_revision). Sellers are shown what they answered.',
    find: ({ ids }) => sql`
      select c.id as subject, 'edited ' || coalesce(c.edited_at::text, 'never') || ', ' || count(r.version)
        || ' former texts up to ' || coalesce(max(r.version), 0) as problem, ${account()} as account
      from buyer_context c left join context_revision r on r.context_id = c.id
      where c.id = any (${ids})
      group by c.id
      having (c.edited_at is not null) <> (count(r.version) > 0) or count(r.version) <> coalesce(max(r.version), 0)`,
  },
  {
    id: 'notices-keep-to-the-events',
    area: 'trees',
    walk: 'trees',
    sentence: 'No more events were turned into notices than there are.',
    todo: 'Set notice_progress.seq to the tree’s last event: until then its people are told nothing new.',
    find: ({ ids }) => sql`
      select i.root_id as subject, 'told up to ' || n.seq || ' of ' || i.last_seq as problem, ${account()} as account
      from inspection i join notice_progress n on n.root_id = i.root_id
      where i.root_id = any (${ids}) and n.seq > i.last_seq`,
  },
  {
    id: 'open-questions-are-found',
    area: 'trees',
    walk: 'contexts',
    sentence: 'Every open question has the terms by which new matchers find it.',
    todo: 'Have the asker edit the question (any word): its terms are written anew. Until then bots made from now on do not see it.',
    find: ({ ids }) => sql`
      select c.id as subject, 'is ' || c.phase || ' and has no terms' as problem, ${account()} as account
      from buyer_context c
      where c.id = any (${ids}) and c.parent_id is null and c.ended_at is null
        and not exists (select from context_terms t where t.context_id = c.id)`,
  },
]
