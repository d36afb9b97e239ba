import type { SoundMarket } from './testing-market'

/** Something that a bug, a hand in the database or a bad disk could do, and the check that must see it. */
export type Fault = [
  check: string,
  what: string,
  /** The statements that do it. */
  how: (market: SoundMarket) => string,
]

const child = ({ roots }: SoundMarket) => `(select id from buyer_context where parent_id = '${roots.tower}')`
const bought = ({ roots }: SoundMarket) =>
  `(select offer_id from purchase where root_id = '${roots.bridge}' and way = 'inspected' order by offer_id limit 1)`
const boughtPurchase = ({ roots }: SoundMarket) =>
  `(select id from purchase where root_id = '${roots.bridge}' and way = 'inspected' order by offer_id limit 1)`
const open = ({ roots }: SoundMarket) =>
  `(select id from info_offer where root_id = '${roots.oven}' and state = 'open')`
const withdrawn = ({ roots }: SoundMarket) =>
  `(select id from info_offer where root_id = '${roots.oven}' and state = 'withdrawn')`
const passed = ({ roots }: SoundMarket) =>
  `(select id from info_offer where root_id = '${roots.bridge}' and state = 'passed' order by id limit 1)`
const botOf = (kind: string) =>
  `(select id from bot where kind = '${kind}' and removed_at is null order by id limit 1)`
const document = '(select id from corpus_document limit 1)'
/** Credits given from nowhere with books in order, as whoever knows them would. */
const grant = (person: string, key: string) => `
  insert into ledger_transfer (id, key, kind, from_account, to_account, amount_micros, to_balance_micros, to_version)
  select 'xfr_${key}', '${key}', 'grant', 'issuance', id, 100000000, balance_micros + 100000000, version + 1
  from ledger_account where id = 'user:${person}';
  update ledger_account set balance_micros = balance_micros + 100000000, version = version + 1 where id = 'user:${person}'`

export const FAULTS: readonly Fault[] = [
  // Money: the books by themselves.
  [
    'sum-is-zero',
    'credits from nowhere',
    ({ people }) =>
      `update ledger_account set balance_micros = balance_micros + 1 where id = 'user:${people.ann}'`,
  ],
  [
    'sum-is-zero',
    'a fee that was never taken',
    (m) =>
      `update ledger_transfer set amount_micros = amount_micros + 1 where key = 'purchase:' || ${boughtPurchase(m)} || ':fee'`,
  ],
  [
    'balances-match-transfers',
    'credits moved without a transfer',
    ({ people }) =>
      `update ledger_account set balance_micros = balance_micros + case id when 'user:${people.ann}' then 1 else -1 end where id in ('user:${people.ann}', 'user:${people.sol}')`,
  ],
  [
    'balances-match-transfers',
    'a version that no transfer made',
    ({ people }) => `update ledger_account set version = version + 1 where id = 'user:${people.ann}'`,
  ],
  [
    'balances-match-transfers',
    'the last transfer of an account that is gone',
    ({ roots }) => `delete from ledger_transfer where key = '${roots.oven}:hold'`,
  ],
  [
    'transfers-follow',
    'a transfer in the middle that is gone',
    ({ roots }) => `delete from ledger_transfer where key = '${roots.bridge}:hold'`,
  ],
  [
    'transfers-follow',
    'a running balance that does not follow',
    ({ roots }) =>
      `update ledger_transfer set from_balance_micros = from_balance_micros + 1 where key = '${roots.bridge}:hold'`,
  ],
  [
    'transfers-follow',
    'two transfers with one number',
    (m) => `update ledger_transfer set to_version = 1 where key = 'purchase:' || ${boughtPurchase(m)}`,
  ],
  [
    'transfers-follow',
    'a balance that once was below zero',
    ({ roots }) => `update ledger_transfer set from_balance_micros = -1 where key = '${roots.bridge}:hold'`,
  ],
  [
    'nobody-below-zero',
    'a balance below zero',
    ({ people }) =>
      `alter table ledger_account drop constraint ledger_account_never_below_zero; update ledger_account set balance_micros = -1 where id = 'user:${people.ann}'`,
  ],
  [
    'accounts-have-an-owner',
    'an account of nobody',
    () => `insert into ledger_account (id, kind) values ('user:ghost', 'user')`,
  ],
  [
    'accounts-have-an-owner',
    'an escrow of no question',
    () => `insert into ledger_account (id, kind) values ('escrow:ghost', 'escrow')`,
  ],
  [
    'accounts-have-an-owner',
    'a balance kept for fees',
    () => `update ledger_account set balance_micros = 1 where id = 'fees'`,
  ],
  [
    'transfers-name-accounts',
    'an account that is gone',
    ({ people }) => `delete from ledger_account where id = 'user:${people.sol}'`,
  ],
  [
    'transfers-have-a-cause',
    'a key used twice',
    ({ roots }) =>
      `alter table ledger_transfer drop constraint ledger_transfer_pkey; alter table ledger_transfer drop constraint ledger_transfer_id_of_key; update ledger_transfer set key = '${roots.bridge}:hold' where key = '${roots.oven}:hold'`,
  ],
  [
    'transfers-have-a-cause',
    'a hold for no question',
    ({ roots }) => `update ledger_transfer set context_id = null where key = '${roots.bridge}:hold'`,
  ],
  [
    'transfers-have-a-cause',
    'a hold for a question of another tree',
    ({ roots }) => `update ledger_transfer set root_id = '${roots.oven}' where key = '${roots.bridge}:hold'`,
  ],
  [
    'transfers-have-a-cause',
    'a fee on no offer',
    (m) =>
      `update ledger_transfer set offer_id = null where key = 'purchase:' || ${boughtPurchase(m)} || ':fee'`,
  ],
  [
    'transfers-have-a-cause',
    'a grant that came from a person',
    ({ roots }) => `update ledger_transfer set kind = 'grant' where key = '${roots.bridge}:hold'`,
  ],
  [
    'grants-keep-their-rules',
    'the welcome given twice, with books in order',
    ({ people }) => grant(people.ann, `${people.ann}:welcome-2`),
  ],
  [
    'grants-keep-their-rules',
    'credits of the demo for somebody who is not of it',
    ({ people }) => grant(people.ann, `${people.ann}:demo-run:x`),
  ],
  [
    'grants-keep-their-rules',
    'a welcome of another amount',
    ({ people }) =>
      `update ledger_transfer set amount_micros = amount_micros * 2 where key = '${people.bob}:welcome'`,
  ],
  [
    'grants-keep-their-rules',
    'somebody’s welcome on another account',
    ({ people }) =>
      `update ledger_transfer set to_account = 'user:${people.ann}' where key = '${people.bob}:welcome'`,
  ],
  [
    'corrections-have-a-transfer',
    'a correction of nothing',
    ({ people }) =>
      `insert into ledger_transfer (id, key, kind, from_account, to_account, amount_micros) values ('xfr_reverse:x', 'reverse:x', 'reverse', 'user:${people.sol}', 'user:${people.ann}', 1)`,
  ],

  // Money: the books against the market.
  [
    'ended-questions-hold-nothing',
    'a question that ended and kept a credit',
    ({ roots }) => `update ledger_account set balance_micros = 1000000 where id = 'escrow:${roots.bridge}'`,
  ],
  [
    'ended-trees-hold-nothing',
    'a tree that ended with its budget',
    ({ roots }) => `update inspection set status = 'settled' where root_id = '${roots.oven}'`,
  ],
  [
    'bonds-end-with-their-question',
    'a bond that outlives its question',
    (m) => `update ledger_account set balance_micros = 100000 where id = 'bond:' || ${passed(m)}`,
  ],
  [
    'bonds-end-with-their-question',
    'a bond that was never laid down',
    (m) => `delete from ledger_transfer where key = ${open(m)} || ':bond'`,
  ],
  [
    'bonds-are-kept-for-a-reason',
    'a bond that the market kept without a judgement',
    (m) =>
      `update ledger_transfer set kind = 'forfeit', to_account = 'fees' where key = ${bought(m)} || ':bond:end'`,
  ],
  [
    'budgets-were-given',
    'a budget that was not held',
    ({ roots }) => `update buyer_context set budget_micros = budget_micros + 1 where id = '${roots.oven}'`,
  ],
  [
    'budgets-were-given',
    'a sub-question’s budget larger than what was carved',
    (m) => `update buyer_context set budget_micros = budget_micros + 1 where id = ${child(m)}`,
  ],
  [
    'budgets-were-given',
    'a carve that is gone',
    (m) => `delete from ledger_transfer where key = ${child(m)} || ':carve'`,
  ],
  [
    'budgets-were-given',
    'a budget that another person paid',
    ({ roots, people }) =>
      `update ledger_transfer set from_account = 'user:${people.sol}' where key = '${roots.oven}:hold'`,
  ],
  [
    'returns-go-up',
    'what was left went to somebody else',
    ({ roots, people }) =>
      `update ledger_transfer set to_account = 'user:${people.sol}' where key = '${roots.bridge}:release'`,
  ],
  [
    'returns-go-up',
    'a budget returned before the end',
    ({ roots }) =>
      `update buyer_context set phase = 'collecting', ended_at = null where id = '${roots.empty}'`,
  ],
  [
    'purchases-were-paid',
    'a purchase without a payment',
    (m) => `delete from ledger_transfer where key = 'purchase:' || ${boughtPurchase(m)}`,
  ],
  [
    'purchases-were-paid',
    'a fee that was not taken',
    (m) => `delete from ledger_transfer where key = 'purchase:' || ${boughtPurchase(m)} || ':fee'`,
  ],
  [
    'purchases-were-paid',
    'a price that was not paid',
    (m) => `update purchase set price_micros = price_micros + 1 where id = ${boughtPurchase(m)}`,
  ],
  [
    'purchases-were-paid',
    'a seller who was not paid',
    (m) =>
      `update ledger_transfer set to_account = 'user:${m.people.bob}' where key = 'purchase:' || ${boughtPurchase(m)}`,
  ],
  [
    'purchases-were-paid',
    'unseen, but paid from the budget',
    (m) => `update purchase set way = 'unseen' where id = ${boughtPurchase(m)}`,
  ],
  [
    'payments-have-a-purchase',
    'a payment whose purchase is gone',
    (m) => `delete from purchase where id = ${boughtPurchase(m)}`,
  ],
  [
    'payments-have-a-purchase',
    'a fee on no purchase',
    (m) =>
      `update ledger_transfer set key = 'purchase:x:fee', id = 'xfr_purchase:x:fee' where key = 'purchase:' || ${boughtPurchase(m)} || ':fee'`,
  ],
  [
    'fees-are-the-markets',
    'a fee that is not the market’s share',
    (m) => `update purchase set fee_micros = fee_micros + 1 where id = ${boughtPurchase(m)}`,
  ],
  [
    'nobody-buys-from-himself',
    'a purchase from oneself',
    (m) => `update purchase set seller_id = buyer_id where id = ${boughtPurchase(m)}`,
  ],
  [
    'nobody-buys-from-himself',
    'a purchase from one’s own bot',
    (m) =>
      `update info_offer set bot_id = ${botOf('fixed')} where id = ${bought(m)}; update bot set owner_id = '${m.people.ann}' where id = ${botOf('fixed')}`,
  ],
  [
    'spent-within-budget',
    'a tree over its budget',
    ({ roots }) => `update buyer_context set budget_micros = 1 where id = '${roots.bridge}'`,
  ],
  [
    'trees-add-up',
    'an escrow that lost a credit',
    (m) =>
      `update ledger_account set balance_micros = balance_micros - 1 where id = 'escrow:' || ${child(m)}`,
  ],

  // Custody.
  [
    'bought-texts-are-there',
    'a bought text that is gone',
    (m) => `delete from offer_private where offer_id = ${bought(m)}`,
  ],
  [
    'bought-texts-are-there',
    'the key of a bought text that is gone',
    (m) => `delete from offer_key where offer_id = ${bought(m)}`,
  ],
  [
    'bought-texts-are-there',
    'a bought version that never was',
    (m) => `update purchase set offer_version = 7 where id = ${boughtPurchase(m)}`,
  ],
  [
    'texts-are-there',
    'the text of an open offer that is gone',
    (m) => `delete from offer_private where offer_id = ${open(m)} and version = 2`,
  ],
  [
    'texts-are-there',
    'the key of an open offer that is gone',
    (m) => `delete from offer_key where offer_id = ${open(m)}`,
  ],
  [
    'texts-are-there',
    'a text of a later version',
    (m) => `update info_offer set version = 1 where id = ${open(m)}`,
  ],
  [
    'texts-open',
    'a damaged byte of a bought text',
    (m) =>
      `update offer_private set ciphertext = set_byte(ciphertext, 3, 255 - get_byte(ciphertext, 3)) where offer_id = ${bought(m)}`,
  ],
  [
    'texts-open',
    'a bought text exchanged with another offer’s',
    (m) =>
      `update offer_private t set (key_id, nonce, ciphertext) = (select key_id, nonce, ciphertext from offer_private where offer_id = ${passed(m)}) where offer_id = ${bought(m)}`,
  ],
  [
    'texts-open',
    'a key exchanged with another offer’s',
    (m) =>
      `update offer_key t set (key_id, nonce, ciphertext) = (select key_id, nonce, ciphertext from offer_key where offer_id = ${passed(m)}) where offer_id = ${bought(m)}`,
  ],
  [
    'texts-open',
    'a key sealed under a key that nobody has',
    (m) => `update offer_key set key_id = 'lost' where offer_id = ${bought(m)}`,
  ],
  [
    'texts-open',
    'a text that is not the one that was posted',
    (m) => `update info_offer set content_hash = 'other' where id = ${bought(m)}`,
  ],
  [
    'texts-open',
    'an earlier version in the place of the present one',
    (m) =>
      `update offer_private t set (nonce, ciphertext) = (select nonce, ciphertext from offer_private where offer_id = ${open(m)} and version = 1) where offer_id = ${open(m)} and version = 2`,
  ],
  [
    'forgotten-is-gone',
    'a text that was taken back and is still there',
    (m) =>
      `insert into offer_private select ${withdrawn(m)}, version, key_id, nonce, ciphertext from offer_private where offer_id = ${bought(m)}`,
  ],
  [
    'forgotten-is-gone',
    'a key that outlived its text',
    (m) =>
      `insert into offer_key select ${withdrawn(m)}, key_id, nonce, ciphertext from offer_key where offer_id = ${bought(m)}`,
  ],
  [
    'forgotten-is-gone',
    'a bought offer that counts as forgotten',
    (m) => `update info_offer set forgotten_at = now() where id = ${bought(m)}`,
  ],
  [
    'forgetting-is-done',
    'an offer that was never bought and never destroyed',
    ({ roots }) =>
      `update inspection set ended_at = ended_at - interval '60 days' where root_id = '${roots.bridge}'`,
  ],
  [
    'forgetting-is-done',
    'an offer taken back long ago and never destroyed',
    (m) =>
      `update info_offer set forgotten_at = null, ended_at = ended_at - interval '60 days' where id = ${withdrawn(m)}`,
  ],
  [
    'answers-open',
    'a damaged answer',
    () => `update answer set ciphertext = set_byte(ciphertext, 3, 255 - get_byte(ciphertext, 3))`,
  ],
  [
    'publications-keep-to-licences',
    'a published answer that says what its seller keeps',
    () =>
      `update publication set markdown = markdown || E'\\n\\nAll about the ferry in winter is well.' where number = 2`,
  ],
  [
    'publications-keep-to-licences',
    'a quotation that its seller keeps for the asker',
    () => `update publication set quoted = array(
      select o.id from info_offer o join purchase b on b.offer_id = o.id where o.root_id = publication.root_id and b.licence = 'asker')
      where number = 2`,
  ],
  [
    'publications-keep-to-licences',
    'a preview of something else',
    () => `update publication set lead = 'The winter boat is well.' where number = 2`,
  ],
  [
    'publications-keep-to-licences',
    'a published answer of a tree that only its asker may watch',
    () => `update inspection set is_tree_public = false where root_id in (select root_id from publication)`,
  ],
  [
    'publications-follow-each-other',
    'a publication that is gone',
    () => `delete from publication where number = 1`,
  ],
  [
    'publications-follow-each-other',
    'one that ended after the next had begun',
    () => `update publication set ended_at = ended_at + interval '1 hour' where number = 1`,
  ],
  [
    'publications-follow-each-other',
    'one that ended and was not taken back',
    () => `update publication set ended_at = published_at where number = 2`,
  ],
  [
    'publications-follow-each-other',
    'an earlier answer in place of a later one',
    () => `update publication set revision = 3 - revision`,
  ],
  [
    'bots-open',
    'what a bot knows, damaged',
    () =>
      `update bot set knowledge_sealed = 'AAAAAAAAAAAAAAAA.' || split_part(knowledge_sealed, '.', 2) where id = ${botOf('fixed')}`,
  ],
  [
    'bots-open',
    'a webhook’s secret under a key that nobody has',
    () => `update webhook set secret_key_id = 'lost'`,
  ],
  [
    'documents-open',
    'an upload of another document',
    () =>
      `insert into corpus_upload select id, 'test', '\\x00'::bytea, '\\x00112233445566778899aabbccddeeff00'::bytea from corpus_document`,
  ],
  [
    'passages-open',
    'passages exchanged with each other',
    () =>
      `update corpus_passage p set (nonce, ciphertext) = (select nonce, ciphertext from corpus_passage where position = 1) where position = 0`,
  ],

  // Trees.
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

  // Life.
  [
    'questions-are-matched',
    'a question that nobody matches',
    (m) =>
      `update buyer_context set is_matched = false, created_at = created_at - interval '1 hour', bots_until = bots_until - interval '1 hour' where id = ${child(m)}`,
  ],
  [
    'waits-end',
    'a root whose deadline passed and nobody came',
    ({ roots }) =>
      `update inspection set deadline_at = deadline_at - interval '5 hours' where root_id = '${roots.oven}'`,
  ],
  [
    'waits-end',
    'a sub-question whose wait is over',
    (m) =>
      `update buyer_context set bots_until = bots_until - interval '5 hours', people_until = null where id = ${child(m)}`,
  ],
  [
    'waits-end',
    'a question that waits for ever',
    (m) => `update buyer_context set people_until = people_until + interval '9 years' where id = ${child(m)}`,
  ],
  [
    'sittings-follow',
    'a provisional question whose deadline was forgotten',
    ({ roots }) =>
      `update inspection set deadline_at = deadline_at - interval '9 days' where root_id = '${roots.ferry}'`,
  ],
  [
    'sittings-follow',
    'a provisional question in a tree that has none',
    ({ roots }) => `update inspection set status = 'collecting' where root_id = '${roots.ferry}'`,
  ],
  [
    'steps-move',
    'a lease that ran out and nobody takes over',
    ({ roots }) =>
      `update inspection_step set lease_until = lease_until - interval '1 hour' where context_id = '${roots.held}'`,
  ],
  [
    'steps-move',
    'a lease without end',
    ({ roots }) =>
      `update inspection_step set lease_until = lease_until + interval '9 years' where context_id = '${roots.held}'`,
  ],
  [
    'steps-move',
    'a question that inspects without a step',
    ({ roots }) =>
      `delete from inspection_step where context_id = '${roots.held}'; update inspection_event set at = at - interval '1 hour' where root_id = '${roots.held}'`,
  ],
  [
    'who-waits-has-a-child',
    'a root that waits, and no sub-question is open',
    (m) =>
      `update buyer_context set phase = 'settled', ended_at = now() where id = ${child(m)}; update buyer_context set open_children = 0 where id = '${m.roots.tower}'`,
  ],
  [
    'who-collects-may-move',
    'an open question in a tree that has ended',
    ({ roots }) =>
      `update inspection set status = 'cancelled', ended_at = now() where root_id = '${roots.oven}'`,
  ],
  [
    'bots-are-waited-for-rightly',
    'a bot that is waited for and was never asked',
    ({ roots }) => `update buyer_context set bots_pending = bots_pending + 1 where id = '${roots.oven}'`,
  ],
  [
    'bots-are-waited-for-rightly',
    'a run that is gone',
    () => `delete from bot_run where state = 'awaited' and failure is null`,
  ],
  [
    'answers-are-written',
    'a provisional answer that nobody writes again',
    ({ roots }) =>
      `update inspection set answered_at = null, answer_due_at = null where root_id = '${roots.ferry}'; update inspection_event set at = at - interval '1 hour' where root_id = '${roots.ferry}'`,
  ],
  [
    'answers-are-written',
    'a settled question that gets no answer',
    ({ roots }) =>
      `delete from answer where root_id = '${roots.bridge}'; update inspection set answered_at = null, answer_due_at = null, ended_at = ended_at - interval '1 hour' where root_id = '${roots.bridge}'`,
  ],
  [
    'answers-are-written',
    'an answer put off for ever',
    ({ roots }) =>
      `update inspection set answered_at = null, answer_due_at = ended_at + interval '9 years' where root_id = '${roots.bridge}'`,
  ],
  [
    'pauses-end',
    'a pause that nobody ended',
    ({ roots }) =>
      `update inspection_event set at = at - interval '30 days' where root_id = '${roots.paused}'`,
  ],
  [
    'runs-are-taken-up',
    'a run that nobody takes up',
    () => `update bot_run set due_at = created_at - interval '1 hour' where state = 'awaited'`,
  ],
  [
    'runs-are-taken-up',
    'a run that is due in another century',
    () => `update bot_run set due_at = due_at + interval '100 years' where state = 'awaited'`,
  ],
  [
    'documents-are-read',
    'a document that nobody reads',
    () => `update corpus_document set state = 'reading', due_at = created_at - interval '1 hour'`,
  ],
  [
    'pages-are-read',
    'a page that nobody reads',
    ({ roots }) =>
      `insert into context_page (context_id, url, due_at) select id, 'https://page.example/', created_at - interval '5 hours' from buyer_context where id = '${roots.oven}'`,
  ],
  [
    'pages-are-read',
    'a page put off for ever',
    ({ roots }) =>
      `insert into context_page (context_id, url, due_at) select id, 'https://page.example/', created_at + interval '9 years' from buyer_context where id = '${roots.oven}'`,
  ],
  [
    'mails-leave',
    'a mail that nobody hands over',
    () => `update mail set due_at = due_at - interval '5 hours'`,
  ],
  [
    'errands-are-done',
    'an errand that nobody does',
    () => `update errand set due_at = due_at - interval '5 hours'`,
  ],
  [
    'errands-are-done',
    'an errand put off for ever',
    () => `update errand set due_at = due_at + interval '9 years'`,
  ],
  [
    'deliveries-follow-their-runs',
    'a call to be tried for a run that has ended',
    () =>
      `update bot_run set state = 'failed', failure = 'internal', due_at = null, finished_at = now() where id = (select bot_run_id from webhook_delivery where state = 'queued')`,
  ],

  // People.
  [
    'names-are-as-typed-to-sign-in',
    'an e-mail with capitals',
    ({ people }) => `update users set email = 'Ann@Example.org' where id = '${people.ann}'`,
  ],
  [
    'demo-people-are-apart',
    'a visitor of the demo who is of the market',
    () => `update users set is_demo = false where id = 'usr_visitor'`,
  ],
  [
    'questions-have-their-request',
    'the key of a form that is gone',
    ({ roots }) => `delete from request_key where result ->> 'contextId' = '${roots.oven}'`,
  ],
  [
    'requests-had-their-effect',
    'an offer that somebody was told of and is gone',
    (m) => `delete from info_offer where id = ${open(m)}`,
  ],
  [
    'inboxes-are-their-owners',
    'what one person looks for in another’s inbox',
    ({ people }) => `update inbox_item set person_id = '${people.bob}' where matcher_id is not null`,
  ],
  [
    'matchers-are-indexed',
    'a matcher that finds nothing',
    () =>
      `delete from matcher_anchor where matcher_id = (select id from matcher where person_id is not null)`,
  ],
  [
    'matchers-are-indexed',
    'an anchor of another budget',
    () =>
      `update matcher_anchor set budget_micros_min = 999999999 where matcher_id = (select id from matcher where person_id is not null)`,
  ],
  [
    'notices-are-of-what-is-there',
    'a notice of an offer that is not there',
    () => `update notice set offer_id = 'off_gone'`,
  ],
  [
    'the-bill-adds-up',
    'a site that used less than its people',
    () => `update model_use set tokens = 10 where payer = 'site'`,
  ],

  // Accounts.
  [
    'caps-count-what-was-spent',
    'a day that forgot what a key spent',
    () => `update spending_day set spent_micros = spent_micros - 1`,
  ],
  [
    'caps-count-what-was-spent',
    'a day of a key that spent nothing',
    () => `insert into spending_day values ('key:key_2', '2031-05-01', 1)`,
  ],
  [
    'passkeys-were-added',
    'a passkey in somebody’s account that nobody added',
    ({ people }) =>
      `insert into passkey (id, user_id, public_key, counter, transports, name, created_at) select 'planted', '${people.ann}', public_key, 0, transports, name, created_at from passkey`,
  ],
  [
    'passkeys-were-added',
    'more passkeys than anybody may have',
    () =>
      `insert into passkey (id, user_id, public_key, counter, transports, name, created_at) select 'planted-' || n, user_id, public_key, 0, transports, name, created_at from passkey, generate_series(1, 10) n`,
  ],
  [
    'passkeys-can-be-checked',
    'a passkey without its public half',
    () => `update passkey set public_key = '\\x'::bytea`,
  ],
  ['passkeys-can-be-checked', 'a count of uses that lets a copy in', () => `update passkey set counter = -1`],
  [
    'who-registered-can-sign-in',
    'a password that is gone, and nothing else',
    () => `update users set password_hash = null where handle = 'ute'`,
  ],
  [
    'roles-were-given',
    'an operator whom nobody made',
    () => `update users set role = 'operator' where handle = 'ute'`,
  ],
  [
    'roles-were-given',
    'a moderator who is none any more, by nobody’s act',
    () => `update users set role = 'person' where handle = 'una'`,
  ],
  [
    'links-end',
    'a link that is good for ever',
    () => `update account_mail set expires_at = expires_at + interval '9 years' where kind = 'reset'`,
  ],
  [
    'links-open-for-one',
    'a new password for nobody in particular',
    () => `update account_mail set person_id = null where kind = 'reset'`,
  ],
  [
    'links-open-for-one',
    'a registration that is somebody’s account',
    ({ people }) =>
      `update account_mail set kind = 'register', person_id = '${people.ann}' where kind = 'verify'`,
  ],
  [
    'clusters-are-whole',
    'a cluster of one',
    () => `delete from person_cluster where person_id = (select max(person_id) from person_cluster)`,
  ],
  [
    'clusters-are-whole',
    'a cluster that goes by somebody who is not in it',
    ({ people }) => `update person_cluster set cluster = '${people.sol}'`,
  ],
  [
    'clusters-are-found',
    'two accounts of one hand that nobody joined',
    () => `delete from person_cluster; update known_address set seen_at = seen_at - interval '1 hour'`,
  ],
  [
    'questions-are-logged',
    'the act of a question that is gone',
    ({ roots }) =>
      `delete from audit_row where about ->> 'questionId' = '${roots.oven}' and act = 'question.asked'`,
  ],
  [
    'questions-are-logged',
    'an act with another budget',
    ({ roots }) => `update audit_row set amount_micros = 1 where about ->> 'questionId' = '${roots.oven}'`,
  ],
  [
    'unseen-purchases-are-logged',
    'the act of an unseen purchase that is gone',
    () => `delete from audit_row where act = 'offer.bought-unseen'`,
  ],
  [
    'the-log-only-grows',
    'a log that can be changed',
    () => `alter table audit_row disable trigger audit_row_append_only`,
  ],
  [
    'the-log-only-grows',
    'a log without its trigger',
    () => `drop trigger audit_row_append_only on audit_row`,
  ],
  [
    'the-log-only-grows',
    'a log that can be emptied',
    () => `drop trigger audit_row_never_emptied on audit_row`,
  ],

  // Sellers.
  [
    'runs-say-what-came',
    'a run that answered nothing',
    () => `update bot_run set state = 'answered', due_at = null, finished_at = now() where state = 'awaited'`,
  ],
  [
    'runs-say-what-came',
    'a run without an end',
    () => `update bot_run set finished_at = null where state = 'answered'`,
  ],
  [
    'offers-are-their-bots',
    'a bot’s offer that pays somebody else',
    ({ people }) => `update info_offer set seller_id = '${people.sol}' where bot_id is not null`,
  ],
  [
    'offers-are-their-bots',
    'an offer of a run on another question',
    () =>
      `update info_offer set bot_run_id = (select id from bot_run where state = 'awaited' order by id limit 1) where bot_id is not null`,
  ],
  ['bots-are-whole', 'a bot without a matcher', () => `delete from matcher where bot_id = ${botOf('fixed')}`],
  [
    'bots-are-whole',
    'a webhook of a removed bot',
    () =>
      `insert into webhook (bot_id, url, secret_key_id, secret_sealed) select b.id, url, secret_key_id, secret_sealed from webhook, bot b where b.removed_at is not null limit 1`,
  ],
  [
    'bots-are-whole',
    'a bot that rests for no reason',
    () => `update bot set is_paused = true where id = ${botOf('fixed')}`,
  ],
  [
    'days-are-counted',
    'a day with more offers than were made',
    () => `update bot_day set offers = offers + 5`,
  ],
  ['days-are-counted', 'a day that is gone', () => `delete from bot_day`],
  [
    'documents-are-whole',
    'a passage that is gone',
    () => `delete from corpus_passage where document_id = ${document} and position = 1`,
  ],
  [
    'documents-are-whole',
    'a document to be read without its upload',
    () => `update corpus_document set state = 'waiting', due_at = created_at`,
  ],
  [
    'passages-are-their-bots',
    'a passage that another bot finds',
    () => `update corpus_passage set bot_id = ${botOf('fixed')} where position = 0`,
  ],
  [
    'terms-are-counted',
    'a count of a term that is gone',
    () => `delete from corpus_term where term = (select min(term) from corpus_term)`,
  ],
]
