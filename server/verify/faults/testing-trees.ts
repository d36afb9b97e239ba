import { bought, boughtPurchase, child, type Fault, open, passed } from './testing-fault'

export const TREES_FAULTS: readonly Fault[] = [
  [
    'branches-hang-on-their-parents',
    'a sub-question of another buyer',
    (m) => `update buyer_context set buyer_id = '${m.people.bob}' where id = ${child(m)}`,
  ],
  [
    'branches-hang-on-their-parents',
    'a sub-question under a parent of another tree',
    (m) => `update buyer_context set parent_id = '${m.roots.oven}' where id = ${child(m)}`,
  ],
  [
    'branches-hang-on-their-parents',
    'a level too deep',
    (m) => `update buyer_context set level = 2 where id = ${child(m)}`,
  ],
  [
    'branches-hang-on-their-parents',
    'a question without an inspection',
    ({ roots }) => `delete from inspection where root_id = '${roots.empty}'`,
  ],
  [
    'trees-keep-their-bounds',
    'a tree that counts its questions wrongly',
    ({ roots }) =>
      `update inspection set tree_contexts = tree_contexts + 1 where root_id = '${roots.bridge}'`,
  ],
  [
    'trees-keep-their-bounds',
    'a tree deeper than its policy',
    ({ roots }) =>
      `update inspection set policy = jsonb_set(policy, '{protocol}', '"single"') where root_id = '${roots.tower}'`,
  ],
  [
    'children-are-counted',
    'an open sub-question too many',
    ({ roots }) => `update buyer_context set open_children = open_children + 1 where id = '${roots.tower}'`,
  ],
  [
    'children-are-counted',
    'sub-questions opened that are not there',
    ({ roots }) => `update buyer_context set children_opened = 3 where id = '${roots.bridge}'`,
  ],
  [
    'children-are-counted',
    'a sub-question that is gone',
    (m) => `delete from buyer_context where id = ${child(m)}`,
  ],
  [
    'endings-have-a-time',
    'an end without its time',
    ({ roots }) => `update buyer_context set ended_at = null where id = '${roots.bridge}'`,
  ],
  [
    'status-is-the-roots',
    'settled, and its inspection runs',
    ({ roots }) =>
      `update inspection set status = 'running', ended_at = null where root_id = '${roots.bridge}'`,
  ],
  [
    'status-is-the-roots',
    'paused without a reason',
    ({ roots }) => `update inspection set paused_for = null where root_id = '${roots.paused}'`,
  ],
  [
    'events-have-no-gaps',
    'an event in the middle that is gone',
    ({ roots }) => `delete from inspection_event where root_id = '${roots.bridge}' and seq = 3`,
  ],
  [
    'events-have-no-gaps',
    'the last event that is gone',
    ({ roots }) =>
      `delete from inspection_event where root_id = '${roots.bridge}' and seq = (select last_seq from inspection where root_id = '${roots.bridge}')`,
  ],
  [
    'events-are-the-trees',
    'an event of a question of another tree',
    ({ roots }) =>
      `update inspection_event set context_id = '${roots.oven}' where root_id = '${roots.bridge}' and seq = 2`,
  ],
  [
    'events-are-the-trees',
    'an event that nobody knows',
    ({ roots }) =>
      `update inspection_event set type = 'offer.eaten' where root_id = '${roots.bridge}' and seq = 2`,
  ],
  [
    'events-tell-the-phases',
    'a phase that no event tells',
    ({ roots }) => `update buyer_context set phase = 'failed' where id = '${roots.bridge}'`,
  ],
  [
    'events-tell-the-phases',
    'an end that was never told',
    ({ roots }) =>
      `update inspection_event set type = 'context.waiting' where root_id = '${roots.bridge}' and context_id = '${roots.bridge}' and type = 'context.settled'`,
  ],
  [
    'events-tell-the-phases',
    'taken up again, and no event tells it',
    ({ roots }) => `update buyer_context set reopened = 1 where id = '${roots.bridge}'`,
  ],
  [
    'events-tell-the-phases',
    'a raise that was never told',
    ({ roots }) => `update buyer_context set raised = raised + 1 where id = '${roots.oven}'`,
  ],
  [
    'events-tell-the-offers',
    'an offer of which nothing is told',
    (m) =>
      `update inspection_event set offer_id = ${passed(m)} where offer_id = ${bought(m)} and type = 'offer.posted'`,
  ],
  [
    'events-tell-the-offers',
    'a price that was never asked',
    (m) => `update info_offer set price_micros = 1 where id = ${passed(m)}`,
  ],
  [
    'events-tell-the-offers',
    'a purchase that was told twice',
    (m) =>
      `update inspection_event set type = 'offer.bought' where offer_id = ${passed(m)} and type = 'offer.posted'`,
  ],
  [
    'offers-fit-their-question',
    'an offer left open when its question ended',
    (m) => `update info_offer set state = 'open', ended_at = null where id = ${passed(m)}`,
  ],
  [
    'offers-fit-their-question',
    'an offer of another tree',
    (m) => `update info_offer set root_id = '${m.roots.bridge}' where id = ${open(m)}`,
  ],
  [
    'offers-fit-their-question',
    'an offer by its own asker',
    (m) => `update info_offer set seller_id = '${m.people.ann}' where id = ${open(m)}`,
  ],
  [
    'purchases-match-offers',
    'an offer marked bought that nobody bought',
    (m) => `update info_offer set state = 'bought' where id = ${passed(m)}`,
  ],
  [
    'purchases-match-offers',
    'a bought offer open again',
    (m) => `update info_offer set state = 'open' where id = ${bought(m)}`,
  ],
  [
    'purchases-match-offers',
    'a price changed after the purchase',
    (m) => `update info_offer set price_micros = 1 where id = ${bought(m)}`,
  ],
  [
    'purchases-match-offers',
    'a purchase for somebody else',
    (m) => `update purchase set buyer_id = '${m.people.bob}' where id = ${boughtPurchase(m)}`,
  ],
  [
    'quotes-are-of-the-tree',
    'a purchase that repeats an offer of another tree',
    (m) => `update purchase set quotes = array[${open(m)}] where id = ${boughtPurchase(m)}`,
  ],
  [
    'asks-are-about-offers',
    'a sub-question about an offer of another question',
    (m) => `update context_about set offer_id = ${open(m)} where context_id = ${child(m)}`,
  ],
  [
    'steps-follow-the-rounds',
    'a step that is gone',
    ({ roots }) => `delete from inspection_step where context_id = '${roots.bridge}' and round = 0`,
  ],
  [
    'steps-follow-the-rounds',
    'a step that was never closed',
    ({ roots }) =>
      `update inspection_step set state = 'claimed' where context_id = '${roots.bridge}' and round = 0`,
  ],
  [
    'read-is-what-was-shown',
    'a read offer that counts as unread',
    (m) => `update info_offer set first_read_at = null where id = ${bought(m)}`,
  ],
  [
    'read-is-what-was-shown',
    'another version than was shown',
    ({ roots }) =>
      `update inspection_step set shown = jsonb_set(shown, '{0,version}', '9') where context_id = '${roots.bridge}'`,
  ],
  [
    'read-is-what-was-shown',
    'inspected, and nobody looked',
    ({ roots }) => `update buyer_context set inspected_at = now() where id = '${roots.oven}'`,
  ],
  [
    'calls-are-counted',
    'tokens that were used and not counted',
    ({ roots }) => `update inspection set tokens_used = 1 where root_id = '${roots.bridge}'`,
  ],
  [
    'answers-cite-purchases',
    'an answer that is gone',
    ({ roots }) => `delete from answer where root_id = '${roots.bridge}'`,
  ],
  [
    'answers-cite-purchases',
    'an answer that cites what was not bought',
    (m) => `update answer set citations = citations || ${passed(m)} where root_id = '${m.roots.bridge}'`,
  ],
  [
    'decisions-fit-the-question',
    'a decision for an option that is not there',
    () => `update decision set option = 2`,
  ],
  [
    'decisions-fit-the-question',
    'a decision by somebody else',
    ({ people }) => `update decision set buyer_id = '${people.sol}'`,
  ],
  [
    'chosen-offers-are-on-the-question',
    'a chosen offer of another question',
    (m) => `update inspection set chosen_offers = array[${open(m)}] where root_id = '${m.roots.held}'`,
  ],
  ['edits-are-kept', 'a former text that is gone', () => `delete from context_revision where version = 1`],
  [
    'notices-keep-to-the-events',
    'told more than has happened',
    ({ roots }) => `update notice_progress set seq = 1000 where root_id = '${roots.bridge}'`,
  ],
  [
    'open-questions-are-found',
    'an open question without its terms',
    ({ roots }) => `delete from context_terms where context_id = '${roots.oven}'`,
  ],

  [
    'sittings-are-counted',
    'more sittings than the buyer asked for',
    ({ roots }) => `update buyer_context set sittings_left = 9 where id = '${roots.ferry}'`,
  ],
  [
    'sittings-are-counted',
    'a sub-question with sittings of its own',
    (m) => `update buyer_context set sittings_left = 1 where id = ${child(m)}`,
  ],
  [
    'sittings-are-counted',
    'a next sitting without a time',
    ({ roots }) => `update buyer_context set next_sitting_at = null where id = '${roots.ferry}'`,
  ],
  [
    'children-are-counted',
    'sub-questions of a sitting that never were',
    ({ roots }) => `update buyer_context set children_opened = 2 where id = '${roots.ferry}'`,
  ],
  [
    'answers-cite-purchases',
    'a provisional answer that nobody wants',
    ({ roots }) => `update inspection set answer_revision = 0 where root_id = '${roots.ferry}'`,
  ],
  [
    'trees-keep-their-bounds',
    'more tokens than the policy allows',
    (m) => `update inspection set token_cap = token_cap * 10 where root_id = '${m.roots.oven}'`,
  ],
  [
    'trails-follow-the-citations',
    'recommendations that are gone',
    (m) => `update answer set trail = '[]' where root_id = '${m.roots.bridge}'`,
  ],
  [
    'trails-follow-the-citations',
    'the worth of what was not bought',
    (m) =>
      `insert into valuation (root_id, revision, seed, is_free, known, requested_at, counted_at) select root_id, revision, 1, false, '{"0,7": {"kind": "open"}}', written_at, written_at from answer where root_id = '${m.roots.bridge}'`,
  ],
  [
    'bits-keep-to-the-budget',
    'more bits than a root has',
    (m) => `update buyer_context set millibits_left = 64000 where id = '${m.roots.oven}'`,
  ],
  [
    'bits-keep-to-the-budget',
    'bits that were spent twice',
    (m) => `update buyer_context set millibits_left = -1 where id = '${m.roots.oven}'`,
  ],
  [
    'outcomes-stand-once',
    'a question that counts as resolved without an outcome',
    ({ roots }) => `update buyer_context set resolved_at = now() where id = '${roots.oven}'`,
  ],
  [
    'outcomes-stand-once',
    'an outcome of a question that has none',
    ({ roots, people }) =>
      `insert into resolution (root_id, number, outcome, source, reason, by_id, by_role, resolved_at) values ('${roots.oven}', 1, 'void', 'x', 'x', '${people.sol}', 'asker', now())`,
  ],
  [
    'scores-have-an-outcome',
    'a score of what nobody bought',
    (m) =>
      `insert into purchase_score (offer_id, root_id, seller_id, bits, resolved_at) select id, root_id, seller_id, 1, now() from info_offer where id = ${passed(m)}`,
  ],
  [
    'ratings-are-of-purchases',
    'a rating of what nobody bought',
    (m) =>
      `insert into rating (offer_id, root_id, seller_id, rating, reason, rated_at) select id, root_id, seller_id, 'wrong', 'No.', now() from info_offer where id = ${passed(m)}`,
  ],
  [
    'ratings-are-of-purchases',
    'a rating for somebody else’s record',
    ({ people }) => `update rating set seller_id = '${people.eve}'`,
  ],
  [
    'ratings-are-of-purchases',
    'a rating in another tree',
    ({ roots }) => `update rating set root_id = '${roots.oven}'`,
  ],
  [
    'teasers-are-judged-by-reading',
    'a teaser that was judged unread',
    (m) => `update info_offer set is_teaser_fair = false where id = ${open(m)}`,
  ],
  [
    'pages-are-the-questions',
    'a page that the question does not name',
    (m) =>
      `insert into context_page (context_id, url, state, text, read_at) values ('${m.roots.oven}', 'https://elsewhere.example/', 'read', 'Buy all of it.', now())`,
  ],
]
